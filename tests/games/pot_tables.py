"""A table of a game for the pot on the pure rules, in few words: acts are said as in scenarios."""

from random import Random

from services.betting.domain.pot.may import may
from services.dealer.domain.hand import Stage
from services.house.play import lines
from services.house.play.deck import deck as written_deck
from services.house.play.scenario import Deed
from services.house.play.sight import Sight
from services.house.pure_table import PureTable
from shared.cards import PACK_52
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand.command import Verb
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision

SEED = "5eed" * 16


class PotTable(PureTable):
    """Opens hands with a deck written as in scenarios, and takes acts as lines: `"2 bet 4", "1 call"`."""

    def __init__(self, game_id, chips=100, *, seats=(1, 2), eldest=0, **terms):
        stacks = dict.fromkeys(seats, chips) if isinstance(chips, int) else chips
        super().__init__(game=game_id, terms=game(game_id).terms(terms), chips_by_seat=stacks, eldest=eldest)

    @property
    def head(self):
        return {"hand": f"{self.table}-{self.number}", "table": self.table, "game": self.game}

    @property
    def sight(self):
        chips = {seat: self.seat_chips(seat) for seat in self.seats}
        return Sight(told=tuple(self.facts), chips=chips, before=chips, meter=0)

    def open(self, cards="", **how):
        self.open_hand(deck=written_deck(cards, pack=52), seed=SEED, **how)
        return self

    def say(self, *texts):
        """Carry out lines of a scenario, several of them in one text where a semicolon parts them."""
        for text in texts:
            for each in text.split(";"):
                line = lines.line(each.strip(), game=self.rules)
                assert isinstance(line, Deed)
                self.put(line.command(self.sight))
        return self

    def check_down(self):
        """Check, or where that is not free call, until the hand is over or at the showdown."""
        while self.chips.turn:
            seat = self.chips.turn
            verbs = {option.verb for option in may(self.chips, seat)}
            verb = next(each for each in (Verb.CHECK, Verb.CALL, Verb.BRING_IN) if each in verbs)
            self.put(ask.Act(**self.head, seat=seat, verb=verb))
        return self

    def end(self):
        """Let who has said nothing show."""
        self.put(ask_pot.EndShowdown(**self.head))
        return self

    def handle(self, seat, manner, other=0):
        self.put(ask_pot.HandleCards(**self.head, seat=seat, manner=manner, other=other))
        return self

    def said(self, kind):
        """Return the facts of a kind in this hand."""
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def the(self, kind):
        (fact,) = self.said(kind)
        return fact

    def nets(self):
        return {net.seat: net.amount for net in self.the(say.HandSettled).nets}

    def lies(self):
        """Return all that a refused act must leave as it was."""
        facts = [fact for _, fact in self.facts if not isinstance(fact, say.IrregularityRecorded)]
        return facts, self.cards, self.chips, dict(self.purse.balances)

    def lying(self):
        """Return the place of every card, wherever it lies."""
        hand = self.cards
        held = [place for places in hand.held.values() for place in places]
        aside = (*hand.undealt, *hand.dead, *hand.burnt, *hand.common, *hand.muck, *hand.trouble.early_places)
        return sorted((*held, *aside))


def random_stacks(dice, *, least=2, most=8):
    """Return some seats, each with few, some or many chips."""
    seats = sorted(dice.sample(range(1, 9), dice.randint(least, most)))
    return {seat: dice.choice([1, 2, 3, dice.randint(1, 30), dice.randint(20, 300)]) for seat in seats}


def random_deck(dice):
    return tuple(dice.sample(PACK_52, 52))


def random_option(table, dice, *, folding=0.1, allowed=lambda _: True):
    """Return a lawful act of the seat on turn, as a command."""
    seat = table.chips.turn
    options = [option for option in may(table.chips, seat) if allowed(option)]
    kept = [option for option in options if option.verb is not Verb.FOLD or dice.random() < folding] or options
    option = dice.choice(kept)
    amounts = [option.least, option.most, dice.randint(option.least, option.most)] if option.step else [option.least]
    return ask.Act(**table.head, seat=seat, verb=option.verb, amount=dice.choice(amounts))


def play_at_random(table, dice, *, conceding=True, **how):
    """Play a hand to its end with lawful acts; at the showdown everybody shows or, with `conceding`, may concede."""
    while table.cards.stage is not Stage.CLOSED:
        if table.cards.trouble.referral:
            decision = dice.choice([Decision.RESUME, Decision.VOID])
            table.put(ask_floor.Rule(**table.head, decision=decision, by_floor=True))
        elif table.cards.stage is Stage.SHOWDOWN:
            show_at_random(table, dice) if conceding else table.end()
        else:
            table.put(random_option(table, dice, **how))
    return table


def show_at_random(table, dice):
    """Let the next seat show or concede, or end the showdown."""
    hand = table.cards
    silent = [seat for seat in hand.showing_order if seat not in (*hand.shown, *hand.conceded)]
    if not silent or dice.random() < 0.3:
        table.end()
    elif len(hand.conceded) + 1 < len(hand.live) and dice.random() < 0.3:
        table.handle(silent[0], Manner.CONCEDE)
    else:
        table.handle(silent[0], Manner.SHOW)


def dice_of(seed):
    return Random(seed)


def stud_deck(holdings, *, burns="", aside="", up_to=7):
    """Return the deck that gives each seat, in order of play, these cards; `?` where it does not matter.

    A holding that ends in `-` is that of a seat that gets no more cards. `burns` are the cards burnt before each later
    street, `aside` those set aside after each street but the last.
    """
    cards = [holding.split() for holding in holdings]
    cards = [own[:-1] if own[-1] == "-" else own + ["?"] * up_to for own in cards]
    burnt, apart = burns.split() + ["?"] * 4, aside.split() + ["?"] * 4
    deck = [own[turn] for turn in range(3) for own in cards] + apart[: bool(aside)]
    for street in range(4, up_to + 1):
        deck += burnt[street - 4 :][: bool(burns)]
        deck += [own[street - 1] for own in cards if street <= len(own)]
        deck += apart[street - 3 :][:1] if aside and street < 7 else []
    return " ".join(deck)
