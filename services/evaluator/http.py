"""The evaluator's one route: what any five, six or seven cards are worth."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields, validate

from services.evaluator.domain.ranking import InvalidCards, RankingOrder, rank
from shared.cards import NotACard, cards
from shared.runtime.auth import ANYONE
from shared.runtime.problems import Problem
from shared.runtime.routes import Ask, Routes

routes: Final = Routes("evaluator", "What cards are worth")


class CardsQuery(Schema):
    """Cards in one text, as `As Kd 9h 9s 2c`, and the size of the pack."""

    cards = fields.String(required=True, validate=validate.Length(1, 40))
    pack = fields.Integer(load_default=52, validate=validate.OneOf([32, 52]))


class RankAnswer(Schema):
    """What the cards are worth; `strength` compares only within one pack."""

    ranking = fields.String(required=True)
    best = fields.List(fields.String(), required=True)
    strength = fields.Integer(required=True)


@routes.query("/rank", needs=ANYONE, query=CardsQuery, answer=RankAnswer)
def rank_cards(ask: Ask) -> Mapping[str, Any]:
    """Rank five, six or seven cards."""
    try:
        worth = rank(cards(ask.query["cards"]), RankingOrder(pack=ask.query["pack"]))
    except (InvalidCards, NotACard) as wrong:
        raise Problem(422, "invalid_cards", str(wrong), field="cards") from None
    return {"ranking": worth.ranking.name.lower(), "best": list(worth.best), "strength": worth.strength}
