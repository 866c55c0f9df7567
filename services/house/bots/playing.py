"""The bots of one table at play: they look at the table now and then, and act when the house lets them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.house.bots.acting import Acting
from services.house.bots.bot import Bot, Pace
from services.house.bots.calling import Caller
from services.house.bots.drawing import Drawing
from services.house.bots.seating import Cashier, Seating
from services.house.bots.seen import Choice, Seen
from services.house.bots.tally import Tally

Chooser = Callable[[Seen, Any], Choice]

IN_TURN: Final = ("decide", "wager")
BETWEEN_HANDS: Final = ("unopened", "closed")
ANY_TURN: Final = -1
SLACK: Final = 4
"""Between hands there is nothing to act on: the table is looked at so many times more seldom."""


class TablePlay:
    """One table's bots. `step` does what is due and returns when to come again; one thread drives many tables."""

    def __init__(
        self,
        *,
        table: str,
        bots: tuple[Bot, ...],
        caller: Caller,
        tally: Tally,
        pace: Pace,
        chooser: Chooser,
        cashier: Cashier,
    ) -> None:
        self.table: Final = table
        self._bots: Final = bots
        self._caller: Final = caller
        self._pace: Final = pace
        self._choose: Final = chooser
        self._acting: Final = Acting(caller, tally)
        self._drawing: Final = Drawing(caller, tally)
        self._seating: Final = Seating(caller, tally, table=table, cashier=cashier)
        self._known = False
        self._hand = ""
        self._tidied = ""

    def step(self, now: float) -> float:
        """Look at the table, let those act who are to act, and return the seconds until the next look."""
        if not self._known:
            self._seating.find(self._bots)
            self._known = True
            self._seating.between_hands(self._bots)
        view = self._look(self._bots[0])
        if view["hand"] != self._hand:
            self._hand = view["hand"]
            self._begin_thinking(now)
        if view["stage"] in BETWEEN_HANDS:
            return self._between_hands(view)
        if view["stage"] in IN_TURN and view["turn"]:
            return self._at_turn(view, now)
        if view["stage"] == "stakes":
            return self._all_at_once(view, now)
        if view["stage"] == "draw":
            self._drawing.take_turn(self._seated(view), hand=view["hand"], cards=self._cards)
        return self._pace.look

    def _between_hands(self, view: Mapping[str, Any]) -> float:
        if self._tidied != view["hand"] or not view["hand"]:
            self._tidied = view["hand"]
            chips = {seat["person"]: seat["chips"] for seat in view["seats"]}
            for bot in self._bots:
                if bot.seat and bot.person in chips:
                    self._seating.more_chips(bot, self._look(bot)["me"]["chips"])
            self._seating.between_hands(self._bots)
        return self._pace.look * SLACK

    def _all_at_once(self, view: Mapping[str, Any], now: float) -> float:
        """Everybody may act in any order."""
        waiting = [bot for bot in self._seated(view) if bot.staked_in != view["hand"] and bot.dozes_in != view["hand"]]
        for bot in waiting:
            if bot.ready_at <= now:
                bot.staked_in = view["hand"]
                self._act(bot, view["hand"])
        later = [bot.ready_at - now for bot in waiting if bot.ready_at > now]
        return max(0.0, min([*later, self._pace.look])) if later else self._pace.look

    def _at_turn(self, view: Mapping[str, Any], now: float) -> float:
        """One seat is to act."""
        mark = f"{view['hand']}:{view['turns']}"
        for bot in self._seated(view):
            if bot.seat == view["turn"]:
                return self._take_turn(bot, view, mark, now)
        return self._pace.look

    def _take_turn(self, bot: Bot, view: Mapping[str, Any], mark: str, now: float) -> float:
        if bot.dozes_in == mark:
            return self._pace.look
        if bot.staked_in != mark:
            bot.staked_in, bot.ready_at = mark, now + self._pace.thought(bot.rng)
            if bot.chance(bot.manners.dozes):
                bot.dozes_in = mark
                return self._pace.look
            self._fidget(view, but=bot)
        if bot.ready_at > now:
            return bot.ready_at - now
        self._act(bot, view["hand"])
        return self._pace.look

    def _act(self, bot: Bot, hand: str) -> None:
        own = self._look(bot)
        if own["hand"] != hand or not own["me"]["may"]:
            return
        cards = self._cards(bot) if own["stage"] != "stakes" else {}
        seen = Seen(
            seat=bot.seat,
            chips=own["me"]["chips"],
            may=tuple(own["me"]["may"]),
            cards=cards.get(bot.seat, ()),
        )
        # Stakes are placed by all at once: somebody else's must not make this one stale.
        turns = own["turns"] if own["stage"] != "stakes" else ANY_TURN
        self._acting.act(bot, self._choose(seen, bot.rng), hand=hand, turns=turns)
        if bot.chance(bot.manners.walks_off / 2):
            self._seating.leave(bot)

    def _fidget(self, view: Mapping[str, Any], *, but: Bot) -> None:
        for bot in self._seated(view):
            if bot is not but and bot.chance(bot.manners.out_of_turn):
                # In a stud who made the forced bet may fold before it is his turn (PR7-17); nobody may check then.
                verb = "check" if view["stage"] == "wager" else "fold"
                self._acting.out_of_turn(bot, hand=view["hand"], turns=view["turns"], verb=verb)

    def _begin_thinking(self, now: float) -> None:
        for bot in self._bots:
            bot.ready_at = now + self._pace.thought(bot.rng)
            if bot.chance(bot.manners.dozes):
                bot.dozes_in = self._hand

    def _seated(self, view: Mapping[str, Any]) -> tuple[Bot, ...]:
        seats = {seat["person"]: int(seat["seat"]) for seat in view["seats"]}
        return tuple(bot for bot in self._bots if bot.person in seats and bot.seat == seats[bot.person])

    def _look(self, bot: Bot) -> Mapping[str, Any]:
        return self._caller.get(f"/betting/tables/{self.table}/view", token=bot.token).body

    def _cards(self, bot: Bot) -> dict[int, tuple[str, ...]]:
        seen = self._caller.get(f"/dealer/tables/{self.table}/view", token=bot.token).body
        return {int(seat["seat"]): tuple(seat["cards"]) for seat in seen["seats"]}
