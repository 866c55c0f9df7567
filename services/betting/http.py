"""Betting's routes: acts, what one may do, wallets and chips."""

import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from flask import Response, g, request

from services.betting import handlers
from services.betting import schemas as form
from services.betting.domain import hands, seen
from services.betting.domain.banked.hand import Stage
from services.betting.timers import boxes_timer_id, turn_timer_id
from shared.games import game
from shared.hand import commands
from shared.hand import table_facts as at_table
from shared.hand.commands import Verb
from shared.hand.people_facts import stream_of
from shared.journal.ports import Transfer, Tx
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.refusals import NotActive, NotEnoughChips, WrongBox, code_of
from shared.runtime.problems import NoSuchThing
from shared.runtime.recording import record
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import STAFF, Role
from shared.telemetry import traffic

routes: Final = Routes("betting", "Acts, chips and wallets")


@routes.mutation(
    "POST", "/hands/<hand>/acts", needs=(Role.PLAYER,), body=form.ActBody, answer=form.ActAnswer, status=201
)
def act(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Act at one's own seat: stake, sit out, play on, fold."""
    state = _hand(ask.tx, hand)
    body = ask.body
    command = commands.Act(
        hand=hand,
        table=state.table,
        game=state.game,
        seat=body["seat"],
        verb=Verb(body["verb"]),
        amount=body["amount"],
        side_bet=body["side_bet"],
        discards=tuple(body["discards"]),
        box=body["box"],
        turn=body["turn"],
    )
    _must_be_own(ask, state, command)
    handlers.act(ask.tx, command, ask.wiring, actor=ask.who.person)
    after = _hand(ask.tx, hand)
    return {"hand": hand, "stage": after.stage.value, "turn": after.turn, "turns": after.turns}


@routes.after_request  # type: ignore[untyped-decorator]  # flask-smorest has no types
def time_act(response: Response) -> Response:
    """Count how long a player waited for an act, the commit included."""
    if request.endpoint == f"{routes.name}.{act.__name__}":
        outcome = "taken" if response.status_code < 400 else "refused" if response.status_code < 500 else "failed"
        traffic.record_act(outcome=outcome, seconds=time.perf_counter() - g.began)
    return response


@routes.query("/hands/<hand>/view", needs=(Role.PLAYER, *STAFF), answer=form.ViewAnswer)
def view_hand(ask: Ask, hand: str) -> Mapping[str, Any]:
    """Show a hand's chips, bets and turn, and what the asker may do."""
    return _view(ask, _hand(ask.tx, hand))


@routes.query("/tables/<table>/view", needs=(Role.PLAYER, *STAFF), answer=form.ViewAnswer)
def view_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Show the hand in play at a table, or the last one."""
    current = ask.tx.fold(stream=table, folding=handlers.SEATED).state.hand
    return _view(ask, ask.tx.fold(stream=current, folding=handlers.HAND).state if current else hands.NEW)


@routes.query("/wallet", needs=(Role.PLAYER,), answer=form.WalletAnswer)
def show_wallet(ask: Ask) -> Mapping[str, Any]:
    """Show what the asker has away from the tables."""
    return {"person": ask.who.person, "balance": ask.tx.balance(accounts.player(ask.who.person))}


@routes.mutation(
    "POST",
    "/wallets/<person>/deposits",
    needs=(Role.OPERATOR, Role.SERVICE),
    body=form.AmountBody,
    answer=form.WalletAnswer,
    status=201,
)
def deposit(ask: Ask, person: str) -> Mapping[str, Any]:
    """Take a person's money in, to his account."""
    owner = accounts.player(person)
    _post(ask, accounts.WORLD, owner, ask.body["amount"], "deposit")
    fact = at_table.Deposited(
        hand="", table="", game="", person=person, amount=ask.body["amount"], taken_by=ask.who.person
    )
    stream = stream_of(person)
    seq = ask.tx.fold(stream=stream, folding=handlers.SEATED).seq
    record(ask.tx, ask.wiring, stream=stream, seq=seq, facts=(fact,), cause=ask.request, actor=ask.who.person)
    return {"person": person, "balance": ask.tx.balance(owner)}


@routes.mutation(
    "POST",
    "/tables/<table>/seats/<seat>/chips",
    needs=(Role.PLAYER,),
    body=form.AmountBody,
    answer=form.ChipsAnswer,
    status=201,
)
def add_chips(ask: Ask, table: str, seat: str) -> Mapping[str, Any]:
    """Bring more chips to one's own seat; they count from the next hand."""
    folded = ask.tx.fold(stream=table, folding=handlers.SEATED)
    number = folded.state.seat_of(ask.who.person)
    if not number or str(number) != seat:
        raise NotActive(f"you do not sit at seat {seat} of table {table}", found=seat)
    owner, amount = accounts.player(ask.who.person), ask.body["amount"]
    held = ask.tx.balance(owner)
    if held < amount:
        raise NotEnoughChips(f"your account holds {held}, not {amount}", expected=held, found=amount)
    _post(ask, owner, accounts.seat(table, number), amount, "top_up")
    fact = at_table.ChipsAdded(
        hand="", table=table, game=folded.state.game, seat=number, person=ask.who.person, amount=amount
    )
    record(ask.tx, ask.wiring, stream=table, seq=folded.seq, facts=(fact,), cause=ask.request, actor=ask.who.person)
    return {"table": table, "seat": number, "chips": ask.tx.balance(accounts.seat(table, number))}


def _must_be_own(ask: Ask, state: hands.Hand, command: commands.Act) -> None:
    """Refuse an act for a seat that is not the asker's; where the game's law names a clause it goes on record."""
    own = next((player.seat for player in state.players if player.person == ask.who.person), 0)
    if not own:
        raise NotActive(f"you take no part in hand {command.hand}", found=command.seat)
    if own != command.seat:
        under = game(state.game).refused_under.get(code_of(WrongBox), "")
        refusal = WrongBox(
            f"you sit at seat {own}; seat {command.seat} is somebody else's",
            clause=under,
            expected=own,
            found=command.seat,
            irregularity=under,
        )
        refusal.to_record = partial(
            handlers.put_on_record, command=replace(command, seat=own), refusal=refusal, wiring=ask.wiring
        )
        raise refusal


def _hand(tx: Tx, hand: str) -> hands.Hand:
    found = tx.fold(stream=hand, folding=handlers.HAND).state
    if not found.hand:
        raise NoSuchThing(f"hand {hand}")
    return found


def _view(ask: Ask, hand: hands.Hand) -> Mapping[str, Any]:
    own = next((player.seat for player in hand.players if player.person == ask.who.person), 0)
    clock = boxes_timer_id(hand.hand) if hand.stage is Stage.STAKES else turn_timer_id(hand.hand)
    return {
        "hand": hand.hand,
        "stage": hand.stage.value,
        "turn": hand.turn,
        "turns": hand.turns,
        "seconds_left": ask.tx.seconds_left(clock) if hand.hand else 0.0,
        "seats": [asdict(seat) for seat in seen.seats(hand)],
        "me": {
            "seat": own,
            "chips": ask.tx.balance(accounts.seat(hand.table, own)) if own else 0,
            "may": [{**asdict(option), "verb": option.verb.value} for option in seen.options(hand, own)] if own else [],
        },
    }


def _post(ask: Ask, debit: str, credit: str, amount: Cents, reason: str) -> None:
    ask.tx.post(
        [
            Transfer(
                transfer_id=f"{ask.who.person}:{reason}:{ask.request}",
                debit=debit,
                credit=credit,
                amount=amount,
                reason=reason,
            )
        ]
    )
