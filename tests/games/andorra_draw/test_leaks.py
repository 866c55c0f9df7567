"""What nobody may learn: hidden cards, and whether a seat holds openers, before the law reveals them."""

import json
import re

import pytest

from services.betting.domain.pot.may import may
from services.dealer.domain.views import seen_by
from services.house.play.reports import plain
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts, path
from shared.hand import facts as say
from shared.hand.command import Verb
from shared.hand.events import public
from shared.messages.codec import JsonCodec
from shared.messages.sealing import SealKeys
from shared.rules.refusals import OpenersRequired
from shared.secret import Secret
from tests.games.andorra_draw.tables import DrawTable

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
SEALED = re.compile(r'"k\.[\w=-]+"')
"""Among the letters of a sealed text two may look like a card."""
ODD = {3: "Jh Jd 9c 8s 7d", 2: "7s 7h Kd Qd 9d", 1: "8h 8c Ad Kc Qs"}
CODEC = JsonCodec(
    kinds={**facts.FACTS, **{kind.__name__: kind for kind in ask.COMMANDS.values()}},
    keyring=SealKeys(keys={"k": b"0" * 32}, current="k"),
)


def before_the_showdown(**terms):
    table = DrawTable(seats=(1, 2, 3), eldest=2, **terms).deal(ODD)
    table.say("2 check; 1 check; 3 bet 2; 2 call; 1 fold").discard(3, 2, 3, 4).stand_all()
    return table.say("3 check")


@pytest.mark.clause("AD5-03", "AD5-06", "AD5-23")
@pytest.mark.parametrize("check", ["strict", "declared"])
def test_no_event_message_or_record_shows_a_hidden_card(check):
    table = before_the_showdown(opener_check=check)
    for _, fact in table.facts:
        events = json.dumps([event.body for event in public(fact)])
        kept = CODEC.dump(fact)[1]
        sent = "".join(CODEC.dump(command)[1] for command in path.after(fact))
        for text in (events, kept, sent, repr(fact), json.dumps(plain(vars_of(fact)))):
            assert [] == CARD.findall(SEALED.sub("", text)), type(fact).__name__


def as_written(value):
    """A fact or a message as it lies in a journal or a queue: of what is sealed one sees the length."""
    return SEALED.sub(lambda sealed: str(len(sealed.group())), CODEC.dump(value)[1])


def vars_of(fact):
    return {name: getattr(fact, name) for name in fact.__dataclass_fields__ if name != "terms"}


@pytest.mark.clause("AD5-06")
def test_who_holds_openers_is_the_same_to_everybody_else():
    """Two hands that differ in nothing but in whether the seat that checks holds openers look the same."""
    with_openers, without = ({**ODD, 2: cards} for cards in ("Kh Kd Qd 9d 7s", "Kh 8d Qd 9d 7s"))
    told = []
    for holdings in (with_openers, without):
        table = DrawTable(seats=(1, 2, 3), eldest=2).deal(holdings).say("2 check; 1 check")
        options = may(table.chips, 3)
        table.say("3 check")  # the hand is blank, and what was held stays hidden for good
        events = [event for _, fact in table.facts for event in public(fact) if event.name != "hand_opened"]
        written = [as_written(each) for _, fact in table.facts for each in (fact, *path.after(fact))]
        told.append((events, options, written, [seen_by(table.cards, person) for person in ("", "p1", "p3")]))

    assert told[0] == told[1]


@pytest.mark.clause("AD5-06")
def test_the_refusal_names_no_card_and_leaves_no_trace():
    table = DrawTable(seats=(1, 2, 3), eldest=2).deal(ODD)
    before = table.lies()
    with pytest.raises(OpenersRequired) as refusal:
        table.say("2 bet 2")

    assert before == table.lies()
    assert "" == refusal.value.irregularity
    assert [] == CARD.findall(str(refusal.value))
    assert Verb.BET not in {option.verb for option in may(table.chips, 2)}


def test_openers_travel_sealed():
    found = at_draw.OpenersFound(hand="t-1", table="t", game="andorra_draw", step=1, seats=Secret((2,)))
    (opened,) = path.after(found)
    for value in (found, opened):
        kind, body = CODEC.dump(value)

        assert value == CODEC.load(kind, body)
        sealed = json.loads(body)["seats" if value is found else "openers"]
        assert isinstance(sealed, str)
        assert sealed.startswith("k.")


@pytest.mark.clause("AD5-06")
def test_how_long_the_sealed_openers_are_does_not_say_how_many_hold_them():
    """Nobody who counts the letters of a message or of a journal learns whether anybody could have opened."""
    lengths = set()
    for holders in range(9):
        seats = Secret(tuple(range(1, holders + 1)))
        found = at_draw.OpenersFound(hand="t-1", table="t", game="andorra_draw", step=1, seats=seats)
        (asked,) = path.after(found)
        opened = say.StreetOpened(
            hand="t-1",
            table="t",
            game="andorra_draw",
            step=1,
            turn=1,
            seconds=30,
            speaker=1,
            strict=True,
            openers=seats,
        )
        lengths.add(tuple(len(CODEC.dump(each)[1]) for each in (found, asked, opened)))

    assert 1 == len(lengths)


def test_the_question_carries_the_holdings_sealed():
    table = DrawTable(seats=(1, 2, 3), eldest=2).deal(ODD)
    (question,) = path.after(table.the(say.StreetDealt))

    assert isinstance(question, ask_draw.FindOpeners)
    kind, body = CODEC.dump(question)
    assert [] == CARD.findall(SEALED.sub("", body))
    assert question == CODEC.load(kind, body)
