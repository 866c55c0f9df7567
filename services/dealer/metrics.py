"""What the dealer counts."""

from collections.abc import Iterable

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.telemetry import counter

_OPENED = counter("crupier_hands_opened_total", "Hands opened", ("game",))
_CLOSED = counter("crupier_hands_closed_total", "Hands closed, by their outcome", ("game", "outcome"))
_REDRIVEN = counter("crupier_redrives_total", "Hands that stood still and were asked for again", ("game",))
_ASKED = counter("crupier_redriven_messages_total", "Messages sent again by a re-drive", ("game",))
_IRREGULAR = counter("crupier_irregularities_total", "Irregularities on record, by clause", ("clause",))


def record_hand_opened(*, game: str) -> None:
    """Count a hand that began."""
    _OPENED.labels(game).inc()


def record_hand_closed(*, game: str, outcome: str) -> None:
    """Count a hand that ended."""
    _CLOSED.labels(game, outcome).inc()


def record_redrive(*, game: str, asked: int) -> None:
    """Count a hand that stood still, and the messages sent again for it."""
    _REDRIVEN.labels(game).inc()
    _ASKED.labels(game).inc(asked)


def record_irregularity(*, clause: str) -> None:
    """Count an irregularity."""
    _IRREGULAR.labels(clause).inc()


def record_facts(facts: Iterable[say.Fact]) -> None:
    """Count the irregularities and the remedied errors among facts."""
    for fact in facts:
        if isinstance(fact, (say.IrregularityRecorded, at_floor.FaultRemedied)):
            record_irregularity(clause=fact.clause)
