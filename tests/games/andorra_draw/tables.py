"""A table of Andorra's five-card draw on the pure rules, in few words."""

from services.house.play.deck import deck as written_deck
from shared.cards import PACKS
from shared.hand import draw_commands as ask_draw
from tests.games.pot_tables import SEED, PotTable

OPENERS = {1: "Jh Jd 9c 8s 7d"}


class DrawTable(PotTable):
    """Opens hands in the pack that the number of players asks for."""

    def __init__(self, chips=100, **how):
        super().__init__("andorra_draw", chips, **{"show_seconds": 0, **how})

    def open(self, cards="", **how):
        pack = self.pack(sitting_out=how.get("sitting_out", ()))
        self.open_hand(deck=written_deck(cards, pack=pack), seed=SEED, **how)
        return self

    def open_shuffled(self, dice, **how):
        pack = PACKS[self.pack(sitting_out=how.get("sitting_out", ()))]
        self.open_hand(deck=tuple(dice.sample(pack, len(pack))), seed=SEED, **how)
        return self

    def deal(self, holdings, then=""):
        """Open a hand in which each seat is dealt the five cards named for it, and `then` lies on top of the stub."""
        order = self.order
        hands = [holdings.get(seat, "? ? ? ? ?").split() for seat in order]
        return self.open(" ".join(card for round_ in zip(*hands, strict=True) for card in round_) + " " + then)

    @property
    def order(self):
        seats = sorted(self._next()[1], reverse=True)
        here = seats.index(self.eldest)
        return [*seats[here:], *seats[:here]]

    def pass_round(self):
        """Let everybody check, so that the hand is blank."""
        while self.chips.turn:
            self.say(f"{self.chips.turn} check")
        return self

    def discard(self, seat, *places):
        self.put(ask_draw.Discard(**self.head, seat=seat, discards=places))
        return self

    def stand_all(self):
        while self.cards.drawn.turn:
            self.put(ask_draw.Stand(**self.head, seat=self.cards.drawn.turn))
        return self

    def lying(self):
        return sorted((*super().lying(), *self.cards.drawn.laid))
