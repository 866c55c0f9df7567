"""Lines of play: who, a verb and its words; a refusal of such a line; or something that must hold."""

import re
from collections.abc import Mapping, Sequence

from services.house.play import expectations, verbs, words
from services.house.play.scenario import Deed, Line, Posting, Refuse, SetMeter
from services.house.play.unreadable import Unreadable
from shared.rules.game import AgainstTheBank, Game
from shared.rules.refusals import BY_CODE
from shared.rules.wager import ForThePot


def line(text: str, *, game: Game) -> Line:
    """Read one line of play."""
    try:
        return _line(text, game)
    except Unreadable as wrong:
        raise Unreadable(f"line {text!r}: {wrong}") from None


def _line(text: str, game: Game) -> Line:
    match words.split(text):
        case []:
            raise Unreadable("says nothing")
        case ["refuse", *_]:
            return _refuse(text, game)
        case ["expect", *said]:
            return expectations.in_play(text, said, game=game)
        case ["cut", *said]:
            return expectations.cut(text, said, game=game)
        case ["meter", *said]:
            return _meter(text, said, game)
        case _:
            return _posting(text, game) or _deed(text, game)


def _posting(text: str, game: Game) -> Posting | None:
    match words.split(text):
        case [seat, ("post" | "sit-out") as what] if isinstance(game.contest, ForThePot):
            return Posting(text=text, seat=words.seat(seat), posts=what == "post")
        case _:
            return None


def _refuse(text: str, game: Game) -> Refuse:
    parts = re.fullmatch(r"\s*refuse\s+(\S+?):\s+(.+)", text)
    if not parts:
        raise Unreadable("expected 'refuse CODE: LINE'")
    code, inner = parts.groups()
    if code not in BY_CODE:
        raise Unreadable(f"{code} is no refusal: expected one of {', '.join(sorted(BY_CODE))}")
    return Refuse(text=text, rule=BY_CODE[code], deed=_posting(inner, game) or _deed(inner, game))


def _meter(text: str, said: Sequence[str], game: Game) -> SetMeter:
    match said:
        case [word] if isinstance(game.contest, AgainstTheBank):
            return SetMeter(text=text, amount=words.amount(word))
        case [_]:
            raise Unreadable(f"{game.game_id} has no progressive")
        case _:
            raise Unreadable("expected 'meter N'")


def _speaker(first: str) -> tuple[Mapping[str, verbs.Spoken], int]:
    """Return what can be said by who is named first in a line, and the seat where it is one."""
    if re.fullmatch("[0-9]+", first):
        return verbs.SEATS, words.seat(first)
    return {words.CROUPIER: verbs.CROUPIERS, words.FLOOR: verbs.FLOORS}.get(first, verbs.NOBODYS), 0


def _deed(text: str, game: Game) -> Deed:
    first, *said = words.split(text)
    table, seat = _speaker(first)
    if table is verbs.NOBODYS:
        verb = first
    elif said:
        verb, *said = said
    else:
        raise Unreadable(f"{first} does nothing")
    spoken = table.get(verb)
    if spoken is None or not spoken.played_in(game):
        known = ", ".join(sorted(each for each, entry in table.items() if entry.played_in(game)))
        raise Unreadable(f"{game.game_id} has no line with {verb!r} here: expected one of {known}")
    return Deed(
        text=text,
        command=spoken.read(seat, said),
        ends_stakes=spoken.ends_stakes,
        coming=spoken.coming(said) if spoken.coming else None,
    )
