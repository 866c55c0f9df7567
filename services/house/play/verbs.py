"""The verbs of a scenario line: one entry each, with who may say it, in which games, and what it comes to.

A verb for another game is one more entry in a table at the foot, with the function that reads its words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.house.play import draw_verbs, kinds, pot_verbs, words
from services.house.play.pot_verbs import Command, Read
from services.house.play.sight import DRAW, Sight
from services.house.play.unreadable import Unreadable
from shared.hand import commands as ask
from shared.hand import floor_commands as ask_floor
from shared.hand.commands import Verb
from shared.hand.holdings import Coming
from shared.hand.pot_commands import Manner
from shared.money import Cents
from shared.rulebook import CLAUSE_FORM
from shared.rules.faults import Decision, Fault
from shared.rules.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A verb: how its words are read, the games that have it, and whether it ends the time for stakes.

    `coming` reads an error that the croupier makes at the next deal.
    """

    read: Read
    played_in: Callable[[Game], bool]
    ends_stakes: bool = True
    coming: Callable[[Sequence[str]], Coming] | None = None


def _any(_game: Game) -> bool:
    return True


def _stake(seat: int, said: Sequence[str]) -> Command:
    named = words.amounts(said, required=("ante",), optional=("jackpot", "box"))
    return lambda sight: ask.Act(
        **sight.head,
        seat=seat,
        verb=Verb.STAKE,
        amount=named["ante"],
        side_bet=named.get("jackpot", Cents(0)),
        box=named.get("box", 0),
    )


def _sit_out(seat: int, said: Sequence[str]) -> Command:
    words.nothing(said)
    return lambda sight: ask.Act(**sight.head, seat=seat, verb=Verb.SIT_OUT)


def _play(seat: int, said: Sequence[str]) -> Command:
    named, discards = _split_at(said, "discard")
    second = words.amounts(named, optional=("second",)).get("second", Cents(0))
    cards = tuple(words.a_card(word) for word in discards)
    return lambda sight: ask.Act(
        **sight.head, seat=seat, verb=Verb.PLAY, amount=second, discards=draw_verbs.places(sight, seat, cards)
    )


def _fold(seat: int, said: Sequence[str]) -> Command:
    words.nothing(said)
    return lambda sight: ask.Act(**sight.head, seat=seat, verb=Verb.FOLD)


def _timeout(_: int, said: Sequence[str]) -> Command:
    if len(said) != 1:
        raise Unreadable("expected one seat, whose clock runs out")
    seat = words.seat(said[0])

    def command(sight: Sight) -> ask.Command:
        late = ask.Act(**sight.head, seat=seat, verb=Verb.TIMEOUT)
        return draw_verbs.expired(sight, seat) if sight.stage == DRAW else late

    return command


def _refer(_: int, said: Sequence[str]) -> Command:
    if len(said) != 1 or not CLAUSE_FORM.fullmatch(said[0]):
        raise Unreadable("expected a clause, as in 'croupier refer ESD-41'")
    return lambda sight: ask_floor.ReportFault(
        **sight.head, fault=Fault.DOUBT, clause=said[0], what=said[0], number=sight.referrals
    )


def _ruling(decision: Decision, *, by: str) -> Read:
    """Return the reader of a ruling, which is refused to everybody but the floor."""

    def read(seat: int, said: Sequence[str]) -> Command:
        words.nothing(said)
        return lambda sight: ask_floor.Rule(
            **sight.head,
            decision=decision,
            by_floor=by == words.FLOOR,
            seat=seat,
            ruled_by=by,
            reason="scenario",
            number=sight.referrals,
        )

    return read


def _error(coming: Callable[[Sequence[str]], Coming]) -> Spoken:
    """Return the verb of an error at the next deal."""
    return Spoken(
        read=lambda _, said: pot_verbs.reported(coming(said)),
        played_in=_any,
        ends_stakes=False,
        coming=coming,
    )


def _split_at(said: Sequence[str], word: str) -> tuple[Sequence[str], Sequence[str]]:
    if word not in said:
        return said, ()
    at = said.index(word)
    if at + 1 == len(said):
        raise Unreadable(f"{word!r} without a card after it: leave it out to change none")
    return said[:at], said[at + 1 :]


SEATS: Final[Mapping[str, Spoken]] = {
    "stake": Spoken(read=_stake, played_in=kinds.banked, ends_stakes=False),
    "sit-out": Spoken(read=_sit_out, played_in=kinds.banked, ends_stakes=False),
    "play": Spoken(read=_play, played_in=kinds.banked),
    "fold": Spoken(read=_fold, played_in=_any),
    "check": Spoken(read=pot_verbs.plain(Verb.CHECK), played_in=kinds.for_the_pot),
    "call": Spoken(read=pot_verbs.plain(Verb.CALL), played_in=kinds.for_the_pot),
    "all-in": Spoken(read=pot_verbs.plain(Verb.ALL_IN), played_in=kinds.for_the_pot),
    "bet": Spoken(read=pot_verbs.to_amount(Verb.BET), played_in=kinds.for_the_pot),
    "raise": Spoken(read=pot_verbs.to_amount(Verb.RAISE), played_in=kinds.for_the_pot),
    "bring-in": Spoken(read=pot_verbs.to_amount(Verb.BRING_IN), played_in=kinds.for_the_pot),
    "complete": Spoken(read=pot_verbs.to_amount(Verb.COMPLETE), played_in=kinds.for_the_pot),
    "show": Spoken(read=pot_verbs.own_cards(Manner.SHOW), played_in=_any),
    "concede": Spoken(read=pot_verbs.own_cards(Manner.CONCEDE), played_in=_any),
    "reorder": Spoken(read=pot_verbs.own_cards(Manner.REORDER), played_in=_any),
    "expose": Spoken(read=pot_verbs.own_cards(Manner.EXPOSE), played_in=_any),
    "demand-show": Spoken(read=pot_verbs.with_other(Manner.DEMAND), played_in=_any),
    "reveal-to": Spoken(read=pot_verbs.with_other(Manner.REVEAL), played_in=_any),
    "resume": Spoken(read=_ruling(Decision.RESUME, by="player"), played_in=_any),
    "void": Spoken(read=_ruling(Decision.VOID, by="player"), played_in=_any),
    "rule": Spoken(read=draw_verbs.ruling(by="player"), played_in=kinds.has_openers),
    "discard": Spoken(read=draw_verbs.discard, played_in=kinds.has_draw),
    "stand": Spoken(read=draw_verbs.stand, played_in=kinds.has_draw),
    "ask-count": Spoken(read=draw_verbs.ask_count, played_in=kinds.has_draw),
    "declare-count": Spoken(read=draw_verbs.declare_count, played_in=kinds.has_draw),
}
"""What a seat says: `S VERB …`."""

CROUPIERS: Final[Mapping[str, Spoken]] = {
    "skip": _error(pot_verbs.skip),
    "face-up": _error(pot_verbs.face_up),
    "extra-card": _error(draw_verbs.extra_card),
    "missing-card": _error(draw_verbs.missing_card),
    "remove-deck": Spoken(read=draw_verbs.remove_deck, played_in=_any, ends_stakes=False),
    "rule": Spoken(read=draw_verbs.ruling(by=words.CROUPIER), played_in=kinds.has_openers, ends_stakes=False),
    "deal-early": Spoken(read=pot_verbs.deal_early, played_in=_any, ends_stakes=False),
    "refer": Spoken(read=_refer, played_in=_any, ends_stakes=False),
    "resume": Spoken(read=_ruling(Decision.RESUME, by=words.CROUPIER), played_in=_any, ends_stakes=False),
    "void": Spoken(read=_ruling(Decision.VOID, by=words.CROUPIER), played_in=_any, ends_stakes=False),
}
"""What the croupier does: `croupier VERB …`."""

FLOORS: Final[Mapping[str, Spoken]] = {
    "resume": Spoken(read=_ruling(Decision.RESUME, by=words.FLOOR), played_in=_any),
    "void": Spoken(read=_ruling(Decision.VOID, by=words.FLOOR), played_in=_any),
    "rule": Spoken(read=draw_verbs.ruling(by=words.FLOOR), played_in=kinds.has_openers),
}
"""What the floor decides: `floor VERB …`."""

NOBODYS: Final[Mapping[str, Spoken]] = {
    "timeout": Spoken(read=_timeout, played_in=_any),
}
"""What happens without anybody saying it: `VERB …`."""
