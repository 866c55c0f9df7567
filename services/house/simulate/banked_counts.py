"""What is counted of hands against the bank, and what is made of the counts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import RankingOrder, ranking_of
from services.evaluator.domain.threshold import Threshold
from services.house.simulate import exact
from services.house.simulate.report import Frequency, frequency
from shared.cards import Card
from shared.hand import facts as say
from shared.money import PPM
from shared.rules.game import CROUPIER, Game
from shared.rules.ranking import Ranking

Counts = Counter[str]

ORDER: Final = RankingOrder(pack=52)
OUTCOMES: Final = ("folded", "lost", "tie", "not_played", "won")


def count(facts: Sequence[say.Fact], counts: Counts, *, game: Game) -> None:
    """Add a closed hand to the counts."""
    for fact in facts:
        if rule := COUNTED.get(type(fact)):
            rule(fact, counts)
    _dealt(facts, counts, game)


def figures(counts: Counts) -> Mapping[str, int]:
    """Return the sums of money, in whole minor units, and the shares that follow from them."""
    table = counts["lost"] - counts["paid"]
    progressive = counts["to_house"] - counts["seed"] - counts["resets"]
    return {
        "boxes": counts["boxes"],
        "handle": counts["handle"],
        "side_bets": counts["side_bets_money"],
        "house_result": table + progressive,
        "house_result_at_the_table": table,
        "house_result_of_the_progressive": progressive,
        "of_it_seeds_and_resets": -counts["seed"] - counts["resets"],
        "left_on_the_meters": counts["meter"],
        "players_result": counts["net"],
        "drop": counts["drop"],
        "hold_ppm": _share(table + progressive, counts["drop"]),
        "result_to_handle_ppm": _share(table + progressive, counts["handle"]),
        "paid_by_the_table": counts["paid"],
        "paid_in_awards": counts["awards_money"],
        "contributed_to_the_meters": counts["to_meter"],
    }


def frequencies(counts: Counts, *, game: Game) -> Mapping[str, tuple[Frequency, ...]]:
    """Return how often each thing came, beside what is known exactly."""
    return {
        "first_five_of_the_seats": _rankings(counts, "first", of=counts["boxes"], exactly=True),
        "first_five_of_the_croupier": _rankings(counts, "croupier_first", of=counts["dealt"], exactly=True),
        "croupier_would_play": tuple(_croupier(counts, game)),
        "final_five_of_the_seats": _rankings(counts, "final", of=counts["played"], exactly=False),
        "awards": tuple(_awards(counts, game)),
        "outcomes": tuple(frequency(each, count=counts[f"outcome/{each}"], of=counts["boxes"]) for each in OUTCOMES),
    }


def _rankings(counts: Counts, what: str, *, of: int, exactly: bool) -> tuple[Frequency, ...]:
    return tuple(
        frequency(
            ranking.name.lower(),
            count=counts[f"{what}/{ranking.name}"],
            of=of,
            ways=exact.COUNT_52[ranking],
            of_ways=exact.FIVE_OF_52 if exactly else 0,
        )
        for ranking in reversed(Ranking)
    )


def _croupier(counts: Counts, game: Game) -> Iterator[Frequency]:
    ways = exact.at_least_pair_of(game.banked.bank.qualifies_with_pair_of)
    yield frequency(
        "before_the_draw", count=counts["qualifies_first"], of=counts["dealt"], ways=ways, of_ways=exact.FIVE_OF_52
    )
    yield frequency("after_the_draw", count=counts["qualified"], of=counts["turned"])


def _awards(counts: Counts, game: Game) -> Iterator[Frequency]:
    """A served award is known exactly, since no bot gives such a hand up or changes a card of it."""
    for award in game.banked.side_bet.awards:
        yield frequency(
            award.name,
            count=counts[f"award/{award.name}"],
            of=counts["side_bets"],
            ways=exact.COUNT_52[award.ranking],
            of_ways=exact.FIVE_OF_52 if award.served else 0,
        )


def _dealt(facts: Sequence[say.Fact], counts: Counts, game: Game) -> None:
    deck: tuple[Card, ...] = ()
    for fact in facts:
        match fact:
            case say.HandOpened(deck=hidden):
                deck = hidden.reveal()
            case say.StreetDealt(dealt=dealt):
                held: dict[int, list[Card]] = {}
                for given in dealt:
                    held.setdefault(given.seat, []).append(deck[given.position - 1])
                _first_five(held, counts, game)
                return


def _first_five(held: Mapping[int, list[Card]], counts: Counts, game: Game) -> None:
    for seat, cards in held.items():
        who = "croupier_first" if seat == CROUPIER else "first"
        counts[f"{who}/{ranking_of(cards, ORDER).name}"] += 1
    counts["dealt"] += 1
    least = Threshold(pair_rank=game.banked.bank.qualifies_with_pair_of)
    counts["qualifies_first"] += qualifies(held[CROUPIER], least, ORDER)


def _stake(fact: say.StakePlaced, counts: Counts) -> None:
    counts["boxes"] += 1
    counts["handle"] += fact.ante + fact.side_bet
    counts["side_bets"] += fact.side_bet > 0
    counts["side_bets_money"] += fact.side_bet


def _act(fact: say.ActionTaken, counts: Counts) -> None:
    counts["handle"] += fact.put_in


def _contributions(fact: say.ContributionsTaken, counts: Counts) -> None:
    counts["to_meter"] += fact.to_meter
    counts["to_house"] += fact.to_house


def _ranked(fact: say.HoldingsRanked, counts: Counts) -> None:
    counts["turned"] += 1
    counts["qualified"] += fact.qualified
    for holding in fact.ranked:
        if holding.seat != CROUPIER:
            counts["played"] += 1
            counts[f"final/{holding.ranking.name}"] += 1


def _awarded(fact: say.AwardsDecided, counts: Counts) -> None:
    counts["resets"] += sum(fact.resets)
    counts["exceptional"] += fact.exceptional
    for award in fact.awards:
        counts[f"award/{award.award}"] += 1
        counts["awards_money"] += award.amount


def _settled(fact: say.HandSettled, counts: Counts) -> None:
    for result in fact.results:
        counts[f"outcome/{result.outcome}"] += 1
        counts["paid"] += result.paid
        counts["lost"] += result.lost
    for net in fact.nets:
        counts["net"] += net.amount


def _share(part: int, whole: int) -> int:
    return part * PPM // whole if whole else 0


COUNTED: Final[Mapping[type[say.Fact], Callable[[Any, Counts], None]]] = {
    say.StakePlaced: _stake,
    say.ActionTaken: _act,
    say.ContributionsTaken: _contributions,
    say.HoldingsRanked: _ranked,
    say.AwardsDecided: _awarded,
    say.HandSettled: _settled,
}
