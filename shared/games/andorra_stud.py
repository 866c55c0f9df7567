"""Seven-card stud as the Andorran decree has it (AD7)."""

from typing import Final

from shared.rulebook import under
from shared.rules.faults import BurnAsMany, CoverAgain, FirstDeadCard, MoveOn, Remedies, ShowIfTwo
from shared.rules.game import Announcement, Deal, Eldest, Face, Game, Rotation, Showdown
from shared.rules.house import ALLOW_ALL_IN, DECISION_SECONDS, MAX_BUY_IN, MIN_BUY_IN, POT_TABLE, SHOW_SECONDS, seats
from shared.rules.shortage import MixBurnt, MixThenCommon
from shared.rules.terms import Param, one_of, whole, yes_or_no
from shared.rules.wager import (
    POT_LIMITED,
    SPLIT_LIMIT,
    FirstToSpeak,
    ForThePot,
    Limit,
    OddUnit,
    OpenPair,
    RaisesPerPlayer,
    Stakes,
    Wager,
)

STRUCTURE: Final = under("AD7-02", Param("structure", SPLIT_LIMIT, one_of(SPLIT_LIMIT, POT_LIMITED), "AD7-02"))
ANTE: Final = Param("ante", 1, whole(0), "AD7-Q4", must_set=True)
LOW: Final = Param("low", 2, whole(1), "AD7-03", must_set=True)
HIGH: Final = Param("high", 4, whole(1), "AD7-04", must_set=True)
MIN_BET: Final = Param("min_bet", 0, whole(0), "AD7-Q5")
"""0: the interval's limit under split limit, the low limit under pot limit."""
BRING_IN: Final = Param("bring_in", 0, whole(0), "AD7-Q4")
"""0: the lowest card speaks first and is not forced to bet."""
RAISES: Final = under("AD7-09", Param("raises_per_player", 3, whole(3, 3), "AD7-09"))
OPEN_PAIR: Final = Param(
    "open_pair", OpenPair.MANDATORY.value, one_of(*(choice.value for choice in OpenPair)), "AD7-Q6"
)
REUSE_DISCARDS: Final = Param("reuse_discards", True, yes_or_no, "AD7-Q11")
EXPOSED_NEXT_UP: Final = Param("exposed_next_up", True, yes_or_no, "AD7-Q12")

PLACE_YOUR_BETS: Final = under(
    "AD7-13",
    Announcement(
        key="facin_apostes",
        words={"ca": "facin les seves apostes", "es": "hagan sus apuestas", "en": "place your bets"},
    ),
)
LAST_CARD: Final = under(
    "AD7-23",
    Announcement(key="ultima_carta", words={"ca": "última carta", "es": "última carta", "en": "last card"}),
)

UNSEEN: Final = under("AD7-31", MoveOn(clause="AD7-31"))
"""A seat skipped on an earlier street: what the law preserves there, too, is everybody's own sequence of cards."""

GAME: Final = Game(
    game_id="andorra_stud",
    clauses="AD7",
    title={"en": "Seven-card stud (Andorra)", "es": "Póquer de siete cartas", "ca": "Pòquer de set cartes"},
    language="ca",
    rotation=under(("AD7-11", "AD7-15"), Rotation.COUNTER_CLOCKWISE),
    eldest=under("AD7-11", Eldest.DISC),
    seats_min=2,
    seats_max=8,
    pack=52,
    course=(
        Deal(
            faces=under(("AD7-11", "AD7-12"), (Face.DOWN, Face.DOWN, Face.UP)),
            set_aside=under("AD7-26", True),
            shortage=MixBurnt(),
            skipped=UNSEEN,
            announce_after=PLACE_YOUR_BETS,
        ),
        Wager(
            first=under(("AD7-14", "AD7-15"), FirstToSpeak.LOWEST_CARD),
            limit=under("AD7-03", Limit.LOW),
            forced=BRING_IN,
        ),
        Deal(faces=under("AD7-16", (Face.UP,)), set_aside=under("AD7-26", True), shortage=MixBurnt(), skipped=UNSEEN),
        Wager(
            first=under("AD7-17", FirstToSpeak.HIGHEST_SHOWING),
            limit=under("AD7-03", Limit.LOW),
            open_pair=under("AD7-05", OPEN_PAIR),
        ),
        Deal(faces=under("AD7-21", (Face.UP,)), set_aside=under("AD7-26", True), shortage=MixBurnt(), skipped=UNSEEN),
        Wager(first=under("AD7-22", FirstToSpeak.HIGHEST_SHOWING), limit=under("AD7-04", Limit.HIGH)),
        Deal(faces=under("AD7-22", (Face.UP,)), set_aside=under("AD7-26", True), shortage=MixBurnt(), skipped=UNSEEN),
        Wager(
            first=under("AD7-22", FirstToSpeak.HIGHEST_SHOWING),
            limit=under("AD7-04", Limit.HIGH),
            pot_limited=under(("AD7-06", "AD7-07"), Limit.HALF_POT),
        ),
        Deal(
            faces=under("AD7-24", (Face.DOWN,)),
            shortage=under(("AD7-28", "AD7-32", "AD7-33", "AD7-34"), MixThenCommon(reuse_discards=REUSE_DISCARDS)),
            skipped=under(("AD7-29", "AD7-30", "AD7-31"), FirstDeadCard(clause="AD7-29")),
            turned_up=under("AD7-35", ShowIfTwo(clause="AD7-35")),
            announce_before=LAST_CARD,
        ),
        Wager(
            first=under("AD7-25", FirstToSpeak.HIGHEST_SHOWING),
            limit=under("AD7-04", Limit.HIGH),
            pot_limited=under(("AD7-06", "AD7-08"), Limit.POT),
        ),
        Showdown(),
    ),
    contest=ForThePot(
        ante=ANTE,
        stakes=Stakes(low=LOW, high=HIGH, least=MIN_BET, structure=STRUCTURE),
        raise_cap=under("AD7-09", RaisesPerPlayer(most=RAISES)),
        all_in=ALLOW_ALL_IN,
        odd_unit=OddUnit.NEAREST,
        show_seconds=SHOW_SECONDS,
    ),
    decision_seconds=DECISION_SECONDS,
    params=(
        STRUCTURE,
        ANTE,
        LOW,
        HIGH,
        MIN_BET,
        BRING_IN,
        RAISES,
        OPEN_PAIR,
        REUSE_DISCARDS,
        EXPOSED_NEXT_UP,
        seats(2, 8, "AD7-Q20"),
        *POT_TABLE,
    ),
    remedies=Remedies(
        early=under(("AD7-36", "AD7-37", "AD7-38"), BurnAsMany(clause="AD7-36")),
        exposed=under(("AD7-39", "AD7-40"), CoverAgain(clause="AD7-39", next_up=EXPOSED_NEXT_UP)),
        dead_cards=under("AD7-28", "AD7-28"),
    ),
    rising=((BRING_IN, LOW, HIGH), (MIN_BUY_IN, MAX_BUY_IN)),
    refused_under={
        "RAISE_CAP": under("AD7-09", "AD7-09"),
        "LIMIT_EXCEEDED": under("AD7-10", "AD7-10"),
        "BELOW_MINIMUM": under("AD7-10", "AD7-10"),
        "DEAL_IN_PROGRESS": under("AD7-16", "AD7-16"),
        "OPENER_CANNOT_FOLD": under("AD7-19", "AD7-19"),
    },
)
