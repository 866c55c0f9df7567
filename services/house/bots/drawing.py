"""A bot in a draw: it keeps what pairs, or what is nearly a flush, and changes the rest."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from services.house.bots.acting import LATE
from services.house.bots.bot import Bot
from services.house.bots.calling import Caller
from services.house.bots.tally import Tally
from shared.cards import RANK_VALUE, card

NEARLY: Final = 4
"""So many cards of one suit are kept for a flush."""


class Drawing:
    """Draws for bots over one caller."""

    def __init__(self, caller: Caller, tally: Tally) -> None:
        self._caller: Final = caller
        self._tally: Final = tally

    def take_turn(self, bots: Sequence[Bot], *, hand: str, cards: Callable[[Bot], dict[int, tuple[str, ...]]]) -> None:
        """Let the bot whose turn it is draw."""
        if not bots:
            return
        drawn = self._caller.get(f"/dealer/hands/{hand}/draw", token=bots[0].token).body
        for bot in bots:
            if drawn.get("stage") == "draw" and bot.seat == drawn.get("turn"):
                self._draw(bot, hand, turn=drawn["turns"], holding=cards(bot).get(bot.seat, ()))

    def _draw(self, bot: Bot, hand: str, *, turn: int, holding: Sequence[str]) -> None:
        gone = discards(holding)
        path = f"/dealer/hands/{hand}/{'discards' if gone else 'stand'}"
        body = {"turn": turn, **({"discards": list(gone)} if gone else {})}
        reply = self._caller.post(path, body, token=bot.token, key=bot.key())
        if reply.good:
            self._tally.acted("discard" if gone else "stand")
            return
        self._tally.was_refused(reply.code)
        if reply.code not in LATE:
            self._tally.wonders(f"{reply.status} {reply.code}: {reply.body.get('detail', '')}")


def discards(holding: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the cards that a bot changes, none for a holding that is good as it is."""
    ranks, suits = Counter(text[0] for text in holding), Counter(text[1] for text in holding)
    (suit, many), *_ = suits.most_common(1) or [("", 0)]
    if many > NEARLY or _in_a_row(holding):
        return ()
    if many == NEARLY:
        return tuple(place for place, text in enumerate(holding) if text[1] != suit)
    paired = {rank for rank, count in ranks.items() if count > 1}
    if paired:
        return tuple(place for place, text in enumerate(holding) if text[0] not in paired)
    highest = sorted(range(len(holding)), key=lambda place: RANK_VALUE[card(holding[place])])[-2:]
    return tuple(place for place in range(len(holding)) if place not in highest)


def _in_a_row(holding: Sequence[str]) -> bool:
    values = sorted({RANK_VALUE[card(text)] for text in holding})
    return len(values) == len(holding) > 1 and values[-1] - values[0] == len(values) - 1
