"""Betting's doors on the broker."""

from typing import Final

from services.betting import handlers
from shared.hand import commands, draw_commands, floor_commands, people_commands, pot_commands
from shared.runtime.service import AnyDoor, door

TASKS: Final[tuple[AnyDoor, ...]] = (
    door(commands.OpenBoxes, handlers.open_boxes),
    door(commands.CloseBoxes, handlers.close_boxes),
    door(pot_commands.PostAntes, handlers.post_antes),
    door(commands.OpenStreet, handlers.open_street),
    door(commands.ResumeStreet, handlers.resume_street),
    door(commands.Act, handlers.act),
    door(commands.SettleHand, handlers.settle_hand),
    door(floor_commands.BarStreet, handlers.bar_street),
    door(floor_commands.HoldHand, handlers.hold_hand),
    door(floor_commands.ReleaseHand, handlers.release_hand),
    door(floor_commands.VoidHand, handlers.void_hand),
    door(draw_commands.RuleOpeners, handlers.rule_openers),
    door(commands.BringChips, handlers.bring_chips),
    door(commands.TakeChips, handlers.take_chips),
    door(people_commands.BlockAtBetting, handlers.block_at_betting),
)
