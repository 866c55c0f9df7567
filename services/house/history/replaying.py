"""Plays a history through a game of ours, action by action, and compares what each player ends up with."""

from dataclasses import dataclass
from typing import Any, Final

from services.betting.domain.pot import hand as pot_hand
from services.dealer.domain.hand import Stage
from services.house.history import stacking
from services.house.history.phh import FIXED_STUD, Phh, UnreadableHistory
from services.house.pure_table import PureTable
from shared.games import game as find_game
from shared.hand import commands as ask
from shared.hand import pot_commands as ask_pot
from shared.hand.command import Verb
from shared.hand.pot_commands import Manner
from shared.money import Cents
from shared.rules.game import Game
from shared.rules.refusals import RuleBroken
from shared.rules.terms import Param, Terms, TermsRefused
from shared.rules.wager import Wager

SEED: Final = "00" * 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """How a history went: what each player has at the end, in the order of the file, and what did not agree, if any."""

    stacks: tuple[int, ...]
    differs: str
    table: PureTable


def replay(phh: Phh, game_id: str) -> Replayed:
    """Play a history by the law of a game; stop at the first action that this law refuses."""
    found = find_game(game_id)
    count = len(phh.starting_stacks)
    if count > found.seats_max:
        raise UnreadableHistory(f"{count} players: {game_id} takes {found.seats_max} at most")
    seats = tuple(range(1, count + 1)) if found.rotation > 0 else tuple(range(count, 0, -1))
    chips = {seat: Cents(stack) for seat, stack in zip(seats, phh.starting_stacks, strict=True)}
    table = PureTable(game=game_id, terms=terms_of(phh, found), chips_by_seat=chips, eldest=seats[0])
    deck, mixes = stacking.stacked(phh, found)
    table.open_hand(deck=deck, seed=SEED, mixes=mixes)
    differs = _play(phh, table, seats)
    stacks = tuple(table.seat_chips(seat) for seat in seats)
    if not differs and phh.finishing_stacks and stacks != phh.finishing_stacks:
        differs = f"expected finishing stacks {list(phh.finishing_stacks)}, found {list(stacks)}"
    return Replayed(stacks=stacks, differs=differs, table=table)


def terms_of(phh: Phh, found: Game) -> Terms:
    """Return the table's terms: those of a history of ours as they were, else those that the standard's fields give."""
    try:
        return found.terms(_given(phh, found))
    except TermsRefused as refused:
        raise UnreadableHistory(str(refused)) from None


def _given(phh: Phh, found: Game) -> dict[str, Any]:
    if phh.own.get("game") == found.game_id and isinstance(phh.own.get("terms"), dict):
        return dict(phh.own["terms"])
    if phh.variant not in (FIXED_STUD, found.clauses):
        raise UnreadableHistory(f"variant {phh.variant!r}: expected {FIXED_STUD} or {found.clauses}")
    if len(set(phh.antes)) > 1:
        raise UnreadableHistory(f"antes are {list(phh.antes)}: expected the same for everybody")
    rules = found.for_the_pot
    forced = next((step.forced for step in found.course if isinstance(step, Wager) and step.forced), None)
    given: dict[str, Any] = {
        rules.ante.name: phh.antes[0],
        rules.stakes.low.name: phh.small_bet,
        rules.stakes.high.name: phh.big_bet,
    }
    if isinstance(forced, Param):
        given[forced.name] = phh.bring_in
    return given


def _play(phh: Phh, table: PureTable, seats: tuple[int, ...]) -> str:
    for action in phh.actions:
        said = action.partition("#")[0].strip()
        act = stacking.ACT.fullmatch(said)
        if act is None:
            continue  # cards that are dealt: the deck deals them
        try:
            _carry_out(table, seats[int(act[1]) - 1], act[2], act[3] or "")
        except RuleBroken as refusal:
            return f"{said}: {refusal.code}, {refusal}"
    if table.cards.stage is Stage.SHOWDOWN:
        table.put(ask_pot.EndShowdown(**_head(table)))
    return ""


def _carry_out(table: PureTable, seat: int, word: str, argument: str) -> None:
    match word:
        case "sm":
            manner = Manner.SHOW if argument.strip("?-") else Manner.CONCEDE
            if table.cards.stage is Stage.SHOWDOWN and not _alone(table, seat, manner):
                table.put(ask_pot.HandleCards(**_head(table), seat=seat, manner=manner))
        case "pb":
            table.put(ask.Act(**_head(table), seat=seat, verb=Verb.BRING_IN))
        case "f":
            table.put(ask.Act(**_head(table), seat=seat, verb=Verb.FOLD))
        case "cc":
            table.put(ask.Act(**_head(table), seat=seat, verb=_check_or_call(table, seat)))
        case _:
            table.put(ask.Act(**_head(table), seat=seat, verb=_rise(table), amount=_amount(argument)))


def _alone(table: PureTable, seat: int, manner: Manner) -> bool:
    """Whether all the others have conceded: then there is nothing to give up."""
    others = set(table.cards.live) - {seat} - set(table.cards.conceded)
    return manner is Manner.CONCEDE and not others


def _check_or_call(table: PureTable, seat: int) -> Verb:
    hand = _betting(table)
    return Verb.CALL if hand.interval.to_call(seat) else Verb.CHECK


def _rise(table: PureTable) -> Verb:
    return Verb.RAISE if _betting(table).interval.level else Verb.BET


def _betting(table: PureTable) -> pot_hand.Hand:
    assert isinstance(table.chips, pot_hand.Hand), f"{table.game} is not played for the pot"
    return table.chips


def _amount(text: str) -> Cents:
    if not text.isdecimal():
        raise UnreadableHistory(f"{text!r} is no whole amount")
    return Cents(int(text))


def _head(table: PureTable) -> dict[str, Any]:
    return {"hand": f"{table.table}-{table.number}", "table": table.table, "game": table.game}
