"""What a scenario can expect: one entry for each key, with how its words are read and what is found at the table.

A key for another game is one more entry in a table at the foot; `seen_in` says which games have it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Any, Final

from services.house.play import kinds, words
from services.house.play.scenario import Expectation, named
from services.house.play.sight import HIDDEN, Sight
from services.house.play.unreadable import Unreadable
from shared.cards import RANKS
from shared.rulebook import CLAUSE_FORM
from shared.rules.game import Game

Find = Callable[[Sight], object]


def in_play(text: str, said: Sequence[str], *, game: Game) -> Expectation:
    """Read the words of an `expect` line."""
    if not said:
        raise Unreadable("expected 'expect KEY …'")
    key = _known(IN_PLAY, said[0], game=game)
    expected, find = key.read(said[1:])
    return Expectation(text=text, expected=expected, find=find, holds=key.holds)


def after(name: str, value: Any, *, game: Game) -> Expectation:
    """Read one key of what must hold after the hand."""
    key = _known(AFTER, name, game=game)
    expected, find = key.read(value)
    return Expectation(text=f"expect.{name}", expected=expected, find=find, holds=eq)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyInPlay:
    """A key of an `expect` line: from its words to what is expected and to what is found."""

    read: Callable[[Sequence[str]], tuple[object, Find]]
    holds: Callable[[Any, Any], bool] = eq
    seen_in: Callable[[Game], bool] = lambda _: True


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAfter:
    """A key of `[hands.expect]`: from its TOML value to what is expected and to what is found."""

    read: Callable[[Any], tuple[object, Find]]
    seen_in: Callable[[Game], bool] = lambda _: True


def _known(table: Mapping[str, Any], name: str, *, game: Game) -> Any:
    key = table.get(name)
    if key is None or not key.seen_in(game):
        known = ", ".join(sorted(each for each, entry in table.items() if entry.seen_in(game)))
        raise Unreadable(f"{game.game_id} has no {name!r} to expect: expected one of {known}")
    return key


def cut(text: str, said: Sequence[str], *, game: Game) -> Expectation:
    """Read who cuts: it is looked up whether the law has named him."""
    if not kinds.has_draw(game):
        raise Unreadable(f"the law of {game.game_id} names nobody who cuts")
    expected = words.seat(_only(said))
    return Expectation(text=text, expected=expected, find=lambda sight: sight.cut_by, holds=eq)


def _number(find: Find) -> KeyInPlay:
    """Return a key with one number: `pot N`."""

    def read(said: Sequence[str]) -> tuple[object, Find]:
        return words.amount(_only(said)), find

    return KeyInPlay(read=read)


def _number_of_seat(find: Callable[[Sight, int], object]) -> KeyInPlay:
    """Return a key with a seat and a number: `to-call S N`."""

    def read(said: Sequence[str]) -> tuple[object, Find]:
        seat, number = _count(said, 2)
        of = words.seat(seat)
        return words.amount(number), lambda sight: find(sight, of)

    return KeyInPlay(read=read)


def _cards(find: Find) -> KeyInPlay:
    """Return a key with cards: `dead "…"`."""

    def read(said: Sequence[str]) -> tuple[object, Find]:
        return _laid(_only(said)), find

    return KeyInPlay(read=read)


def _cards_of_place(find: Callable[[Sight, int], object]) -> KeyInPlay:
    """Return a key with a seat, or the croupier, and cards: `cards S "…"`."""

    def read(said: Sequence[str]) -> tuple[object, Find]:
        place, cards = _count(said, 2)
        of = words.place(place)
        return _laid(cards), lambda sight: find(sight, of)

    return KeyInPlay(read=read)


def _view(said: Sequence[str]) -> tuple[object, Find]:
    by, of, cards = _count(said, 3)
    seer, seen = words.seat(by), words.place(of)
    return _laid(cards), lambda sight: sight.view(seer, seen)


def _stage(said: Sequence[str]) -> tuple[object, Find]:
    name = _only(said)
    if name not in STAGES:
        raise Unreadable(f"{name!r} is no stage: expected one of {', '.join(STAGES)}")
    return name, lambda sight: sight.stage


def _rank(said: Sequence[str]) -> tuple[object, Find]:
    return _is_rank(_only(said)), lambda sight: sight.min_open


def _is_rank(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in RANKS:
        raise Unreadable(f"found {value!r}: expected the rank of a pair, as in J")
    return value


def _live(said: Sequence[str]) -> tuple[object, Find]:
    return tuple(sorted(words.seat(word) for word in said)), lambda sight: sight.live


def _clause(said: Sequence[str]) -> tuple[object, Find]:
    return _clause_id(_only(said)), lambda sight: sight.on_record


def _announced(said: Sequence[str]) -> tuple[object, Find]:
    return _only(said), lambda sight: sight.announcements


def _only(said: Sequence[str]) -> str:
    return _count(said, 1)[0]


def _count(said: Sequence[str], count: int) -> Sequence[str]:
    if len(said) != count:
        raise Unreadable(f"expected {count} words after the key, found {len(said)}; cards stand in quotes")
    return said


def _laid(text: str) -> tuple[str, ...]:
    return tuple(word if word == HIDDEN else words.a_card(word) for word in text.split())


def _clause_id(text: Any) -> str:
    if not isinstance(text, str) or not CLAUSE_FORM.fullmatch(text):
        raise Unreadable(f"{text!r} is no clause: expected one such as ESD-15")
    return text


def _whole(find: Find) -> Callable[[Any], tuple[object, Find]]:
    return lambda value: (_is_whole(value), find)


def _by_seat(find: Callable[[Sight], Mapping[int, int]]) -> Callable[[Any], tuple[object, Find]]:
    """Return a reader of amounts by seat; only the seats that are named are looked at."""

    def read(value: Any) -> tuple[object, Find]:
        if not isinstance(value, Mapping):
            raise Unreadable(f"found {value!r}: expected an amount for each seat, as in {{ 1 = 20 }}")
        expected = {words.seat(seat): _is_whole(amount) for seat, amount in value.items()}
        return expected, lambda sight: named(find(sight), expected)

    return read


def _seats(find: Find, *, ascending: bool) -> Callable[[Any], tuple[object, Find]]:
    def read(value: Any) -> tuple[object, Find]:
        if not isinstance(value, list):
            raise Unreadable(f"found {value!r}: expected a list of seats")
        seats = tuple(_is_whole(seat) for seat in value)
        return tuple(sorted(seats)) if ascending else seats, find

    return read


def _awards(value: Any) -> tuple[object, Find]:
    if not isinstance(value, list) or not all(isinstance(e, Mapping) and set(e) == _AWARD for e in value):
        raise Unreadable(f"found {value!r}: expected a list of {{ seat, award, amount }}")
    return tuple(dict(each) for each in value), lambda sight: sight.awards


def _clauses(value: Any) -> tuple[object, Find]:
    if not isinstance(value, list):
        raise Unreadable(f"found {value!r}: expected a list of clauses")
    expected = tuple(_clause_id(each) for each in value)
    # A doubt that the floor decides is on record under its clause; it may be named here or left out.
    return expected, lambda sight: sight.on_record if expected == sight.on_record else sight.irregularities


def _croupier(value: Any) -> tuple[object, Find]:
    if not isinstance(value, str):
        raise Unreadable(f"found {value!r}: expected the croupier's cards as one text")
    return tuple(words.a_card(word) for word in value.split()), lambda sight: sight.cards(0)


def _qualified(value: Any) -> tuple[object, Find]:
    if not isinstance(value, bool):
        raise Unreadable(f"found {value!r}: expected true or false")
    return value, lambda sight: sight.qualified


def _is_whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Unreadable(f"found {value!r}: expected a whole number")


STAGES: Final = ("deal", "wager", "draw", "decide", "showdown", "awaiting_ruling", "closed", "void")

_AWARD: Final = {"seat", "award", "amount"}

IN_PLAY: Final[Mapping[str, KeyInPlay]] = {
    "turn": _number(lambda sight: sight.turn),
    "pot": _number(lambda sight: sight.pot),
    "to-call": _number_of_seat(Sight.to_call),
    "cards": _cards_of_place(Sight.cards),
    "public": _cards_of_place(Sight.public),
    "view": KeyInPlay(read=_view),
    "stub": _number(lambda sight: len(sight.stub)),
    "stage": KeyInPlay(read=_stage),
    "live": KeyInPlay(read=_live),
    "limit": replace(_number(lambda sight: sight.limit), seen_in=kinds.for_the_pot),
    "dead": replace(_cards(lambda sight: sight.dead), seen_in=kinds.for_the_pot),
    "burnt": replace(_cards(lambda sight: sight.burnt), seen_in=kinds.for_the_pot),
    "common": replace(_cards(lambda sight: sight.common), seen_in=kinds.for_the_pot),
    "announced": KeyInPlay(read=_announced, holds=lambda expected, found: expected in found, seen_in=kinds.for_the_pot),
    "min-open": KeyInPlay(read=_rank, seen_in=kinds.has_openers),
    "count": replace(_number(lambda sight: sight.count), seen_in=kinds.has_draw),
    "irregularity": KeyInPlay(read=_clause, holds=lambda expected, found: expected in found),
}
"""What `expect KEY …` can ask in the course of a hand."""

AFTER: Final[Mapping[str, KeyAfter]] = {
    "pot": KeyAfter(read=_whole(lambda sight: sight.pot)),
    "chips": KeyAfter(read=_by_seat(lambda sight: sight.chips)),
    "net": KeyAfter(read=_by_seat(lambda sight: sight.nets)),
    "winners": KeyAfter(read=_seats(lambda sight: sight.winners, ascending=True)),
    "shown": KeyAfter(read=_seats(lambda sight: sight.shown, ascending=False)),
    "awards": KeyAfter(read=_awards, seen_in=kinds.banked),
    "meter": KeyAfter(read=_whole(lambda sight: sight.meter), seen_in=kinds.banked),
    "irregularities": KeyAfter(read=_clauses),
    "carried": KeyAfter(read=_whole(lambda sight: sight.carried), seen_in=kinds.for_the_pot),
    "eldest": KeyAfter(read=_whole(lambda sight: sight.eldest), seen_in=kinds.has_disc),
    "min_open": KeyAfter(
        read=lambda value: (_is_rank(value), lambda sight: sight.next_min_open), seen_in=kinds.has_openers
    ),
    "croupier": KeyAfter(read=_croupier, seen_in=kinds.banked),
    "qualified": KeyAfter(read=_qualified, seen_in=kinds.banked),
}
"""What `[hands.expect]` can ask once a hand is over."""
