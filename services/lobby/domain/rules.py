"""What a table page says about a game: read from the game's record and the table's terms, never known by name."""

from collections.abc import Callable, Mapping
from typing import Any

from shared.games import UnknownGame, game
from shared.rulebook import cites
from shared.rules.draw import Draw
from shared.rules.game import AgainstTheBank, Decide, Game, Showdown
from shared.rules.terms import Param
from shared.rules.wager import POT_LIMITED, ForThePot, OpenPair, RaisesPerPlayer, Wager


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
        "seats_max": found.seats_at(terms),
        "kind": "pot",
        "croupier": False,
        "buy_in": {"min": terms.get("min_buy_in", 0), "max": terms.get("max_buy_in", 0)},
        "decision_seconds": terms.get(found.decision_seconds.name, found.decision_seconds.default),
    }
    if draw := next((step for step in found.course if isinstance(step, Draw)), None):
        shown["draw_max"] = draw.discards_max
    if isinstance(found.contest, AgainstTheBank):
        shown.update(_against_the_bank(found, found.contest, terms))
    else:
        shown["limits"] = _for_the_pot(found, found.contest, terms)
    return shown


def least_stake(rules: Mapping[str, Any]) -> int:
    """Return the least that a bet comes to at a table with these rules."""
    limits = rules.get("limits", {})
    return int(rules.get("stake", {}).get("min", 0) or limits.get("least", 0) or limits.get("low", 0))


def _for_the_pot(found: Game, contest: ForThePot, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the amounts of a table where the seats play against each other, interval by interval."""

    def term(param: Param[Any] | None) -> Any:
        return None if param is None else terms.get(param.name, param.default)

    stakes, intervals = contest.stakes, [step for step in found.course if isinstance(step, Wager)]
    structure = term(stakes.structure) or ""
    by_pot = structure == POT_LIMITED
    last = found.course[-1]
    pairs = [_choice(wager.open_pair, term) for wager in intervals if wager.open_pair]
    return {
        "ante": term(contest.ante),
        "forced": next((term(wager.forced) for wager in intervals if wager.forced), 0),
        "low": term(stakes.low),
        "high": term(stakes.high),
        "least": term(stakes.least) or (term(stakes.low) if by_pot else 0),
        "intervals": [
            (wager.pot_limited if by_pot and wager.pot_limited else wager.limit).value for wager in intervals
        ],
        "open_pair": next(iter(pairs), ""),
        "raises": term(contest.raise_cap.most),
        "raises_of": "player" if isinstance(contest.raise_cap, RaisesPerPlayer) else "round",
        "all_in": term(contest.all_in),
        "openers": list(contest.openers.ranks) if contest.openers else [],
        "show_seconds": term(contest.show_seconds),
        "right_to_see": isinstance(last, Showdown) and last.right_to_see,
    }


def _choice(of: Param[str] | OpenPair, term: Callable[[Param[Any]], Any]) -> str:
    return of.value if isinstance(of, OpenPair) else str(term(of))


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
        "pool": terms.get(side.pool.name, side.pool.default),
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
