"""The dealer's doors on the broker."""

from typing import Final

from services.dealer import card_handlers, draw_handlers, handlers
from shared.hand import commands, draw_commands, floor_commands, people_commands, pot_commands
from shared.runtime.service import AnyDoor, door

TASKS: Final[tuple[AnyDoor, ...]] = (
    door(commands.OpenHand, handlers.open_hand),
    door(commands.DealStreet, handlers.deal_street),
    door(commands.ServeDraw, handlers.serve_draw),
    door(commands.TurnCroupier, handlers.turn_croupier),
    door(commands.DrawCroupier, handlers.draw_croupier),
    door(commands.CloseHand, handlers.close_hand),
    door(pot_commands.ShowHoldings, card_handlers.show_holdings),
    door(pot_commands.HandleCards, card_handlers.handle_cards),
    door(pot_commands.EndShowdown, card_handlers.end_showdown),
    door(floor_commands.ReportFault, card_handlers.report_fault),
    door(floor_commands.Rule, card_handlers.rule),
    door(floor_commands.BuryCards, card_handlers.bury_cards),
    door(draw_commands.OpenDraw, draw_handlers.open_draw),
    door(draw_commands.Discard, draw_handlers.discard),
    door(draw_commands.Stand, draw_handlers.stand),
    door(draw_commands.ExpireDraw, draw_handlers.expire_draw),
    door(draw_commands.AskCount, draw_handlers.ask_count),
    door(draw_commands.EndCounts, draw_handlers.end_counts),
    door(commands.ConfirmSeat, handlers.confirm_seat),
    door(people_commands.BlockAtDealer, handlers.block_at_dealer),
)
