"""The dealer at work where people handle cards, and where something goes wrong: each command, in one transaction."""

from functools import partial

from services.dealer import metrics
from services.dealer.domain import hand as hands
from services.dealer.domain import handling
from services.dealer.handlers import HAND, carry_out, keep_draw_clock
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand import pot_facts as at_pot
from shared.journal.ports import Timer, Tx
from shared.rules.refusals import RuleBroken
from shared.runtime.recording import record
from shared.runtime.wiring import Wiring


def show_holdings(tx: Tx, command: ask_pot.ShowHoldings, wiring: Wiring) -> None:
    """Begin the showdown, and set the time in which the seats may show or concede."""
    for fact in carry_out(tx, command, wiring):
        if isinstance(fact, at_pot.ShowdownOpened) and fact.seconds:
            tx.set_timers([_showdown_timer(command.hand, float(fact.seconds))])


def handle_cards(tx: Tx, command: ask_pot.HandleCards, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what a seat does with its cards; what conduct forbids is refused and goes on record."""
    try:
        carry_out(tx, command, wiring, actor=actor)
    except RuleBroken as refusal:
        refusal.to_record = partial(put_on_record, command=command, refusal=refusal, wiring=wiring)
        raise
    if tx.fold(stream=command.hand, folding=HAND).state.stage is not hands.Stage.SHOWDOWN:
        tx.clear_timers([_showdown_timer(command.hand, 0.0).timer_id])


def end_showdown(tx: Tx, command: ask_pot.EndShowdown, wiring: Wiring) -> None:
    """End the time to show."""
    carry_out(tx, command, wiring)


def report_fault(tx: Tx, command: ask_floor.ReportFault, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what the law has done about an error, or put it to the floor."""
    carry_out(tx, command, wiring, actor=actor)
    keep_draw_clock(tx, command.hand)


def rule(tx: Tx, command: ask_floor.Rule, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what the floor has ruled."""
    carry_out(tx, command, wiring, actor=actor)
    keep_draw_clock(tx, command.hand)


def bury_cards(tx: Tx, command: ask_floor.BuryCards, wiring: Wiring) -> None:
    """Lay the card of a seat that has left among the dead ones."""
    carry_out(tx, command, wiring)


def put_on_record(tx: Tx, *, command: ask_pot.HandleCards, refusal: RuleBroken, wiring: Wiring) -> None:
    """Record an attempt that a rule of conduct forbids; it changed nothing else."""
    facts = handling.irregularity(refusal, command)
    seq = tx.fold(stream=command.hand, folding=HAND).seq
    record(tx, wiring, stream=command.hand, seq=seq, facts=facts, cause=command.command_id)
    for fact in facts:
        metrics.record_irregularity(clause=fact.clause)


def _showdown_timer(hand: str, seconds: float) -> Timer:
    return Timer(timer_id=f"{hand}:showdown", stream=hand, kind="end_showdown", seconds=seconds, payload={})
