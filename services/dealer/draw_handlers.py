"""The dealer at work in a draw: each command in one transaction, with the clock of the seat that is to draw."""

from services.dealer import metrics
from services.dealer.handlers import carry_out, keep_draw_clock
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import facts as say
from shared.journal.ports import Tx
from shared.runtime.wiring import Wiring


def open_draw(tx: Tx, command: ask_draw.OpenDraw, wiring: Wiring) -> None:
    """Begin the draw."""
    _in_turn(tx, command, wiring)


def discard(tx: Tx, command: ask_draw.Discard, wiring: Wiring, *, actor: str = "") -> None:
    """Serve a seat as many cards as it lays down."""
    _in_turn(tx, command, wiring, actor=actor)


def stand(tx: Tx, command: ask_draw.Stand, wiring: Wiring, *, actor: str = "") -> None:
    """Note that a seat changes nothing."""
    _in_turn(tx, command, wiring, actor=actor)


def expire_draw(tx: Tx, command: ask_draw.ExpireDraw, wiring: Wiring) -> None:
    """Ask a silent seat again, or take it as served."""
    _in_turn(tx, command, wiring)


def ask_count(tx: Tx, command: ask_draw.AskCount, wiring: Wiring, *, actor: str = "") -> None:
    """Tell how many cards a seat drew."""
    carry_out(tx, command, wiring, actor=actor)


def end_counts(tx: Tx, command: ask_draw.EndCounts, wiring: Wiring) -> None:
    """End the time in which counts are told."""
    carry_out(tx, command, wiring)


def _in_turn(tx: Tx, command: ask.Command, wiring: Wiring, *, actor: str = "") -> None:
    for fact in carry_out(tx, command, wiring, actor=actor):
        if isinstance(fact, say.IrregularityRecorded):
            metrics.record_irregularity(clause=fact.clause)
    keep_draw_clock(tx, command.hand)
