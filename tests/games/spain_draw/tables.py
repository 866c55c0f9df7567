"""A table of the Spanish game on the pure rules, in few words."""

from services.house.play.deck import deck
from services.house.pure_table import PureTable
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.commands import Verb

GAME = game("spain_draw")
MINIMUM = {"min_bet": 500, "jackpot_stake": 100, "jackpot_contribution_ppm": 0}
NINES = "9s 9d Kh 5c 2d"
"""The croupier's cards in most tests: he changes 5c and 2d."""


class SpanishTable(PureTable):
    """Opens hands with a deck written as in scenarios, and takes each act in one call."""

    def __init__(self, chips=10_000, *, seats=(1,), **terms):
        stacks = dict.fromkeys(seats, chips) if isinstance(chips, int) else chips
        super().__init__(game="spain_draw", terms=GAME.terms(MINIMUM | terms), chips_by_seat=stacks)

    @property
    def head(self):
        return {"hand": f"{self.table}-{self.number}", "table": self.table, "game": self.game}

    def open(self, cards=""):
        self.open_hand(deck=deck(cards, pack=52))
        return self

    def act(self, seat, verb, **more):
        self.put(ask.Act(**self.head, seat=seat, verb=verb, **more))
        return self

    def stake(self, seat, ante=1_000, side_bet=0, **more):
        return self.act(seat, Verb.STAKE, amount=ante, side_bet=side_bet, **more)

    def deal(self):
        self.put(ask.CloseBoxes(**self.head))
        return self

    def play(self, seat, *discards, **more):
        return self.act(seat, Verb.PLAY, discards=discards, **more)

    def fold(self, seat):
        return self.act(seat, Verb.FOLD)

    def said(self, kind):
        """Return the facts of a kind in this hand."""
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def the(self, kind):
        (fact,) = self.said(kind)
        return fact

    def net(self, seat=1):
        return next(net.amount for net in self.the(say.HandClosed).nets if net.seat == seat)

    def result(self, seat=1):
        return next(result for result in self.the(say.HandSettled).results if result.seat == seat)


def dealt(player, croupier, drawn=""):
    """Return the deck that gives one seat and the croupier these cards, and then the drawn ones."""
    alternate = [card for pair in zip(player.split(), croupier.split(), strict=True) for card in pair]
    return " ".join([*alternate, drawn])


def shown_down(player, croupier, drawn="", **more):
    """Return a table at which one seat has staked 1,000 and played these cards, changing none."""
    table = SpanishTable(**more).open(dealt(player, croupier, drawn))
    return table.stake(1).deal().play(1)
