"""The jackpot's doors on the broker."""

from typing import Final

from services.jackpot import handlers
from shared.hand import commands, floor_commands, people_commands
from shared.runtime.service import AnyDoor, door

TASKS: Final[tuple[AnyDoor, ...]] = (
    door(commands.OpenPool, handlers.open_pool),
    door(commands.Contribute, handlers.contribute),
    door(commands.PayAwards, handlers.pay_awards),
    door(floor_commands.ReturnContributions, handlers.return_contributions),
    door(people_commands.BlockAtJackpot, handlers.block_at_jackpot),
)
