"""Betting's doors on the broker."""

from typing import Final

from services.betting import handlers
from shared.hand import commands
from shared.runtime.service import AnyDoor, door

TASKS: Final[tuple[AnyDoor, ...]] = (
    door(commands.OpenBoxes, handlers.open_boxes),
    door(commands.CloseBoxes, handlers.close_boxes),
    door(commands.OpenStreet, handlers.open_street),
    door(commands.ResumeStreet, handlers.resume_street),
    door(commands.Act, handlers.act),
    door(commands.SettleHand, handlers.settle_hand),
    door(commands.BringChips, handlers.bring_chips),
    door(commands.TakeChips, handlers.take_chips),
)
