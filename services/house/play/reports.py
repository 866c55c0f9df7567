"""What is printed of a scenario that was played: one line for people, one object for programs."""

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from services.house.play.playing import Verdict
from services.house.play.sight import Sight
from services.house.play.unreadable import Unreadable
from shared.cards import written
from shared.hand import facts as say
from shared.rules.game import CROUPIER
from shared.secret import Secret


def line(verdict: Verdict) -> str:
    """Return the line for people."""
    scenario = verdict.scenario
    if verdict.failure:
        return f"FAILED {scenario.scenario_id}: {verdict.failure}"
    return f"ok {scenario.scenario_id} {scenario.title}"


def unreadable(path: Path, wrong: Unreadable) -> dict[str, Any]:
    """Return the object for a file that cannot be read."""
    return {"id": None, "file": str(path), "ok": False, "failure": {"unreadable": str(wrong)}, "hands": []}


def whole(verdict: Verdict) -> dict[str, Any]:
    """Return the object for a scenario that was played."""
    return {
        "id": verdict.scenario.scenario_id,
        "ok": verdict.failure is None,
        "failure": asdict(verdict.failure) if verdict.failure else None,
        "hands": [_hand(sight) for sight in verdict.hands],
    }


def plain(value: Any) -> Any:
    """Return a fact, or a part of one, as plain JSON values; secrets stay hidden."""
    match value:
        case Secret():
            return str(value)
        case Enum():
            return value.name.lower()
        case Mapping():
            return {plain(key) if isinstance(key, Enum) else str(key): plain(each) for key, each in value.items()}
        case tuple() | list():
            return [plain(each) for each in value]
        case frozenset():
            return sorted(plain(each) for each in value)
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


def _hand(sight: Sight) -> dict[str, Any]:
    places = sorted(sight.dealt.held)
    return {
        "stage": sight.stage,
        "pot": sight.pot,
        "chips": {str(seat): chips for seat, chips in sight.chips.items()},
        "net": {str(seat): net for seat, net in sight.nets.items()},
        "cards": {"croupier" if at == CROUPIER else str(at): written(sight.cards(at)) for at in places},
        "piles": {name: written(cards) for name, cards in sight.piles.items()},
        "awards": plain(sight.awards),
        "meters": {"progressive": sight.meter},
        "irregularities": list(sight.irregularities),
        "announcements": list(sight.announcements),
        "facts": [_fact(service, fact) for service, fact in sight.told],
    }


def _fact(service: str, fact: say.Fact) -> dict[str, Any]:
    return {"service": service, "fact": type(fact).__name__, **plain(fact)}
