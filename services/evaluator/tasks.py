"""The evaluator's doors on the broker."""

from typing import Final

from services.evaluator import handlers
from shared.hand import commands, draw_commands, pot_commands
from shared.runtime.service import AnyDoor, answering_door

TASKS: Final[tuple[AnyDoor, ...]] = (
    answering_door(commands.PlayCroupier, handlers.play_croupier),
    answering_door(pot_commands.RankShowing, handlers.rank_showing),
    answering_door(draw_commands.FindOpeners, handlers.find_openers),
    answering_door(commands.RankShowdown, handlers.rank_showdown),
)
