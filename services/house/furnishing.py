"""A room to try: tables of every game, players that are programs, and money for whoever comes."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from services.house.bots.calling import Caller
from services.house.bots.company import Recruit, TableToPlay
from services.house.bots.seating import Cashier
from services.house.bots.ways import can_play
from services.house.inside import Asks
from services.lobby import passwords, people
from services.lobby.domain.people import PLAYER, person_of
from shared.games import game, game_ids
from shared.money import Cents
from shared.runtime.tokens import Role, Tokens
from shared.runtime.wiring import Wiring

WELCOME_CENTS: Final = Cents(100_000)
"""What a new player is given to try the house; it stands in the ledger as any other deposit."""

BOT_TOKEN_SECONDS: Final = 30 * 86_400.0
COMPANY: Final = 3
"""So many bots sit down at a table before any go to the next."""
SEATS_LEFT_FREE: Final = 1
"""At each table so many seats stay free of bots, for people."""

LEISURELY: Final = {"pause_seconds": 2}
HASTY: Final = {"pause_seconds": 0, "stake_seconds": 2, "decision_seconds": 2, "show_seconds": 0}
STAKES: Final = frozenset({"ante", "bring_in", "low", "high", "small", "big", "bet_before_draw", "bet_after_draw"})
STAKES_TIMES: Final = 100
"""The laws' examples count in units of one; a room to try plays for whole units of money."""
TABLE_WORDS: Final = {"es": "Mesa", "ca": "Taula"}
NAMES: Final = (
    "Aina", "Bruno", "Carla", "Diego", "Elena", "Ferran", "Gala", "Hugo", "Iria", "Joan", "Laia", "Marc",
    "Nuria", "Oriol", "Paula", "Quim", "Rosa", "Sergi", "Tania", "Unai", "Vera", "Xavi", "Yago", "Zoe",
)  # fmt: skip


def open_tables(house: Asks, *, each: int, hasty: bool, games: Sequence[str] = ()) -> tuple[tuple[str, str], ...]:
    """Open so many tables of each game that can be played here; return all tables of these games, with their games."""
    wanted = tuple(game_id for game_id in games or game_ids() if can_play(game(game_id)))
    known = {table["id"]: table["game"] for table in house.get("dealer", "/tables")["tables"]}
    counted: Counter[str] = Counter()
    for game_id in sorted(wanted, key=lambda each: (game(each).seats_min, each)):
        for number in range(1, each + 1):
            table, word = f"{game_id.replace('_', '-')}-{number}", TABLE_WORDS.get(game(game_id).language, "Table")
            counted[word] += 1
            if table not in known:
                _open_table(house, table, game_id, f"{word} {counted[word]}", hasty=hasty)
                known[table] = game_id
    return tuple(sorted((table, game_id) for table, game_id in known.items() if game_id in wanted))


def seat_bots(
    recruiting: Callable[[int], Recruit], tables: Sequence[tuple[str, str]], *, bots: int
) -> tuple[TableToPlay, ...]:
    """Return who is to play where: so many bots, as long as there is room, and at no table too few for a hand."""
    numbers = iter(range(bots))
    return tuple(
        TableToPlay(table=table, game=game_id, recruits=tuple(recruiting(next(numbers)) for _ in range(places)))
        for (table, game_id), places in shares(tables, bots=bots).items()
        if places
    )


def shares(tables: Sequence[tuple[str, str]], *, bots: int) -> dict[tuple[str, str], int]:
    """Return how many bots play at each table: a small company at one after the other, then one more at each in turn.

    The games that few can play come first, and the first table of each game before the second of any.
    """
    places = dict.fromkeys(sorted(tables, key=_order), 0)
    left = bots
    for table in places:
        least = game(table[1]).seats_min
        company = min(max(COMPANY, least), _room(table))
        if left >= company or (left == bots and left >= least):
            places[table] = min(company, left)
            left -= places[table]
    while left and (free := [table for table in places if places[table] and places[table] < _room(table)]):
        for table in free[:left]:
            places[table] += 1
        left -= len(free[:left])
    return places


def _order(table: tuple[str, str]) -> tuple[int, int, str]:
    number = table[0].rpartition("-")[2]
    return int(number) if number.isdecimal() else 0, game(table[1]).seats_min, table[0]


def _room(table: tuple[str, str]) -> int:
    return game(table[1]).seats_max - SEATS_LEFT_FREE


def name_of(number: int) -> str:
    """Return the name of the bot of that number."""
    generation, place = divmod(number, len(NAMES))
    return f"{NAMES[place]} · bot{f' {generation + 1}' if generation else ''}"


def recruit_signed_up(lobby: Wiring, number: int) -> Recruit:
    """Return the bot of that number, signed up under a name with which nobody can sign in."""
    name = name_of(number)
    with suppress(people.NameTaken):  # it has been here before
        lobby.store.decide(
            lambda tx: people.enrol(
                tx, name=name, kept_password=passwords.nobodys(), roles=(PLAYER,), at_table="", by="house"
            )
        )
    return recruit(lobby.tokens, number)


def recruit(tokens: Tokens, number: int) -> Recruit:
    """Return the bot of that number, with a token for its person."""
    person = person_of(name_of(number))
    token = tokens.issue(person=person, roles=frozenset({Role.PLAYER}), seconds=BOT_TOKEN_SECONDS)
    return Recruit(person=person, token=token)


def cash_desk(house: Callable[[Caller], Asks]) -> Cashier:
    """Return the house's cashier, who takes bots' money in; `house` is how it asks, given who calls."""

    def take_in(caller: Caller, person: str, amount: int, key: str) -> None:
        deposit(house(caller), person, Cents(amount), key=key)

    return take_in


def welcome(house: Asks) -> Callable[[str], None]:
    """Return what greets a new player: chips to try the house."""

    def greet(person: str) -> None:
        deposit(house, person, WELCOME_CENTS, key=f"welcome-{hashlib.sha256(person.encode()).hexdigest()[:32]}")

    return greet


def deposit(house: Asks, person: str, amount: Cents, *, key: str) -> None:
    """Take a person's money in, once under this key."""
    house.post("betting", f"/wallets/{person}/deposits", {"amount": amount}, key=key)


def _open_table(house: Asks, table: str, game_id: str, name: str, *, hasty: bool) -> None:
    found = game(game_id)
    known = {param.name for param in found.params}
    stakes = {param.name: param.default * STAKES_TIMES for param in found.params if param.name in STAKES}
    chosen = {**stakes, **{name: value for name, value in (HASTY if hasty else LEISURELY).items() if name in known}}
    # Every one is given, as a house at work asks for; here the examples will do.
    body = {"id": table, "game": game_id, "name": name, "terms": dict(found.terms(chosen))}
    house.post("dealer", "/tables", body, key=f"open-{table}")
