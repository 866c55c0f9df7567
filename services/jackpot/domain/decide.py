"""The jackpot's commands, each with the rule that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.jackpot.domain import pool as pools
from services.jackpot.domain.pool import Pool
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor

Rule = Callable[[Pool, Any], tuple[say.Fact, ...]]

RULES: Final[Mapping[type[ask.Command], Rule]] = {
    ask.Contribute: pools.contribute,
    ask.PayAwards: pools.pay_awards,
    ask_floor.ReturnContributions: pools.return_contributions,
}


def decide(pool: Pool, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to."""
    return RULES[type(command)](pool, command)
