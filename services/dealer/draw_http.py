"""The dealer's routes of a draw: laying cards down, being served, and asking how many another seat drew."""

from collections.abc import Mapping
from typing import Any, Final

from services.dealer import draw_handlers
from services.dealer import schemas as form
from services.dealer.asked import hand_of, own_seat
from services.dealer.handlers import HAND, draw_timer_id
from shared.hand import draw_commands as ask_draw
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import Role

routes: Final = Routes("draw", "Changing cards, and asking how many another seat changed")


@routes.mutation(
    "POST", "/hands/<hand>/discards", needs=(Role.PLAYER,), body=form.DiscardBody, answer=form.DrawAnswer, status=201
)
def discard(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Lay cards of one's own holding down, by their places from 0, and be served as many."""
    state = hand_of(ask, hand)
    command = ask_draw.Discard(
        hand=hand,
        table=state.table,
        game=state.game,
        seat=own_seat(ask, state),
        discards=tuple(ask.body["discards"]),
        turn=ask.body["turn"],
    )
    draw_handlers.discard(ask.tx, command, ask.wiring, actor=ask.who.person)
    return _drawn(ask, hand)


@routes.mutation(
    "POST", "/hands/<hand>/stand", needs=(Role.PLAYER,), body=form.TurnBody, answer=form.DrawAnswer, status=201
)
def stand(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Change nothing."""
    state = hand_of(ask, hand)
    command = ask_draw.Stand(
        hand=hand, table=state.table, game=state.game, seat=own_seat(ask, state), turn=ask.body["turn"]
    )
    draw_handlers.stand(ask.tx, command, ask.wiring, actor=ask.who.person)
    return _drawn(ask, hand)


@routes.mutation(
    "POST", "/hands/<hand>/counts", needs=(Role.PLAYER,), body=form.CountBody, answer=form.CountAnswer, status=201
)
def ask_count(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Ask how many cards another seat drew; the whole table hears the answer."""
    state = hand_of(ask, hand)
    of = ask.body["of"]
    command = ask_draw.AskCount(
        hand=hand,
        table=state.table,
        game=state.game,
        seat=own_seat(ask, state),
        of=of,
        number=ask.tx.fold(stream=hand, folding=HAND).seq,
    )
    draw_handlers.ask_count(ask.tx, command, ask.wiring, actor=ask.who.person)
    return {"hand": hand, "of": of, "count": hand_of(ask, hand).drawn.counts[of]}


@routes.query("/hands/<hand>/draw", needs=(Role.PLAYER,), answer=form.DrawAnswer)
def view_draw(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Show whose turn it is to draw, and how many each seat drew."""
    return _drawn(ask, hand)


def _drawn(ask: Ask, hand: str) -> Mapping[str, Any]:
    state = hand_of(ask, hand)
    return {
        "hand": hand,
        "stage": state.stage.value,
        "turn": state.drawn.turn,
        "turns": state.drawn.turns,
        "order": list(state.drawn.order),
        "counts": [{"seat": seat, "count": count} for seat, count in sorted(state.drawn.counts.items())],
        "seconds_left": ask.tx.seconds_left(draw_timer_id(hand)),
    }
