"""The evaluator at work: a question comes with its cards, the answer leaves, and nothing is kept."""

import time

from services.evaluator import metrics
from services.evaluator.domain import answers
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import path
from shared.hand import pot_commands as ask_pot
from shared.runtime.wiring import Wiring


def play_croupier(command: ask.PlayCroupier, wiring: Wiring) -> tuple[ask.Command, ...]:
    """Answer which cards the croupier changes."""
    return _answer(command, wiring)


def rank_showing(command: ask_pot.RankShowing, wiring: Wiring) -> tuple[ask.Command, ...]:
    """Answer who speaks first."""
    return _answer(command, wiring)


def find_openers(command: ask_draw.FindOpeners, wiring: Wiring) -> tuple[ask.Command, ...]:
    """Answer which seats may open the pot."""
    return _answer(command, wiring)


def rank_showdown(command: ask.RankShowdown, wiring: Wiring) -> tuple[ask.Command, ...]:
    """Answer what the shown holdings are worth."""
    return _answer(command, wiring)


def _answer(command: ask.Command, _wiring: Wiring) -> tuple[ask.Command, ...]:
    began = time.perf_counter()
    fact = answers.answer(command)
    metrics.record_answer(game=command.game, question=command.task, seconds=time.perf_counter() - began)
    return path.after(fact)
