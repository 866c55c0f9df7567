"""What a table page says about a game: read from the game's record and the table's terms, never known by name."""

from collections.abc import Mapping
from typing import Any

from shared.games import UnknownGame, game
from shared.rulebook import cites
from shared.rules.draw import Draw
from shared.rules.game import AgainstTheBank, Decide, Game


@cites("ESD-31")
def rules_of(game_id: str, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the seats, the limits, the pay table and the award table of a table, as they are displayed."""
    try:
        found = game(game_id)
    except UnknownGame:
        return {}
    shown: dict[str, Any] = {
        "title": dict(found.title),
        "language": found.language,
        "clauses": found.clauses,
        "pack": found.pack,
        "seats_max": found.seats_max,
        "kind": "pot",
        "croupier": False,
        "buy_in": {"min": terms.get("min_buy_in", 0), "max": terms.get("max_buy_in", 0)},
        "decision_seconds": terms.get(found.decision_seconds.name, found.decision_seconds.default),
    }
    if draw := next((step for step in found.course if isinstance(step, Draw)), None):
        shown["draw_max"] = draw.discards_max
    if isinstance(found.contest, AgainstTheBank):
        shown.update(_against_the_bank(found, found.contest, terms))
    return shown


def _against_the_bank(found: Game, contest: AgainstTheBank, terms: Mapping[str, Any]) -> dict[str, Any]:
    decide = next((step for step in found.course if isinstance(step, Decide)), None)
    side, boxes = contest.side_bet, contest.boxes
    rates = terms.get(side.awards_ppm.name, side.awards_ppm.default)
    shared = terms.get(side.shared.name, side.shared.default)
    return {
        "kind": "banked",
        "croupier": True,
        "stake": {
            "min": terms.get(boxes.minimum.name, boxes.minimum.default),
            "max": terms.get(boxes.maximum.name, boxes.maximum.default),
            "seconds": terms.get(boxes.seconds.name, boxes.seconds.default),
        },
        "second_bet_factor": decide.factor if decide else 0,
        "discards_max": decide.discards_max if decide else 0,
        "qualifies_with_pair_of": contest.bank.qualifies_with_pair_of,
        "paytable": [
            {"ranking": ranking.name.lower(), "odds": odds} for ranking, odds in contest.bank.paytable.items()
        ],
        "side_bet": terms.get(side.stake.name, side.stake.default),
        "seed": terms.get(side.seed.name, side.seed.default),
        "awards": [
            {
                "award": award.name,
                "ranking": award.ranking.name.lower(),
                "served": award.served,
                "ppm": rates[award.name],
                "shared": award.name in shared,
            }
            for award in side.awards
        ],
    }
