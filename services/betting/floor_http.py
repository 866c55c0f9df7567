"""Betting's route of the floor: a ruling on a hand that was paid already, by two people."""

from collections.abc import Mapping
from typing import Any, Final

from services.betting import schemas as form
from services.betting.domain import correcting, hands
from services.betting.handlers import HAND
from shared.games import game
from shared.ledger import accounts
from shared.money import Cents
from shared.rulebook.book import NoSuchClause, clause
from shared.runtime.auth import bound_to_table
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.recording import record
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import Role, TokenRefused

routes: Final = Routes("corrections", "Rulings on hands that were paid")


@routes.mutation(
    "POST",
    "/hands/<hand>/corrections",
    needs=(Role.FLOOR,),
    body=form.CorrectionsBody,
    answer=form.CorrectedAnswer,
    status=201,
)
def correct_settlement(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Move money once more after a hand was paid; what was paid stays on record, and nothing is edited."""
    folded = ask.tx.fold(stream=hand, folding=HAND)
    state = folded.state
    if not state.hand:
        raise NoSuchThing(f"hand {hand}")
    bound_to_table(ask.who, table=state.table)
    _must_be_of_the_law(ask.body["clause"], law=game(state.game).clauses)
    amounts = {each["seat"]: Cents(each["amount"]) for each in ask.body["corrections"]}
    if len(amounts) < len(ask.body["corrections"]):
        raise Problem(422, "seat_twice", "a correction names each seat once", field="corrections")
    corrected = correcting.correct(
        state,
        amounts=amounts,
        holds={each.seat: ask.tx.balance(accounts.player(each.person)) for each in state.players},
        number=folded.seq,
        clause=ask.body["clause"],
        reason=ask.body["reason"],
        ruled_by=f"{ask.who.person}, {_second_person(ask)}",
    )
    record(ask.tx, ask.wiring, stream=hand, seq=folded.seq, facts=(corrected,), cause=ask.request, actor=ask.who.person)
    ask.tx.post(hands.transfers(corrected))
    moved = [{"seat": each.seat, "amount": each.amount} for each in corrected.corrections]
    return {"hand": hand, "number": corrected.number, "clause": corrected.clause, "corrections": moved}


def _second_person(ask: Ask) -> str:
    """Return who else rules: another one of the floor, or an operator."""
    try:
        second = ask.wiring.tokens.read(ask.body["second_token"])
    except TokenRefused as refused:
        raise Problem(422, "second_token", f"the second person's token: {refused}", field="second_token") from None
    may = second.roles & {Role.FLOOR, Role.OPERATOR} and not ask.tx.is_blocked(second.person)
    if not may or second.person == ask.who.person:
        raise Problem(403, "two_people", "a paid hand is corrected by two people, of the floor or with an operator")
    return second.person


def _must_be_of_the_law(text: str, *, law: str) -> None:
    try:
        found = clause(text).clause_id
    except NoSuchClause as unknown:
        raise Problem(422, "unknown_clause", str(unknown), field="clause") from None
    if not found.startswith(f"{law}-"):
        raise Problem(422, "unknown_clause", f"the hand was played under {law}, not {text}", field="clause")
