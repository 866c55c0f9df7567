"""How bots play against the bank: always legally, and as somebody who likes his chips."""

from random import Random

import pytest

from services.house.bots import banked
from services.house.bots.seen import Seen
from shared.cards import PACK_52, cards

STAKE = {"verb": "stake", "least": 500, "most": 10_000, "step": 500, "side_bet": 100, "discards_max": 0}
SIT_OUT = {"verb": "sit_out", "least": 0, "most": 0, "step": 0, "side_bet": 0, "discards_max": 0}
PLAY = {"verb": "play", "least": 1_000, "most": 1_000, "step": 0, "side_bet": 0, "discards_max": 2}
FOLD = {"verb": "fold", "least": 0, "most": 0, "step": 0, "side_bet": 0, "discards_max": 0}

DRAWS = {
    "a pair keeps its highest card": ("9c 9d As 5h 2c", "5h 2c"),
    "three of a kind changes both": ("9c 9d 9s 5h 2c", "5h 2c"),
    "two pairs change one": ("9c 9d 5s 5h 2c", "2c"),
    "four of a suit change the fifth": ("Ac 9c 5c 2c Kd", "Kd"),
    "four in a row change the fifth": ("9c 8d 7s 6h 2c", "2c"),
    "a straight is served": ("9c 8d 7s 6h 5c", ""),
    "a flush is served": ("Ac 9c 5c 2c Kc", ""),
    "four of a kind are served, as they are paid more so": ("9c 9d 9s 9h 2c", ""),
    "nothing changes its two lowest": ("Ac Qd 9s 5h 2c", "5h 2c"),
}


@pytest.mark.parametrize(("held", "changed"), DRAWS.values(), ids=DRAWS)
def test_the_draw_that_helps_most(held: str, changed: str) -> None:
    hand = cards(held)

    places = banked.discards(hand, at_most=2)

    assert set(cards(changed)) == {hand[place] for place in places}


@pytest.mark.parametrize(
    ("held", "verb"), [("9c 9d As 5h 2c", "play"), ("Ac Kd 9s 5h 2c", "play"), ("Jc 9d 7s 4h 2c", "fold")]
)
def test_a_second_bet_needs_a_hand(held: str, verb: str) -> None:
    seen = Seen(seat=1, chips=5_000, may=(PLAY, FOLD), cards=cards(held))

    choices = [banked.choose(seen, Random(seed)) for seed in range(200)]

    assert sum(choice.verb == verb for choice in choices) >= 170


def test_every_choice_is_one_that_the_house_takes() -> None:
    for seed in range(500):
        rng = Random(seed)
        hand = tuple(rng.sample(PACK_52, 5))
        choice = banked.choose(Seen(seat=1, chips=5_000, may=(PLAY, FOLD), cards=hand), rng)

        assert choice.verb in ("play", "fold")
        assert len(choice.discards) <= 2
        assert len(set(choice.discards)) == len(choice.discards)
        assert set(choice.discards) <= set(range(5))
        assert (1_000 if choice.verb == "play" else 0) == choice.amount


@pytest.mark.parametrize("chips", [0, 100, 600, 1_599, 1_600, 5_000, 50_000])
def test_a_stake_leaves_enough_for_the_second_bet(chips: int) -> None:
    for seed in range(100):
        choice = banked.choose(Seen(seat=1, chips=chips, may=(STAKE, SIT_OUT)), Random(seed))

        if choice.verb == "stake":
            assert 0 == choice.amount % 500
            assert choice.amount * 3 + choice.side_bet <= chips
        else:
            assert chips < 1_600


def test_what_comes_to_nothing_is_not_sent() -> None:
    assert {"verb": "fold"} == banked.Choice(verb="fold").body
    assert {"verb": "play", "amount": 1_000, "discards": [0]} == banked.Choice(
        verb="play", amount=1_000, discards=(0,)
    ).body
