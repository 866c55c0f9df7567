"""The questions that the evaluator is asked, each with its answer: from cards to rankings, and nothing kept."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from services.evaluator.domain import house_way
from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import RankingOrder, rank
from services.evaluator.domain.threshold import Threshold
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import RankedHolding
from shared.rules.game import CROUPIER


def play_croupier(command: ask.PlayCroupier) -> say.CroupierPlayed:
    """Answer which of the croupier's cards the table's house way changes, by their places."""
    found = game(command.game)
    bank = found.contest.bank
    gone = house_way.discards(
        command.cards,
        house_way=command.terms.of(bank.house_way),
        least=Threshold(pair_rank=bank.qualifies_with_pair_of),
        order=_order(found.pack),
    )
    places = tuple(index for index, card in enumerate(command.cards) if card in gone)
    return say.CroupierPlayed(**_head(command), step=command.step, discards=places)


def rank_showdown(command: ask.RankShowdown) -> say.HoldingsRanked:
    """Answer what each holding is worth, and whether the croupier plays."""
    order = _order(command.pack)
    ranked = tuple(
        RankedHolding(
            seat=holding.seat,
            ranking=worth.ranking,
            strength=worth.strength,
            best=worth.best,
            served=holding.served,
        )
        for holding in command.holdings
        for worth in (rank(holding.cards, order),)
    )
    return say.HoldingsRanked(
        **_head(command), terms=command.terms, ranked=ranked, qualified=_qualified(command, order)
    )


def answer(command: ask.Command) -> say.Fact:
    """Return the answer to any question that the evaluator takes."""
    return ANSWERS[type(command)](command)


def _qualified(command: ask.RankShowdown, order: RankingOrder) -> bool:
    least = Threshold(pair_rank=game(command.game).contest.bank.qualifies_with_pair_of)
    return any(qualifies(h.cards, least, order) for h in command.holdings if h.seat == CROUPIER)


@cache
def _order(pack: int) -> RankingOrder:
    return RankingOrder(pack=pack)


def _head(command: ask.Command) -> dict[str, str]:
    return {"hand": command.hand, "table": command.table, "game": command.game}


ANSWERS: Final[Mapping[type[ask.Command], Callable[[Any], say.Fact]]] = {
    ask.PlayCroupier: play_croupier,
    ask.RankShowdown: rank_showdown,
}
