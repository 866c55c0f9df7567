"""Messages for a whole hand, counted as they leave for the broker."""

from collections import Counter
from random import Random
from typing import Final

from services.betting import handlers as betting
from services.betting.domain import seen
from services.house.play.seating import Seating
from services.house.play.services_felt import ServicesFelt
from services.house.simulate.driving import mixed
from shared.cards import PACKS
from shared.games import game
from shared.hand import commands as ask
from shared.hand.commands import Verb
from shared.journal.ports import Outgoing
from shared.money import Cents
from shared.rules.game import AgainstTheBank
from tests.bench.measuring import Line, Size, Target

SEATS: Final = 3
CHIPS: Final = Cents(100_000)
LIMITS: Final = {"spain_draw": 12, "andorra_stud": 22, "puerto_rico_stud": 22}
SERVED: Final = ("dealer.serve_draw", "betting.resume_street")
"""What follows from a seat's act to draw, and is counted to the act."""
STAYING: Final = (Verb.STAKE, Verb.PLAY, Verb.BRING_IN, Verb.CHECK, Verb.CALL)
"""What a seat says so that the hand goes through all its streets."""


class CountedFelt(ServicesFelt):
    """A table on the real services that counts what they send one another."""

    def __init__(self, seating: Seating) -> None:
        self.sent: Counter[str] = Counter()
        super().__init__(seating)

    def _deliver(self, message: Outgoing, *, sender: str) -> None:
        if message.hand and message.queue in self._services:
            self.sent[message.kind] += 1
        super()._deliver(message, sender=sender)


def measure(_size: Size) -> tuple[Line, ...]:
    """Count a hand of each game in which everybody stays in."""
    return tuple(_line(game_id, limit) for game_id, limit in LIMITS.items())


def _line(game_id: str, limit: int) -> Line:
    sent = _counted(game_id)
    served = sum(sent[kind] for kind in SERVED)
    messages = sum(sent.values()) - served
    note = f"and {served} more for the draws of {SEATS} seats" if served else ""
    what = f"messages for a whole hand of {game_id}, without the seats' acts"
    return Line(
        name="H2",
        what=what,
        unit="messages",
        values=(float(messages),),
        target=Target(limit=limit, at_least=False, hard=True),
        note=note,
    )


def _counted(game_id: str) -> Counter[str]:
    found = game(game_id)
    known = {param.name for param in found.params}
    terms = found.terms({name: 0 for name in ("show_seconds",) if name in known})
    chips = dict.fromkeys(range(1, SEATS + 1), CHIPS)
    felt = CountedFelt(Seating(game=game_id, terms=terms, chips_by_seat=chips, eldest=0))
    try:
        felt.sent.clear()
        felt.open_hand(deck=mixed(PACKS[found.pack], Random(1)), mixes=())
        if isinstance(found.contest, AgainstTheBank):
            for seat in chips:
                _stay(felt, seat)
            felt.put(ask.CloseBoxes(hand=_hand(felt).hand, table=_hand(felt).table, game=game_id))
        while turn := _hand(felt).turn:
            _stay(felt, turn)
        assert felt.sent["dealer.close_hand"] == 1, f"the hand of {game_id} did not end: {dict(felt.sent)}"
        return felt.sent
    finally:
        felt.leave()


def _stay(felt: CountedFelt, seat: int) -> None:
    hand = _hand(felt)
    option = next(each for each in seen.options(hand, seat) if each.verb in STAYING)
    head = {"hand": hand.hand, "table": hand.table, "game": hand.game, "seat": seat, "turn": hand.turns}
    felt.put(ask.Act(**head, verb=option.verb, amount=option.least, side_bet=option.side_bet))


def _hand(felt: CountedFelt) -> betting.hands.Hand:
    with felt._wired["betting"].store.reading() as tx:
        return tx.fold(stream=felt._hand, folding=betting.HAND).state
