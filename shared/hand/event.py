"""What a public event is made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A public event: its name, and a body of plain values that holds no hidden card."""

    name: str
    body: Mapping[str, Any]
