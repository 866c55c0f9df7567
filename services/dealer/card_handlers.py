"""The dealer at work where people handle cards, and where something goes wrong: each command, in one transaction."""

from functools import partial

from services.dealer import metrics
from services.dealer.domain import hand as hands
from services.dealer.domain import handling
from services.dealer.handlers import HAND, carry_out, keep_draw_clock
from shared.games import game
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand import pot_commands as ask_pot
from shared.journal.ports import Timer, Tx
from shared.rules.refusals import RuleBroken
from shared.runtime.recording import record
from shared.runtime.wiring import Wiring


def show_holdings(tx: Tx, command: ask_pot.ShowHoldings, wiring: Wiring) -> None:
    """Begin the showdown, and set the time in which the seats may show or concede."""
    carry_out(tx, command, wiring)
    _keep_showdown_clock(tx, command.hand)


def handle_cards(tx: Tx, command: ask_pot.HandleCards, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what a seat does with its cards; what conduct forbids is refused and goes on record."""
    try:
        carry_out(tx, command, wiring, actor=actor)
    except RuleBroken as refusal:
        refusal.to_record = partial(put_on_record, command=command, refusal=refusal, wiring=wiring)
        raise
    if tx.fold(stream=command.hand, folding=HAND).state.stage is not hands.Stage.SHOWDOWN:
        _keep_showdown_clock(tx, command.hand)


def end_showdown(tx: Tx, command: ask_pot.EndShowdown, wiring: Wiring) -> None:
    """End the time to show."""
    carry_out(tx, command, wiring)


def report_fault(tx: Tx, command: ask_floor.ReportFault, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what the law has done about an error, or put it to the floor: all clocks wait for it then."""
    facts = carry_out(tx, command, wiring, actor=actor)
    keep_draw_clock(tx, command.hand)
    if any(isinstance(fact, at_floor.ReferredToFloor) for fact in facts):
        _keep_showdown_clock(tx, command.hand)


def rule(tx: Tx, command: ask_floor.Rule, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out what the floor has ruled; where the hand goes on, its clocks begin anew."""
    carry_out(tx, command, wiring, actor=actor)
    keep_draw_clock(tx, command.hand)
    _keep_showdown_clock(tx, command.hand)


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


def _keep_showdown_clock(tx: Tx, hand_id: str) -> None:
    """Set the time in which the seats may show or concede, or stop it where it is over or the floor has to decide."""
    hand = tx.fold(stream=hand_id, folding=HAND).state
    timer_id = f"{hand_id}:showdown"
    if hand.stage is hands.Stage.SHOWDOWN and not hand.trouble.referral:
        seconds = float(hand.terms.of(game(hand.game).for_the_pot.show_seconds))
        tx.set_timers([Timer(timer_id=timer_id, stream=hand_id, kind="end_showdown", seconds=seconds, payload={})])
    else:
        tx.clear_timers([timer_id])
