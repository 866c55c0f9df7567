"""The dealer's doors on the broker."""

from typing import Final

from services.dealer import handlers
from shared.hand import commands
from shared.runtime.service import AnyDoor, door

TASKS: Final[tuple[AnyDoor, ...]] = (
    door(commands.OpenHand, handlers.open_hand),
    door(commands.DealStreet, handlers.deal_street),
    door(commands.ServeDraw, handlers.serve_draw),
    door(commands.TurnCroupier, handlers.turn_croupier),
    door(commands.DrawCroupier, handlers.draw_croupier),
    door(commands.CloseHand, handlers.close_hand),
    door(commands.ConfirmSeat, handlers.confirm_seat),
)
