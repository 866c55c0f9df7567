"""Draw poker against the croupier with a progressive Jack Pot, as the Spanish catalogue has it (ESD)."""

from collections.abc import Mapping
from typing import Final

from shared.rulebook import under
from shared.rules.game import (
    AgainstTheBank,
    Award,
    Bank,
    Boxes,
    CroupierPlays,
    Deal,
    Decide,
    Eldest,
    Face,
    Game,
    Rotation,
    Showdown,
    SideBet,
)
from shared.rules.house import EVERY_TABLE, seats
from shared.rules.ranking import Ranking
from shared.rules.terms import SECONDS_MAX, Param, name_of, one_of, rates, some_of, whole

AWARDS: Final = under(
    ("ESD-32", "ESD-38", "ESD-39"),
    (
        Award(name="served_royal_flush", ranking=Ranking.ROYAL_FLUSH, served=True),
        Award(name="served_straight_flush", ranking=Ranking.STRAIGHT_FLUSH, served=True),
        Award(name="served_four_of_a_kind", ranking=Ranking.FOUR_OF_A_KIND, served=True),
        Award(name="drawn_royal_flush", ranking=Ranking.ROYAL_FLUSH, served=False),
        Award(name="drawn_straight_flush", ranking=Ranking.STRAIGHT_FLUSH, served=False),
        Award(name="drawn_four_of_a_kind", ranking=Ranking.FOUR_OF_A_KIND, served=False),
    ),
)
"""In the order of payment: served before drawn, and the more valuable first."""

_NAMES: Final = tuple(award.name for award in AWARDS)

MIN_BET: Final = Param("min_bet", 500, whole(1), "ESD-04", must_set=True)
MAX_BET: Final = Param("max_bet", 10_000, whole(1), "ESD-Q20", must_set=True)
HOUSE_WAY: Final = Param("house_way", "caribbean_draw", one_of("caribbean_draw", "only_if_not_qualified"), "ESD-Q2")
JACKPOT_STAKE: Final = Param("jackpot_stake", 100, whole(0), "ESD-05", must_set=True)
CONTRIBUTION: Final = Param("jackpot_contribution_ppm", 700_000, whole(0, 1_000_000), "ESD-Q6", must_set=True)
AWARDS_PPM: Final[Param[Mapping[str, int]]] = Param(
    "awards_ppm",
    dict(zip(_NAMES, (1_000_000, 100_000, 50_000, 500_000, 50_000, 10_000), strict=True)),
    rates(*_NAMES),
    "ESD-40",
    must_set=True,
)
SHARED_AWARDS: Final[Param[tuple[str, ...]]] = Param(
    "shared_awards",
    ("served_royal_flush", "served_straight_flush", "drawn_royal_flush", "drawn_straight_flush"),
    some_of(*_NAMES),
    "ESD-40",
)
JACKPOT_POOL: Final = Param("jackpot_pool", "spain_draw", name_of(40), "ESD-Q11")
"""Tables that name the same pool are linked: they feed and show one meter."""
JACKPOT_SEED: Final = Param("jackpot_seed", 1_000_000, whole(0), "ESD-Q16", must_set=True)
JACKPOT_RESET: Final = Param("jackpot_reset", 1_000_000, whole(0), "ESD-Q16", must_set=True)
STAKE_SECONDS: Final = Param("stake_seconds", 15, whole(1, SECONDS_MAX), "ESD-02", must_set=True)
DECISION_SECONDS: Final = Param("decision_seconds", 30, whole(1, SECONDS_MAX), "ESD-34", must_set=True)

GAME: Final = Game(
    game_id="spain_draw",
    clauses="ESD",
    title={
        "en": "Draw poker with Jack Pot",
        "es": "Póquer de descarte con Jack Pot",
        "ca": "Pòquer de descart amb Jack Pot",
    },
    language="es",
    rotation=Rotation.CLOCKWISE,
    eldest=Eldest.CROUPIERS_LEFT,
    seats_min=1,
    seats_max=under("ESD-07", 6),
    pack=52,
    course=(
        Deal(
            faces=under("ESD-07", (Face.DOWN,) * 5),
            croupier=under("ESD-08", (Face.DOWN, Face.DOWN, Face.DOWN, Face.DOWN, Face.UP)),
        ),
        Decide(factor=under("ESD-10", 2), discards_max=under("ESD-11", 2)),
        CroupierPlays(discards_max=under("ESD-12", 2)),
        Showdown(),
    ),
    contest=AgainstTheBank(
        boxes=Boxes(minimum=under("ESD-04", MIN_BET), maximum=MAX_BET, seconds=STAKE_SECONDS),
        bank=Bank(
            qualifies_with_pair_of=under("ESD-17", "8"),
            paytable=under(
                "ESD-21",
                {
                    Ranking.ROYAL_FLUSH: 100,
                    Ranking.STRAIGHT_FLUSH: 50,
                    Ranking.FOUR_OF_A_KIND: 20,
                    Ranking.FULL_HOUSE: 7,
                    Ranking.FLUSH: 5,
                    Ranking.STRAIGHT: 3,
                    Ranking.THREE_OF_A_KIND: 2,
                    Ranking.TWO_PAIR: 1,
                    Ranking.PAIR: 1,
                },
            ),
            house_way=HOUSE_WAY,
        ),
        side_bet=SideBet(
            pool=JACKPOT_POOL,
            stake=under("ESD-05", JACKPOT_STAKE),
            contribution_ppm=CONTRIBUTION,
            awards=AWARDS,
            awards_ppm=under("ESD-40", AWARDS_PPM),
            shared=under("ESD-40", SHARED_AWARDS),
            seed=JACKPOT_SEED,
            reset=JACKPOT_RESET,
        ),
    ),
    decision_seconds=under("ESD-34", DECISION_SECONDS),
    params=(
        MIN_BET,
        MAX_BET,
        HOUSE_WAY,
        JACKPOT_POOL,
        JACKPOT_STAKE,
        CONTRIBUTION,
        AWARDS_PPM,
        SHARED_AWARDS,
        JACKPOT_SEED,
        JACKPOT_RESET,
        STAKE_SECONDS,
        DECISION_SECONDS,
        seats(1, 6, "ESD-Q3"),
        *EVERY_TABLE,
    ),
    refused_under={"WRONG_BOX": under("ESD-36", "ESD-36")},
)
