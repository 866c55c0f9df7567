"""The dealer's routes where people handle cards, where something went wrong, and where the floor rules."""

from collections.abc import Mapping
from typing import Any, Final

from services.dealer import card_handlers, floor_schemas
from services.dealer.asked import cited, hand_of, own_seat
from services.dealer.handlers import HAND
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision, Fault
from shared.runtime.problems import Problem
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import Role

routes: Final = Routes("floor", "Showing cards, reporting errors, and the floor's rulings")


@routes.mutation(
    "POST",
    "/hands/<hand>/cards",
    needs=(Role.PLAYER,),
    body=floor_schemas.CardsBody,
    answer=floor_schemas.StageAnswer,
    status=201,
)
def handle_cards(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Show, concede, demand to see a conceded holding, show one's cards to somebody, or expose them by mistake."""
    state = hand_of(ask, hand)
    command = ask_pot.HandleCards(
        hand=hand,
        table=state.table,
        game=state.game,
        seat=own_seat(ask, state),
        manner=Manner(ask.body["manner"]),
        other=ask.body["other"],
    )
    card_handlers.handle_cards(ask.tx, command, ask.wiring, actor=ask.who.person)
    return _stage(ask, hand)


@routes.mutation(
    "POST",
    "/hands/<hand>/faults",
    needs=(Role.CROUPIER, Role.FLOOR),
    body=floor_schemas.FaultBody,
    answer=floor_schemas.StageAnswer,
    status=201,
)
def report_fault(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Report an error: the law's own remedy follows, or the floor has to decide."""
    state = hand_of(ask, hand)
    fault, under = Fault(ask.body["fault"]), ask.body["clause"]
    if fault is Fault.CONDUCT and not under:
        raise Problem(422, "missing_field", "clause: conduct goes on record under the clause that forbids it")
    command = ask_floor.ReportFault(
        hand=hand,
        table=state.table,
        game=state.game,
        fault=fault,
        seat=ask.body["seat"],
        card=ask.body["card"],
        seen=ask.body["seen"],
        coming=ask.body["coming"],
        clause=cited(under, state) if under else "",
        what=ask.body["what"],
        reported_by=ask.who.person,
        number=ask.tx.fold(stream=hand, folding=HAND).seq,
    )
    card_handlers.report_fault(ask.tx, command, ask.wiring, actor=ask.who.person)
    return _stage(ask, hand)


@routes.mutation(
    "POST",
    "/hands/<hand>/rulings",
    needs=(Role.FLOOR,),
    body=floor_schemas.RulingBody,
    answer=floor_schemas.StageAnswer,
    status=201,
)
def rule(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Rule on a hand: it goes on, or it is void and everybody gets back what he put in."""
    state = hand_of(ask, hand)
    command = ask_floor.Rule(
        hand=hand,
        table=state.table,
        game=state.game,
        decision=Decision(ask.body["decision"]),
        by_floor=True,
        seat=ask.body["seat"],
        ruled_by=ask.who.person,
        reason=ask.body["reason"],
        number=ask.tx.fold(stream=hand, folding=HAND).seq,
    )
    card_handlers.rule(ask.tx, command, ask.wiring, actor=ask.who.person)
    return _stage(ask, hand)


def _stage(ask: Ask, hand: str) -> Mapping[str, Any]:
    state = ask.tx.fold(stream=hand, folding=HAND).state
    waits = bool(state.trouble.referral)
    return {"hand": hand, "stage": "awaiting_ruling" if waits else state.stage.value, "clause": state.trouble.clause}
