"""Five-card draw with progressive openers as the Andorran decree has it (AD5)."""

from typing import Final

from shared.rulebook import under
from shared.rules.draw import Draw, MixDiscards
from shared.rules.faults import DeckRemoved, FirstIsMisdeal, Miscounted, Remedies
from shared.rules.game import Deal, Eldest, Face, Game, Rotation, ShortPack, Showdown
from shared.rules.house import ALLOW_ALL_IN, DECISION_SECONDS, POT_TABLE, SHOW_SECONDS, seats
from shared.rules.openers import DECLARED, STRICT, Openers
from shared.rules.terms import Param, one_of, whole, yes_or_no
from shared.rules.wager import FirstToSpeak, ForThePot, Limit, OddUnit, RaisesPerPlayer, Stakes, Wager

ANTE: Final = under("AD5-02", Param("ante", 1, whole(0), "AD5-02", must_set=True))
BET_BEFORE_DRAW: Final = Param("bet_before_draw", 2, whole(1), "AD5-Q7", must_set=True)
BET_AFTER_DRAW: Final = Param("bet_after_draw", 4, whole(1), "AD5-Q7", must_set=True)
RAISES: Final = Param("raises_per_player", 3, whole(0, 99), "AD5-Q7")
DECK32_SEATS_MAX: Final = Param("deck32_seats_max", 4, whole(0, 6), "AD5-Q1")
"""Seven seats could not all be dealt five cards of a pack of 32."""
ELDEST_MOVES_ON_BLANK: Final = Param("eldest_moves_on_blank", True, yes_or_no, "AD5-Q4")
OPENER_CHECK: Final = Param("opener_check", STRICT, one_of(STRICT, DECLARED), "AD5-Q14")
RESHUFFLE_FOLDED: Final = Param("reshuffle_folded", True, yes_or_no, "AD5-Q10")
FLUSH_BEATS_FULL_HOUSE: Final = Param("flush_beats_full_house_in_32", True, yes_or_no, "AD5-01")
ACE_LOW: Final = Param("ace_low_in_32", True, yes_or_no, "AD5-01")

GAME: Final = Game(
    game_id="andorra_draw",
    clauses="AD5",
    title={"en": "Five-card draw (Andorra)", "es": "Póquer de cinco cartas", "ca": "Pòquer de cinc cartes"},
    language="ca",
    rotation=under(("AD5-05", "AD5-30"), Rotation.COUNTER_CLOCKWISE),
    eldest=under("AD5-05", Eldest.DISC),
    seats_min=2,
    seats_max=8,
    pack=under("AD5-01", 52),
    short_pack=under(
        "AD5-01",
        ShortPack(cards=32, seats_max=DECK32_SEATS_MAX, flush_beats_full_house=FLUSH_BEATS_FULL_HOUSE, ace_low=ACE_LOW),
    ),
    course=(
        Deal(
            faces=under("AD5-03", (Face.DOWN,) * 5),
            turned_up=under("AD5-37", FirstIsMisdeal(clause="AD5-37")),
            miscounted=under(
                ("AD5-33", "AD5-34", "AD5-35", "AD5-36"),
                Miscounted(too_many="AD5-33", too_many_seen="AD5-34", too_few="AD5-35", too_few_seen="AD5-36"),
            ),
        ),
        Wager(
            first=under("AD5-05", FirstToSpeak.ELDEST),
            limit=Limit.LOW,
            opens_pot=under(("AD5-06", "AD5-10"), True),
        ),
        Draw(
            discards_max=under("AD5-18", 5),
            shortage=under(("AD5-24", "AD5-26", "AD5-27"), MixDiscards(reuse_folded=RESHUFFLE_FOLDED)),
            silent=under("AD5-21", "AD5-21"),
            in_turn=under("AD5-20", "AD5-20"),
        ),
        Wager(first=under(("AD5-29", "AD5-30"), FirstToSpeak.OPENER), limit=Limit.HIGH),
        Showdown(),
    ),
    contest=ForThePot(
        ante=ANTE,
        stakes=Stakes(low=BET_BEFORE_DRAW, high=BET_AFTER_DRAW),
        raise_cap=RaisesPerPlayer(most=RAISES),
        all_in=ALLOW_ALL_IN,
        odd_unit=OddUnit.NEAREST,
        show_seconds=SHOW_SECONDS,
        openers=Openers(
            ranks=under(("AD5-06", "AD5-12", "AD5-13", "AD5-14", "AD5-15"), ("J", "Q", "K", "A")),
            check=OPENER_CHECK,
            disc_moves=ELDEST_MOVES_ON_BLANK,
            unproved=under("AD5-41", "AD5-41"),
        ),
    ),
    decision_seconds=DECISION_SECONDS,
    params=(
        ANTE,
        BET_BEFORE_DRAW,
        BET_AFTER_DRAW,
        RAISES,
        DECK32_SEATS_MAX,
        ELDEST_MOVES_ON_BLANK,
        OPENER_CHECK,
        RESHUFFLE_FOLDED,
        FLUSH_BEATS_FULL_HOUSE,
        ACE_LOW,
        seats(2, 8, "AD5-Q1"),
        *POT_TABLE,
    ),
    remedies=Remedies(
        deck_removed=under(("AD5-38", "AD5-39", "AD5-40"), DeckRemoved(intact="AD5-38", mixed="AD5-39")),
    ),
    refused_under={
        "OPENERS_REQUIRED": under("AD5-06", "AD5-06"),
        "DEAL_IN_PROGRESS": under("AD5-04", "AD5-04"),
        "OPENER_CANNOT_FOLD": under("AD5-29", "AD5-29"),
        "TOO_MANY_DISCARDS": under("AD5-18", "AD5-18"),
    },
)
