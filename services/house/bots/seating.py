"""Bots between hands: they bring money, sit down, bring more chips, leave and come back."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.house.bots.bot import Bot
from services.house.bots.calling import Caller, Reply
from services.house.bots.tally import Tally
from shared.games import game
from shared.rules.terms import Terms

Cashier = Callable[[Caller, str, int, str], None]
"""Takes a person's money in: caller, person, amount, and the key under which that counts once."""

BUY_INS: Final = 2
"""How many buy-ins a bot brings to the house at a time."""
AWAY_HANDS_MAX: Final = 3
LATE_ON_SEATS: Final = frozenset({"TABLE_FULL", "ALREADY_SEATED", "TABLE_NOT_OPEN", "NOT_ACTIVE", "too_fast"})


class Seating:
    """Looks after the seats of the bots of one table."""

    def __init__(self, caller: Caller, tally: Tally, *, table: str, cashier: Cashier) -> None:
        self._caller: Final = caller
        self._tally: Final = tally
        self._cashier: Final = cashier
        self._table: Final = table
        self._terms: Mapping[str, Any] = {}
        self._seats_max = 0

    def find(self, bots: tuple[Bot, ...]) -> None:
        """Read the table's terms, and see which bots sit there from before."""
        state = self._caller.get(f"/dealer/tables/{self._table}").body
        self._terms = state["terms"]
        self._seats_max = game(state["game"]).seats_at(Terms(self._terms))
        by_person = {seat["person"]: seat for seat in state["seats"]}
        for bot in bots:
            known = by_person.get(bot.person)
            bot.seat = int(known["seat"]) if known else 0

    def between_hands(self, bots: tuple[Bot, ...]) -> None:
        """Do what bots do when a hand has ended: sit down, come back, bring more chips, or leave."""
        missing = tuple(bot for bot in bots if not bot.seat)
        if missing:
            self._seat(bots)
        for bot in bots:
            if bot.seat and bot.chance(bot.manners.walks_off / 2):
                self.leave(bot)

    def leave(self, bot: Bot) -> None:
        """Leave the table; in mid-hand that counts from its end."""
        self._tally.tried("walks_off")
        self._note(self._caller.delete(self._seat_path(bot.seat), token=bot.token, key=bot.key()))
        bot.seat, bot.away_hands = 0, bot.rng.randint(1, AWAY_HANDS_MAX)

    def more_chips(self, bot: Bot, chips: int) -> None:
        """Bring chips for a bot that has too few for the next hands."""
        buy_in = self._buy_in
        if chips >= buy_in // 2:
            return
        self._bring_money(bot, buy_in)
        reply = self._caller.post(
            f"/betting/tables/{self._table}/seats/{bot.seat}/chips",
            {"amount": buy_in - chips},
            token=bot.token,
            key=bot.key(),
        )
        self._note(reply)

    @property
    def _buy_in(self) -> int:
        least, most = int(self._terms["min_buy_in"]), int(self._terms["max_buy_in"])
        return min(most, 10 * least)

    def _seat(self, bots: tuple[Bot, ...]) -> None:
        state = self._caller.get(f"/dealer/tables/{self._table}").body
        taken = {int(seat["seat"]): seat["person"] for seat in state["seats"]}
        for bot in bots:
            bot.seat = next((seat for seat, person in taken.items() if person == bot.person), 0) if bot.seat else 0
            if bot.seat:
                continue
            if bot.away_hands:
                bot.away_hands -= 1
                continue
            if bot.person in taken.values():
                continue  # it has asked to leave, and the hand is not over yet
            free = [seat for seat in range(1, self._seats_max + 1) if seat not in taken]
            if free:
                self._bring_money(bot, self._buy_in)
                self._sit(bot, bot.rng.choice(free), taken)

    def _sit(self, bot: Bot, seat: int, taken: dict[int, str]) -> None:
        reply = self._caller.post(self._seat_path(seat), {"buy_in": self._buy_in}, token=bot.token, key=bot.key())
        if reply.good:
            bot.seat, taken[seat] = seat, bot.person
        else:
            self._note(reply)

    def _bring_money(self, bot: Bot, amount: int) -> None:
        """Have the cashier take money in for a bot whose account holds less than this."""
        if int(self._caller.get("/betting/wallet", token=bot.token).body.get("balance", 0)) < amount:
            self._cashier(self._caller, bot.person, BUY_INS * amount, bot.key())

    def _seat_path(self, seat: int) -> str:
        return f"/dealer/tables/{self._table}/seats/{seat}"

    def _note(self, reply: Reply) -> None:
        if reply.good:
            return
        self._tally.was_refused(reply.code)
        if reply.code not in LATE_ON_SEATS:
            self._tally.wonders(f"{reply.status} {reply.code}: {reply.body.get('detail', '')}")
