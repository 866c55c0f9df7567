"""Seven-card stud as the Puerto Rican rules have it (PR7)."""

from typing import Final

from shared.rulebook import under
from shared.rules.faults import CoverAgain, Remedies
from shared.rules.game import Deal, Eldest, Face, Game, Rotation, Showdown
from shared.rules.house import ALLOW_ALL_IN, DECISION_SECONDS, MAX_BUY_IN, MIN_BUY_IN, POT_TABLE, SHOW_SECONDS, seats
from shared.rules.shortage import BurnThenCommon
from shared.rules.terms import Param, order_of, whole
from shared.rules.wager import (
    FirstToSpeak,
    ForThePot,
    Limit,
    OddUnit,
    OpenPair,
    RaisesPerRound,
    Stakes,
    Wager,
)

ANTE: Final = Param("ante", 1, whole(0), "PR7-Q3", must_set=True)
BRING_IN: Final = Param("bring_in", 2, whole(1), "PR7-05", must_set=True)
SMALL: Final = Param("small", 5, whole(1), "PR7-Q3", must_set=True)
BIG: Final = Param("big", 10, whole(1), "PR7-Q3", must_set=True)
RAISES: Final = Param("raises_per_round", 3, whole(1, 100), "PR7-Q4")
SUIT_ORDER: Final[Param[tuple[str, ...]]] = under(
    "PR7-06", Param("suit_order", ("s", "h", "d", "c"), order_of("c", "d", "h", "s"), "PR7-Q1", must_set=True)
)

GAME: Final = Game(
    game_id="puerto_rico_stud",
    clauses="PR7",
    title={"en": "Seven-card stud (Puerto Rico)", "es": "Seven Card Stud", "ca": "Pòquer de set cartes (Puerto Rico)"},
    language="es",
    rotation=under("PR7-03", Rotation.CLOCKWISE),
    eldest=under("PR7-03", Eldest.CROUPIERS_LEFT),
    seats_min=2,
    seats_max=8,
    pack=52,
    course=(
        Deal(faces=under("PR7-02", (Face.DOWN, Face.DOWN, Face.UP))),
        Wager(
            first=under("PR7-05", FirstToSpeak.LOWEST_CARD),
            limit=under("PR7-04", Limit.LOW),
            forced=under("PR7-05", BRING_IN),
        ),
        Deal(faces=under("PR7-10", (Face.UP,)), burn=under("PR7-09", True)),
        Wager(
            first=under(("PR7-11", "PR7-12"), FirstToSpeak.HIGHEST_SHOWING),
            limit=Limit.LOW,
            open_pair=OpenPair.OPTIONAL,
        ),
        Deal(faces=under("PR7-15", (Face.UP,)), burn=under("PR7-16", True)),
        Wager(first=under("PR7-15", FirstToSpeak.HIGHEST_SHOWING), limit=Limit.HIGH),
        Deal(faces=under("PR7-15", (Face.UP,)), burn=under("PR7-16", True)),
        Wager(first=under("PR7-15", FirstToSpeak.HIGHEST_SHOWING), limit=Limit.HIGH),
        Deal(
            faces=under("PR7-15", (Face.DOWN,)),
            burn=under("PR7-16", True),
            shortage=under(("PR7-20", "PR7-21", "PR7-22", "PR7-23"), BurnThenCommon()),
        ),
        Wager(first=under(("PR7-15", "PR7-24"), FirstToSpeak.HIGHEST_SHOWING), limit=Limit.HIGH),
        Showdown(right_to_see=under("PR7-29", True)),
    ),
    contest=ForThePot(
        ante=ANTE,
        stakes=Stakes(low=SMALL, high=BIG),
        raise_cap=RaisesPerRound(most=RAISES),
        all_in=ALLOW_ALL_IN,
        odd_unit=OddUnit.HIGHEST_CARD,
        show_seconds=SHOW_SECONDS,
        suit_order=SUIT_ORDER,
        ghosts=under(("PR7-17", "PR7-18", "PR7-19"), True),
    ),
    decision_seconds=DECISION_SECONDS,
    params=(ANTE, BRING_IN, SMALL, BIG, RAISES, SUIT_ORDER, seats(2, 8, "PR7-Q10"), *POT_TABLE),
    remedies=Remedies(
        exposed=under("PR7-36", CoverAgain(clause="PR7-36")),
        shown_to_one=under("PR7-38", "PR7-38"),
        reordered=under("PR7-35", "PR7-35"),
        no_burn=under("PR7-21", "PR7-21"),
    ),
    rising=((BRING_IN, SMALL, BIG), (MIN_BUY_IN, MAX_BUY_IN)),
    refused_under={
        "DEAL_IN_PROGRESS": under("PR7-04", "PR7-04"),
        "CANNOT_CHECK": under(("PR7-07", "PR7-14"), "PR7-14"),
        "NOTHING_TO_CALL": under("PR7-13", "PR7-13"),
        "NOTHING_TO_RAISE": under("PR7-13", "PR7-13"),
        "OPENER_CANNOT_FOLD": under("PR7-11", "PR7-11"),
        "CARDS_NOT_REORDERABLE": under("PR7-35", "PR7-35"),
    },
)
