import copy

import pytest

from services.house.play import deck, lines, reading
from services.house.play.scenario import Deed, ends_stakes
from services.house.play.unreadable import Unreadable
from shared.cards import PACK_52, is_pack
from shared.games import game

SPAIN = game("spain_draw")
PLAIN = {
    "id": "T-1",
    "title": "a test",
    "game": "spain_draw",
    "seats": {"1": 100},
    "hands": [{"deck": "As ? ...", "play": ["1 stake ante=500"], "expect": {"net": {"1": 0}}}],
}


def put(content, path, value):
    content = copy.deepcopy(content)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return content


def test_a_scenario_is_read():
    found = reading.scenario(PLAIN | {"table": {"min_bet": 250}, "clauses": ["ESD-04"]})

    assert (found.scenario_id, found.title, found.clauses) == ("T-1", "a test", ("ESD-04",))
    assert (found.seating.game, found.seating.terms["min_bet"]) == ("spain_draw", 250)
    assert found.seating.chips_by_seat == {1: 100}
    assert [type(line) for line in found.hands[0].lines] == [Deed]


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("tittle",), "x", "the file has no key 'tittle'"),
        (("hands", 0, "decks"), "x", "hand 1: the hand has no key 'decks'"),
        (("hands", 0, "expect"), {"nett": 1}, "has no 'nett' to expect"),
        (("hands", 0, "expect"), {"min_open": "J"}, "spain_draw has no 'min_open' to expect"),
        (("hands", 0, "expect"), {"pot": "10"}, "expected a whole number"),
        (("hands", 0, "expect"), {"net": 10}, "expected an amount for each seat"),
        (("hands", 0, "expect"), {"net": {"one": 10}}, "'one' is no seat"),
        (("hands", 0, "expect"), {"winners": 1}, "expected a list of seats"),
        (("hands", 0, "expect"), {"awards": [{"seat": 1}]}, "expected a list of { seat, award, amount }"),
        (("hands", 0, "expect"), {"irregularities": ["fifteen"]}, "'fifteen' is no clause"),
        (("hands", 0, "expect"), {"croupier": "9s 1d"}, "'1d' is no card"),
        (("hands", 0, "expect"), {"qualified": 1}, "expected true or false"),
        (("hands", 0, "expect"), "all", "expect is 'all': expected a table"),
        (("hands", 0, "mix"), ["As"], "nothing is mixed"),
        (("hands", 0, "play"), "1 fold", "expected a list of texts"),
        (("hands",), [], "[[hands]] is missing"),
        (("game",), "spain", "no game 'spain'"),
        (("title",), "", "title is ''"),
        (("clauses",), ["15"], "expected a list of clauses"),
        (("eldest",), 1, "has no disc of la mà"),
        (("table",), {"ante": 1}, "[table]: ante is no parameter"),
        (("table",), {"min_bet": 0}, "[table]: min_bet is 0"),
        (("seats",), {}, "[seats] names nobody"),
        (("seats",), {"0": 100}, "'0' is no seat"),
        (("seats",), {"1": -5}, "seat 1 has -5"),
        (("seats",), {"1": True}, "seat 1 has True"),
    ],
)
def test_what_the_format_does_not_have_is_an_error(path, value, complaint):
    with pytest.raises(Unreadable) as wrong:
        reading.scenario(put(PLAIN, path, value))

    assert complaint in str(wrong.value)


@pytest.mark.parametrize("key", ["id", "title", "game", "seats", "hands"])
def test_nothing_that_a_scenario_needs_may_be_missing(key):
    with pytest.raises(Unreadable):
        reading.scenario({name: value for name, value in PLAIN.items() if name != key})


def test_a_file_that_is_no_toml_is_an_error(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text("id = [")

    with pytest.raises(Unreadable):
        reading.read(file)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "says nothing"),
        ("1", "1 does nothing"),
        ("croupier", "croupier does nothing"),
        ("floor", "floor does nothing"),
        ("floor resume now", "'now' is too much"),
        ("croupier refer", "expected a clause"),
        ("1 bet 4", "spain_draw has no line with 'bet' here: expected one of concede,"),
        ("1 dance", "no line with 'dance'"),
        ("dance", "no line with 'dance' here: expected one of timeout"),
        ("100 fold", "'100' is no seat"),
        ("croupier skip 1", "expected 'skip S seen' or 'skip S unseen'"),
        ("croupier dance", "no line with 'dance'"),
        ("1 post", "no line with 'post'"),
        ("floor fold", "no line with 'fold'"),
        ("1 fold now", "'now' is too much"),
        ("1 sit-out now", "'now' is too much"),
        ("1 stake", "ante=N is missing"),
        ("1 stake 500", "'500' does not belong here"),
        ("1 stake ante=5 ante=5", "'ante=5' does not belong here"),
        ("1 stake ante=-5", "'-5' is no amount"),
        ("1 stake ante=5 side=1", "'side=1' does not belong here"),
        ("1 play 4c", "'4c' does not belong here"),
        ("1 play discard", "'discard' without a card after it"),
        ("1 play discard 4x", "'4x' is no card"),
        ("timeout", "expected one seat"),
        ("meter", "expected 'meter N'"),
        ("meter much", "'much' is no amount"),
        ("refuse 1 fold", "expected 'refuse CODE: LINE'"),
        ("refuse TOO_BAD: 1 fold", "TOO_BAD is no refusal"),
        ("refuse WRONG_STAGE: expect turn 1", "no line with 'expect' here"),
        ("refuse WRONG_STAGE: meter 5", "no line with 'meter' here"),
        ("expect", "expected 'expect KEY …'"),
        ("expect mood good", "has no 'mood' to expect"),
        ("expect limit 4", "spain_draw has no 'limit' to expect"),
        ("expect turn", "expected 1 words after the key"),
        ("expect turn x", "'x' is no amount"),
        ("expect stage dreaming", "'dreaming' is no stage"),
        ("expect cards 1 As Ks", "cards stand in quotes"),
        ('expect cards 1 "As K"', "'K' is no card"),
        ("expect irregularity fifteen", "'fifteen' is no clause"),
        ('expect cards 1 "As', "No closing quotation"),
    ],
)
def test_a_line_that_the_format_does_not_have_is_an_error(text, complaint):
    with pytest.raises(Unreadable) as wrong:
        lines.line(text, game=SPAIN)

    assert complaint in str(wrong.value)


def test_only_stakes_and_the_meter_come_before_the_deal():
    before = ("1 stake ante=5", "1 sit-out", "refuse WRONG_BOX: 1 stake ante=5", "meter 5")
    after = ("1 fold", "1 play", "timeout 1", "refuse NOT_YOUR_TURN: 1 fold", "expect turn 1")

    assert [ends_stakes(lines.line(text, game=SPAIN)) for text in before] == [False] * 4
    assert [ends_stakes(lines.line(text, game=SPAIN)) for text in after] == [True] * 5


def test_the_meter_is_not_set_once_the_cards_are_dealt():
    with pytest.raises(Unreadable, match="the meter is set before the deal"):
        reading.scenario(put(PLAIN, ("hands", 0, "play"), ["1 stake ante=500", "expect turn 1", "meter 5"]))


def test_a_deck_is_always_a_whole_pack():
    for text in ("", "...", "As", "As ? Kd ...", "? ? ?", " ".join(PACK_52)):
        assert is_pack(deck.deck(text, pack=52), 52)


def test_named_cards_lie_where_they_are_named_and_the_others_in_a_fixed_order():
    found = deck.deck("As ? Kd", pack=52)

    assert (found[0], found[2]) == ("As", "Kd")
    assert found[1] not in ("As", "Kd")
    assert found == deck.deck("As ? Kd ...", pack=52)


@pytest.mark.parametrize(
    ("text", "pack", "complaint"),
    [
        ("As Kd As", 52, "names As twice"),
        ("As Kz", 52, "'Kz' is no card"),
        ("As ... Kd", 52, "'...' is no card"),
        ("As 6d", 32, "names 6d, which the pack of 32 cards does not have"),
        ("? " * 53, 52, "names 53 places"),
    ],
)
def test_a_deck_that_is_no_pack_is_an_error(text, pack, complaint):
    with pytest.raises(Unreadable) as wrong:
        deck.deck(text, pack=pack)

    assert complaint in str(wrong.value)
