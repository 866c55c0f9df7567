"""What is counted of hands for the pot, and what is made of the counts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from services.evaluator.domain.ranking import RankingOrder, ranking_of
from services.house.simulate import exact
from services.house.simulate.report import Frequency, frequency
from shared.cards import Card
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.rules.game import Deal, Game
from shared.rules.ranking import Ranking

Counts = Counter[str]

ORDERS: Final = {pack: RankingOrder(pack=pack) for pack in exact.COUNTS}
OUTCOMES: Final = ("blank", "uncontested", "showdown", "false_openers")
GROUPS: Final = {1: Ranking.HIGH_CARD, 2: Ranking.PAIR, 3: Ranking.THREE_OF_A_KIND}
"""What three cards are worth by their largest group."""


def count(facts: Sequence[say.Fact], counts: Counts, *, game: Game) -> None:
    """Add a closed hand to the counts."""
    counts["hands"] += 1
    for fact in facts:
        if rule := COUNTED.get(type(fact)):
            rule(fact, counts)
    _first_cards(facts, counts)


def figures(counts: Counts) -> Mapping[str, int]:
    """Return the sums of money, in whole minor units. The house takes nothing: what seats lose others win."""
    return {
        "seats_dealt": counts["seats"],
        "drop": counts["drop"],
        "antes": counts["antes"],
        "bets": counts["bets"],
        "came_back_uncalled": counts["uncalled"],
        "won_in_pots": counts["pots"],
        "players_result": counts["net"],
        "left_in_the_pot": counts["left"],
        "side_pots": counts["side_pots"],
        "shared_pots": counts["shared_pots"],
        "common_cards": counts["common"],
        "mixes": counts["mixes"],
    }


def frequencies(counts: Counts, *, game: Game) -> Mapping[str, tuple[Frequency, ...]]:
    """Return how often each thing came, beside what is known exactly."""
    found = {f"first_cards_of_{pack}": tuple(_first(counts, pack, game)) for pack in _packs(game)}
    openers = game.for_the_pot.openers
    if openers:
        found |= {f"openers_in_{pack}": tuple(_openers(counts, pack, openers.ranks)) for pack in _packs(game)}
        found["pots_opened"] = tuple(
            frequency(f"on_{rank}", count=counts[f"opened/{rank}"], of=counts[f"asked/{rank}"])
            for rank in openers.ranks
        )
    shown = tuple(
        frequency(each.name.lower(), count=counts[f"shown/{each.name}"], of=counts["shown"])
        for each in reversed(Ranking)
    )
    outcomes = tuple(frequency(each, count=counts[f"outcome/{each}"], of=counts["hands"]) for each in OUTCOMES)
    return found | {"holdings_shown_down": shown, "outcomes": outcomes}


def _packs(game: Game) -> tuple[int, ...]:
    return (game.pack, *((game.short_pack.cards,) if game.short_pack else ()))


def _first(counts: Counts, pack: int, game: Game) -> Iterator[Frequency]:
    """What the first deal gives is known exactly: nobody has left before it."""
    deal = game.course[0]
    assert isinstance(deal, Deal), f"{game.game_id} begins with no deal"
    known = exact.FIRST_THREE if len(deal.faces) == 3 else exact.COUNTS[pack]
    for ranking in reversed(Ranking):
        if ranking in known:
            came = counts[f"first/{pack}/{ranking.name}"]
            ways, of = known[ranking], sum(known.values())
            yield frequency(ranking.name.lower(), count=came, of=counts[f"first/{pack}"], ways=ways, of_ways=of)


def _openers(counts: Counts, pack: int, ranks: Sequence[str]) -> Iterator[Frequency]:
    for rank in ranks:
        ways, of = exact.at_least_pair_of(rank, pack=pack), sum(exact.COUNTS[pack].values())
        came, asked = counts[f"openers/{pack}/{rank}"], counts[f"looked_into/{pack}/{rank}"]
        yield frequency(f"pair_of_{rank}_or_better", count=came, of=asked, ways=ways, of_ways=of)


def _first_cards(facts: Sequence[say.Fact], counts: Counts) -> None:
    deck: tuple[Card, ...] = ()
    street: say.StreetDealt | None = None
    for fact in facts:
        match fact:
            case say.HandOpened(deck=hidden) | at_draw.PackChanged(deck=hidden):
                deck = hidden.reveal()
            case say.StreetDealt() if street is None:
                street = fact
                _dealt(street, deck, counts)
            case at_draw.OpenersFound() if street is not None:
                which = f"{len(deck)}/{street.least}"
                counts[f"looked_into/{which}"] += len(street.live)
                counts[f"openers/{which}"] += len(fact.seats.reveal())
            case say.HandSettled(outcome=outcome) if street is not None and street.least:
                counts[f"asked/{street.least}"] += 1
                counts[f"opened/{street.least}"] += outcome != "blank"


def _dealt(street: say.StreetDealt, deck: tuple[Card, ...], counts: Counts) -> None:
    held: dict[int, list[Card]] = {}
    for given in street.dealt:
        held.setdefault(given.seat, []).append(deck[given.position - 1])
    pack = len(deck)
    counts[f"first/{pack}"] += len(held)
    for cards in held.values():
        counts[f"first/{pack}/{_ranking(cards, pack).name}"] += 1


def _ranking(cards: Sequence[Card], pack: int) -> Ranking:
    if len(cards) == 3:
        return GROUPS[max(Counter(card[0] for card in cards).values())]
    return ranking_of(cards, ORDERS[pack])


def _antes(fact: at_pot.AntesPosted, counts: Counts) -> None:
    counts["seats"] += len(fact.players)
    counts["antes"] += sum(ante.amount for ante in fact.antes)


def _act(fact: say.ActionTaken, counts: Counts) -> None:
    counts["bets"] += fact.put_in


def _street(fact: say.StreetDealt, counts: Counts) -> None:
    counts["common"] += bool(fact.common)


def _mixed(_fact: at_pot.CardsMixed, counts: Counts) -> None:
    counts["mixes"] += 1


def _ranked(fact: say.HoldingsRanked, counts: Counts) -> None:
    counts["shown"] += len(fact.ranked)
    for holding in fact.ranked:
        counts[f"shown/{holding.ranking.name}"] += 1


def _settled(fact: say.HandSettled, counts: Counts) -> None:
    counts[f"outcome/{fact.outcome}"] += 1
    counts["uncalled"] += sum(back.amount for back in fact.uncalled)
    counts["pots"] += sum(pot.amount for pot in fact.pots)
    counts["side_pots"] += max(len(fact.pots) - 1, 0)
    counts["shared_pots"] += sum(len(pot.winners) > 1 for pot in fact.pots)
    counts["net"] += sum(net.amount for net in fact.nets)


COUNTED: Final[Mapping[type[say.Fact], Callable[[Any, Counts], None]]] = {
    at_pot.AntesPosted: _antes,
    at_pot.CardsMixed: _mixed,
    say.ActionTaken: _act,
    say.StreetDealt: _street,
    say.HoldingsRanked: _ranked,
    say.HandSettled: _settled,
}
