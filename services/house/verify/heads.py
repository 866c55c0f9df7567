"""The heads of all journals in a file that is kept outside the house.

A chain by itself does not show that its end was cut off, or that all of it was written anew; a head noted before does.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from services.house import exits
from shared.journal.audit import Head

Heads = Mapping[str, tuple[Head, ...]]
"""The head of each stream, by service."""


def read(file: Path) -> Heads:
    """Return the heads that were noted; none when the file is not there yet."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        return {service: tuple(_heads(streams)) for service, streams in json.loads(text).items()}
    except (ValueError, TypeError, AttributeError) as wrong:
        why = f"{file} holds no heads as `crupier verify --heads` notes them; name that file, or a new one"
        raise exits.Refused(why, code=exits.NO_INPUT) from wrong


def write(file: Path, heads: Heads) -> None:
    """Note the heads in the place of those before, all of them or none."""
    said = {service: {head.stream: [head.seq, head.hash] for head in found} for service, found in heads.items()}
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(json.dumps(said) + "\n", encoding="utf-8")
    os.replace(beside, file)  # noqa: PTH105 (as one step, whatever stands there)


def _heads(streams: Mapping[str, Any]) -> list[Head]:
    return [Head(stream=stream, seq=int(seq), hash=str(hash_)) for stream, (seq, hash_) in streams.items()]
