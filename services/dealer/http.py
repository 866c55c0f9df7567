"""The dealer's routes: tables, seats, the cards that one may see, and the proof of the shuffle."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from services.dealer import handlers, metrics, seat_clocks
from services.dealer import schemas as form
from services.dealer.asked import cited, hand_of
from services.dealer.domain import hand as hands
from services.dealer.domain import linked, views
from services.dealer.domain import table as tables
from shared.games import UnknownGame
from shared.games import game as find_game
from shared.hand import facts as say
from shared.hand import table_facts as at_table
from shared.journal.ports import Tx
from shared.rules.refusals import HandClosed
from shared.rules.terms import TermsRefused, examples_left
from shared.runtime.auth import ANYONE
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.recording import record
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import STAFF, Role

routes: Final = Routes("dealer", "Tables, seats, cards and the proof of the shuffle")


@routes.mutation(
    "POST", "/tables", needs=(Role.OPERATOR,), body=form.OpenTableBody, answer=form.TableAnswer, status=201
)
def open_table(ask: Ask) -> Mapping[str, Any]:
    """Open a table with its game and its terms."""
    body = ask.body
    try:
        found = find_game(body["game"])
        terms = found.terms(body["terms"])
    except UnknownGame as unknown:
        raise Problem(422, "unknown_game", str(unknown), field="game") from None
    except TermsRefused as refused:
        raise Problem(422, "terms_refused", str(refused), field="terms") from None
    if ask.wiring.settings.production and (left := examples_left(found.params, body["terms"])):
        detail = f"a house at work sets these itself, as their defaults are examples only: {', '.join(left)}"
        raise Problem(422, "terms_missing", detail, field="terms")
    folded = ask.tx.fold(stream=body["id"], folding=handlers.TABLE)
    if folded.seq:
        raise Problem(409, "table_exists", f"there is a table {body['id']} already; choose another id")
    _practice_only_outside_production(ask)
    opened = at_table.TableOpened(
        hand="",
        table=body["id"],
        game=body["game"],
        name=body["name"],
        terms=terms,
        practice=body["practice"],
        opened_by=ask.who.person,
    )
    known = ask.tx.history(handlers.TABLES)
    try:
        linked.check_agrees(opened, (kept.fact for kept in known))
    except TermsRefused as refused:
        raise Problem(422, "terms_refused", str(refused), field="terms") from None
    record(ask.tx, ask.wiring, stream=body["id"], seq=0, facts=(opened,), cause=ask.request, actor=ask.who.person)
    ask.tx.append(
        stream=handlers.TABLES, expected_seq=len(known), facts=(opened,), cause=ask.request, actor=ask.who.person
    )
    return _table(ask.tx, body["id"])


@routes.query("/tables", needs=ANYONE, answer=form.TablesAnswer)
def list_tables(ask: Ask) -> Mapping[str, Any]:
    """List all tables."""
    return {"tables": [_table(ask.tx, kept.fact.table) for kept in ask.tx.history(handlers.TABLES)]}


@routes.query("/tables/<table>", needs=ANYONE, answer=form.TableAnswer)
def show_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Show a table, its seats and its terms."""
    return _table(ask.tx, table)


@routes.mutation(
    "POST", "/tables/<table>/close", needs=(Role.OPERATOR, Role.FLOOR), body=form.ReasonBody, answer=form.TableAnswer
)
def close_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Close a table: the hand in play is finished, and no other begins."""
    seq, state = _known(ask.tx, table)
    if state.open:
        closed = at_table.TableClosed(
            hand="", table=table, game=state.game, closed_by=ask.who.person, reason=ask.body["reason"]
        )
        record(ask.tx, ask.wiring, stream=table, seq=seq, facts=(closed,), cause=ask.request, actor=ask.who.person)
    return _table(ask.tx, table)


@routes.mutation("POST", "/tables/<table>/reopen", needs=(Role.OPERATOR, Role.FLOOR), answer=form.TableAnswer)
def reopen_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Open a closed table again."""
    seq, state = _known(ask.tx, table)
    if not state.open:
        reopened = at_table.TableReopened(hand="", table=table, game=state.game, reopened_by=ask.who.person)
        record(ask.tx, ask.wiring, stream=table, seq=seq, facts=(reopened,), cause=ask.request, actor=ask.who.person)
        handlers.schedule_hand(ask.tx, table, pause=False)
    return _table(ask.tx, table)


@routes.mutation(
    "POST",
    "/tables/<table>/seats/<seat>",
    needs=(Role.PLAYER,),
    body=form.BuyInBody,
    answer=form.SeatedAnswer,
    status=202,
)
def take_seat(ask: Ask, table: str, seat: str) -> Mapping[str, Any]:
    """Take a free seat; one plays from the next hand on, once the chips have come."""
    _no_staff(ask)
    seq, state = _known(ask.tx, table)
    facts = tables.take_seat(state, seat=_number(seat), person=ask.who.person, buy_in=ask.body["buy_in"])
    record(ask.tx, ask.wiring, stream=table, seq=seq, facts=facts, cause=ask.request, actor=ask.who.person)
    seat_clocks.watch(ask.tx, facts)
    return {"table": table, "seat": _number(seat), "stage": "waiting_for_chips"}


@routes.mutation("DELETE", "/tables/<table>/seats/<seat>", needs=(Role.PLAYER,), answer=form.SeatedAnswer, status=202)
def leave_seat(ask: Ask, table: str, seat: str) -> Mapping[str, Any]:
    """Leave a seat, with the end of the hand in play."""
    seq, state = _known(ask.tx, table)
    facts = tables.leave_seat(state, seat=_number(seat), person=ask.who.person)
    record(ask.tx, ask.wiring, stream=table, seq=seq, facts=facts, cause=ask.request, actor=ask.who.person)
    seat_clocks.watch(ask.tx, facts)
    return {"table": table, "seat": _number(seat), "stage": "leaves_after_hand" if state.hand else "free"}


@routes.query("/tables/<table>/view", needs=(Role.PLAYER, *STAFF), answer=form.HandViewAnswer)
def view_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Show the cards of the hand in play as the asker may see them."""
    _, state = _known(ask.tx, table)
    hand_id = state.hand or (f"{table}-{state.number}" if state.number else "")
    return _view(ask, ask.tx.fold(stream=hand_id, folding=handlers.HAND).state if hand_id else hands.NEW)


@routes.query("/hands/<hand>/view", needs=(Role.PLAYER, *STAFF), answer=form.HandViewAnswer)
def view_hand(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Show the cards of a hand as the asker may see them."""
    return _view(ask, hand_of(ask, hand))


@routes.query("/hands/<hand>/proof", needs=ANYONE, answer=form.ProofsAnswer)
def prove_hand(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Prove each shown card against the commitment that was published before the first card."""
    return _proofs(hand_of(ask, hand), everything=False)


@routes.query("/hands/<hand>/proof/all", needs=(Role.AUDITOR,), answer=form.ProofsAnswer)
def prove_deck(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Prove every card of a closed hand's deck, to the auditor."""
    return _proofs(hand_of(ask, hand), everything=True)


@routes.mutation(
    "POST",
    "/hands/<hand>/irregularities",
    needs=(Role.CROUPIER, Role.FLOOR),
    body=form.IrregularityBody,
    answer=form.RecordedAnswer,
    status=201,
)
def report_irregularity(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Put on record what somebody did against a rule of conduct; cards and money stay as they are."""
    state = hand_of(ask, hand)
    if state.stage is hands.Stage.CLOSED:
        raise HandClosed(f"hand {hand} is closed; report it to the floor instead")
    under = cited(ask.body["clause"], state)
    fact = say.IrregularityRecorded(
        hand=hand,
        table=state.table,
        game=state.game,
        clause=under,
        seat=ask.body["seat"],
        what=ask.body["what"],
        reported_by=ask.who.person,
    )
    seq = ask.tx.fold(stream=hand, folding=handlers.HAND).seq
    record(ask.tx, ask.wiring, stream=hand, seq=seq, facts=(fact,), cause=ask.request, actor=ask.who.person)
    metrics.record_irregularity(clause=under)
    return {"hand": hand, "clause": under}


def _known(tx: Tx, table: str) -> tuple[int, tables.Table]:
    folded = tx.fold(stream=table, folding=handlers.TABLE)
    if not folded.state.table:
        raise NoSuchThing(f"table {table}")
    return folded.seq, folded.state


def _table(tx: Tx, table: str) -> Mapping[str, Any]:
    _, state = _known(tx, table)
    seats = [
        {"seat": n, "person": seat.person, "ready": seat.ready, "leaving": seat.leaving}
        for n, seat in sorted(state.seats.items())
    ]
    return {
        "id": state.table,
        "game": state.game,
        "name": state.name,
        "terms": dict(state.terms),
        "open": state.open,
        "seats": seats,
        "number": state.number,
        "hand": state.hand,
    }


def _view(ask: Ask, hand: hands.Hand) -> Mapping[str, Any]:
    person = ask.who.person if Role.PLAYER in ask.who.roles else ""
    return {
        "hand": hand.hand,
        "stage": hand.stage.value,
        "step": hand.step,
        "commitment": hand.commitment,
        "seats": [asdict(seen) for seen in views.seen_by(hand, person)],
    }


def _proofs(hand: hands.Hand, *, everything: bool) -> Mapping[str, Any]:
    return {
        "hand": hand.hand,
        "commitment": hand.commitment,
        "pack": hand.pack,
        "proofs": [asdict(proof) for proof in views.proofs(hand, everything=everything)],
    }


def _number(seat: str) -> int:
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 2:
        raise NoSuchThing(f"seat {seat}")
    return int(seat)


def _no_staff(ask: Ask) -> None:
    if ask.who.roles - {Role.PLAYER}:
        raise Problem(403, "role_conflict", "staff of the house take no seat")


def _practice_only_outside_production(ask: Ask) -> None:
    if ask.body["practice"] and ask.wiring.settings.production:
        raise Problem(422, "no_practice", "a practice table takes stacked decks; production has none", field="practice")
