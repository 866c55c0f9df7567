"""The shuffle and its proof: from 32 secret bytes to an order of cards, and a Merkle root that commits to it."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from shared.cards import Card

T = TypeVar("T")

_LEAF = b"crupier/leaf/1"
_NODE = b"crupier/node/1"


def shuffled(items: Sequence[T], *, seed: str, hand: str, label: str) -> tuple[T, ...]:
    """Return `items` in the order that the seed (hex) gives for this hand and label: Fisher-Yates, without bias."""
    order = list(items)
    draws = _words(bytes.fromhex(seed), f"{hand}/{label}".encode())
    for last in range(len(order) - 1, 0, -1):
        pick = _below(last + 1, draws)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _words(seed: bytes, label: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, label + counter.to_bytes(4, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def _below(bound: int, draws: Iterator[int]) -> int:
    """Return a whole number below `bound`; words above the last full multiple are rejected, so none is likelier."""
    fair = (1 << 32) - (1 << 32) % bound
    for word in draws:
        if word < fair:
            return word % bound
    raise AssertionError("the stream of words does not end")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """That `card` lies at `position` of a committed deck: its salt, and the hashes beside it on the way to the root.

    A step of the path begins with `<` where the other hash stands on the left, and with `>` where on the right.
    """

    position: int
    card: Card
    salt: str
    path: tuple[str, ...]


def commitment(deck: Sequence[Card], *, seed: str) -> str:
    """Return the Merkle root (hex) over the salted places of the deck."""
    return _levels(deck, seed)[-1][0].hex()


def prove(deck: Sequence[Card], *, seed: str, position: int) -> Proof:
    """Return the proof of the card at `position`, counted from 1."""
    path, at = [], position - 1
    for level in _levels(deck, seed)[:-1]:
        beside = at ^ 1
        if beside < len(level):
            path.append((">" if beside > at else "<") + level[beside].hex())
        at //= 2
    card = deck[position - 1]
    return Proof(position=position, card=card, salt=_salt(seed, position).hex(), path=tuple(path))


def holds(proof: Proof, *, root: str) -> bool:
    """Whether a proof leads to the published root."""
    node = _leaf(proof.position, proof.card, bytes.fromhex(proof.salt))
    for step in proof.path:
        beside = bytes.fromhex(step[1:])
        node = _node(node, beside) if step[0] == ">" else _node(beside, node)
    return hmac.compare_digest(node.hex(), root)


def _levels(deck: Sequence[Card], seed: str) -> list[list[bytes]]:
    level = [_leaf(at, card, _salt(seed, at)) for at, card in enumerate(deck, start=1)]
    levels = [level]
    while len(level) > 1:
        pairs = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
        levels.append(level)
    return levels


def _salt(seed: str, position: int) -> bytes:
    return hmac.digest(bytes.fromhex(seed), b"salt" + position.to_bytes(2, "big"), "sha256")[:16]


def _leaf(position: int, card: Card, salt: bytes) -> bytes:
    return hashlib.sha256(_LEAF + position.to_bytes(2, "big") + card.encode() + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()
