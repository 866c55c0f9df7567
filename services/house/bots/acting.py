"""A bot's act on the wire, patient or not, and whether the answer is one that it may get."""

from collections.abc import Mapping
from typing import Any, Final

from services.house.bots.bot import Bot
from services.house.bots.calling import Caller, Reply
from services.house.bots.seen import Choice
from services.house.bots.tally import Tally

LATE: Final = frozenset(
    {
        "STALE_ACT",
        "TOO_LATE",
        "NOT_YOUR_TURN",
        "NOT_ACTIVE",
        "HAND_CLOSED",
        "WRONG_STAGE",
        "DEAL_IN_PROGRESS",
        "ALREADY_BET",
        "ALREADY_DECIDED",
        "too_fast",
        "in_progress",
    }
)
"""What who is too late or too quick is told; no fault of anybody's."""


class Acting:
    """Acts for bots over one caller."""

    def __init__(self, caller: Caller, tally: Tally) -> None:
        self._caller: Final = caller
        self._tally: Final = tally

    def act(self, bot: Bot, choice: Choice, *, hand: str, turns: int) -> Reply:
        """Carry out a bot's choice; an impatient bot does so in its own way."""
        body = {"seat": bot.seat, **choice.body, **({"turn": turns} if turns >= 0 else {})}
        if turns > 0 and bot.chance(bot.manners.old_turn):
            self._tally.tried("old_turn")
            self._must_refuse(self._post(bot, hand, {**body, "turn": turns - 1}, key=bot.key()))
        key = bot.key()
        reply = self._post(bot, hand, body, key=key)
        if reply.good:
            self._tally.acted(choice.verb)
        else:
            self._note(reply)
        if reply.good and bot.chance(bot.manners.repeats_key):
            self._tally.tried("repeats_key")
            again = self._post(bot, hand, body, key=key)
            if not (again.replayed and again.body == reply.body):
                self._tally.wonders(f"the same key again: {again.status} {again.code}, replayed {again.replayed}")
        if reply.good and bot.chance(bot.manners.acts_twice):
            self._tally.tried("acts_twice")
            self._must_refuse(self._post(bot, hand, body, key=bot.key()))
        return reply

    def out_of_turn(self, bot: Bot, *, hand: str, turns: int, verb: str) -> None:
        """Say something at a turn that is another's."""
        self._tally.tried("out_of_turn")
        body = {"seat": bot.seat, "verb": verb, "turn": turns}
        self._must_refuse(self._post(bot, hand, body, key=bot.key()))

    def _post(self, bot: Bot, hand: str, body: Mapping[str, Any], *, key: str) -> Reply:
        return self._caller.post(f"/betting/hands/{hand}/acts", body, token=bot.token, key=key)

    def _must_refuse(self, reply: Reply) -> None:
        if reply.good:
            self._tally.wonders(f"taken although it must not be: {reply.body}")
        else:
            self._note(reply)

    def _note(self, reply: Reply) -> None:
        self._tally.was_refused(reply.code)
        if reply.code not in LATE:
            self._tally.wonders(f"{reply.status} {reply.code}: {reply.body.get('detail', '')}")
