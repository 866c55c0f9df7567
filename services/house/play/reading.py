"""Reads scenario files. Whatever the format does not have is an error, so that no expectation is skipped by a slip."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from services.house.play import deck, expectations, lines, words
from services.house.play.scenario import HandScript, Scenario, SetMeter, ends_stakes
from services.house.play.seating import Seating
from services.house.play.unreadable import Unreadable
from shared.cards import Card
from shared.games import UnknownGame
from shared.games import game as find_game
from shared.money import CENTS_MAX, Cents
from shared.rulebook import CLAUSE_FORM
from shared.rules.game import AgainstTheBank, Eldest, Game
from shared.rules.terms import TermsRefused


def read(path: Path) -> Scenario:
    """Read a scenario file, or refuse with `Unreadable`."""
    try:
        return scenario(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise Unreadable(f"{wrong}") from None


def scenario(content: Mapping[str, Any]) -> Scenario:
    """Read what a scenario file holds, or refuse with `Unreadable`."""
    _known(content, _FILE, where="the file")
    game = _game(_text(content, "game"))
    hands = _tables(content, "hands")
    clauses = content.get("clauses", [])
    if not isinstance(clauses, list) or not all(isinstance(c, str) and CLAUSE_FORM.fullmatch(c) for c in clauses):
        raise Unreadable(f"clauses is {clauses!r}: expected a list of clauses such as ESD-15")
    return Scenario(
        scenario_id=_text(content, "id"),
        title=_text(content, "title"),
        clauses=tuple(clauses),
        seating=_seating(content, game),
        hands=tuple(_hand(hand, number, game) for number, hand in enumerate(hands, start=1)),
    )


def _game(game_id: str) -> Game:
    try:
        return find_game(game_id)
    except UnknownGame as wrong:
        raise Unreadable(str(wrong)) from None


def _seating(content: Mapping[str, Any], game: Game) -> Seating:
    try:
        terms = game.terms(_table(content, "table"))
    except TermsRefused as wrong:
        raise Unreadable(f"[table]: {wrong}") from None
    seats = {words.seat(seat): _chips(seat, chips) for seat, chips in _table(content, "seats").items()}
    if not seats:
        raise Unreadable("[seats] names nobody: expected seats with the chips in front of them, as in 1 = 100")
    if max(seats) > game.seats_at(terms) and not isinstance(game.contest, AgainstTheBank):
        raise Unreadable(f"[seats] names seat {max(seats)}: the table has seats 1 to {game.seats_at(terms)}")
    return Seating(
        game=game.game_id,
        terms=terms,
        chips_by_seat=dict(sorted(seats.items())),
        eldest=_eldest(content, game, tuple(seats)),
    )


def _eldest(content: Mapping[str, Any], game: Game, seats: tuple[int, ...]) -> int:
    if "eldest" not in content:
        return 0
    if game.eldest is not Eldest.DISC:
        raise Unreadable(f"eldest: {game.game_id} has no disc of la mà")
    if content["eldest"] not in seats:
        raise Unreadable(f"eldest is {content['eldest']!r}: expected one of the seats {', '.join(map(str, seats))}")
    return int(content["eldest"])


def _hand(hand: Mapping[str, Any], number: int, game: Game) -> HandScript:
    try:
        _known(hand, _HAND, where="the hand")
        expected = _table(hand, "expect")
        decks = _decks(_text(hand, "deck", default="", blank=True), game)
        script = HandScript(
            deck=decks.get(game.pack) or next(iter(decks.values())),
            decks=decks if game.short_pack else {},
            mixes=_mixes(hand, game),
            lines=tuple(lines.line(text, game=game) for text in _texts(hand, "play")),
            expectations=tuple(expectations.after(name, value, game=game) for name, value in expected.items()),
        )
        _check_meter_first(script)
    except Unreadable as wrong:
        raise Unreadable(f"hand {number}: {wrong}") from None
    return script


def _decks(text: str, game: Game) -> Mapping[int, tuple[Card, ...]]:
    """Read a deck in each pack of the game that it can be in; at the table one of them will be in use."""
    packs = (game.pack, game.short_pack.cards) if game.short_pack else (game.pack,)
    decks: dict[int, tuple[Card, ...]] = {}
    wrong = Unreadable("no deck")
    for pack in packs:
        try:
            decks[pack] = deck.deck(text, pack=pack)
        except Unreadable as other:
            wrong = other
    if not decks:
        raise wrong
    return decks


def _mixes(hand: Mapping[str, Any], game: Game) -> tuple[tuple[Card, ...], ...]:
    mixes = tuple(deck.pile(text, pack=game.pack) for text in _texts(hand, "mix"))
    if mixes and isinstance(game.contest, AgainstTheBank):
        raise Unreadable(f"mix: nothing is mixed in a hand of {game.game_id}")
    return mixes


def _check_meter_first(script: HandScript) -> None:
    begun = False
    for line in script.lines:
        if begun and isinstance(line, SetMeter):
            raise Unreadable(f"line {line.text!r}: the meter is set before the deal")
        begun = begun or ends_stakes(line)


def _known(content: Mapping[str, Any], keys: frozenset[str], *, where: str) -> None:
    if unknown := sorted(set(content) - keys):
        raise Unreadable(f"{where} has no key {unknown[0]!r}: expected some of {', '.join(sorted(keys))}")


def _text(content: Mapping[str, Any], key: str, *, default: str | None = None, blank: bool = False) -> str:
    found = content.get(key, default)
    if not isinstance(found, str) or not (blank or found.strip()):
        raise Unreadable(f"{key} is {found!r}: expected a text")
    return found


def _texts(content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = content.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Unreadable(f"{key} is {found!r}: expected a list of texts")
    return tuple(found)


def _table(content: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = content.get(key, {})
    if not isinstance(found, Mapping):
        raise Unreadable(f"{key} is {found!r}: expected a table")
    return found


def _tables(content: Mapping[str, Any], key: str) -> tuple[Mapping[str, Any], ...]:
    found = content.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(each, Mapping) for each in found):
        raise Unreadable(f"[[{key}]] is missing: a scenario has one hand at least")
    return tuple(found)


def _chips(seat: str, chips: Any) -> Cents:
    if not isinstance(chips, int) or isinstance(chips, bool) or not 0 <= chips <= CENTS_MAX:
        raise Unreadable(f"seat {seat} has {chips!r}: expected a whole number of chips")
    return Cents(chips)


_FILE: Final = frozenset({"id", "title", "clauses", "game", "eldest", "table", "seats", "hands"})
_HAND: Final = frozenset({"deck", "mix", "play", "expect"})
