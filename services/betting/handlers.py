"""Betting at work: each command, each player's act and each due timer, in one transaction."""

from functools import partial
from typing import Final

from services.betting import metrics
from services.betting.domain import hands, irregularities, seated
from services.betting.domain.banked import boxes
from services.betting.domain.banked.hand import Stage
from services.betting.domain.pot import antes
from services.betting.timers import timers
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand import table_facts as at_table
from shared.hand.commands import Verb
from shared.hand.people_commands import BlockAtBetting
from shared.journal.ports import Folding, Timer, Transfer, Tx
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.refusals import NotYet, RuleBroken
from shared.runtime import blocking
from shared.runtime.recording import record
from shared.runtime.wiring import Wiring

HAND: Final = Folding("betting.hand", lambda: hands.NEW, hands.apply)
SEATED: Final = Folding("betting.seated", lambda: seated.NEW, seated.apply, snapshot_every=200)


def open_boxes(tx: Tx, command: ask.OpenBoxes, wiring: Wiring) -> None:
    """Open the boxes to the seats that have chips, and set the time for stakes."""
    seats = tuple(player.seat for player in command.players)
    stacks = {seat: tx.balance(accounts.seat(command.table, seat)) for seat in seats}
    facts = boxes.open_boxes(stacks, command)
    _keep(tx, wiring, command, seq=0, before=hands.NEW, facts=facts)
    _note_hand(tx, wiring, command)


def post_antes(tx: Tx, command: ask_pot.PostAntes, wiring: Wiring) -> None:
    """Take the antes, and into the pot what the last hand left there."""
    seats = tuple(player.seat for player in command.players)
    stacks = {seat: tx.balance(accounts.seat(command.table, seat)) for seat in seats}
    last = tx.fold(stream=command.table, folding=SEATED).state.hand
    carried, earlier = tx.balance(accounts.carried(command.table)), hands.NEW
    if last and not command.ante_due:
        earlier = tx.fold(stream=last, folding=HAND).state
    facts = antes.post_antes(stacks, command, carried=carried, earlier=hands.posted(earlier))
    _keep(tx, wiring, command, seq=0, before=hands.NEW, facts=facts)
    _note_hand(tx, wiring, command)


def bar_street(tx: Tx, command: ask_floor.BarStreet, wiring: Wiring) -> None:
    """End the betting of a step."""
    _carry_out(tx, command, wiring)


def hold_hand(tx: Tx, command: ask_floor.HoldHand, wiring: Wiring) -> None:
    """Wait for the floor."""
    _carry_out(tx, command, wiring)


def release_hand(tx: Tx, command: ask_floor.ReleaseHand, wiring: Wiring) -> None:
    """Go on after the floor has ruled."""
    _carry_out(tx, command, wiring)


def void_hand(tx: Tx, command: ask_floor.VoidHand, wiring: Wiring) -> None:
    """Give everything back."""
    _carry_out(tx, command, wiring)


def rule_openers(tx: Tx, command: ask_draw.RuleOpeners, wiring: Wiring) -> None:
    """Obey the floor about who opened the pot."""
    _carry_out(tx, command, wiring)


def close_boxes(tx: Tx, command: ask.CloseBoxes, wiring: Wiring) -> None:
    """End the time for stakes."""
    _carry_out(tx, command, wiring)


def open_street(tx: Tx, command: ask.OpenStreet, wiring: Wiring) -> None:
    """Open the betting or the deciding of a step."""
    _carry_out(tx, command, wiring)


def resume_street(tx: Tx, command: ask.ResumeStreet, wiring: Wiring) -> None:
    """Go on with the next seat."""
    _carry_out(tx, command, wiring)


def act(tx: Tx, command: ask.Act, wiring: Wiring, *, actor: str = "") -> None:
    """Carry out a seat's act, or its default when its time has run out."""
    try:
        _carry_out(tx, command, wiring, actor=actor)
    except RuleBroken as refusal:
        refusal.to_record = partial(put_on_record, command=command, refusal=refusal, wiring=wiring)
        raise


def settle_hand(tx: Tx, command: ask.SettleHand, wiring: Wiring) -> None:
    """Pay what the hand has decided."""
    _carry_out(tx, command, wiring)


def bring_chips(tx: Tx, command: ask.BringChips, wiring: Wiring) -> None:
    """Bring a person's chips from his account to the seat that he took, or say that they are not there."""
    owner = accounts.player(command.person)
    folded = tx.fold(stream=command.table, folding=SEATED)
    over = command.visit <= folded.state.over.get(command.seat, 0)
    if not over and command.seat in folded.state.visits:
        raise NotYet(f"the chips of who sat at seat {command.seat} of {command.table} before still lie there")
    facts: tuple[say.Fact, ...]
    if over or tx.balance(owner) < command.amount:
        facts = (
            at_table.BuyInRefused(
                hand="",
                table=command.table,
                game=command.game,
                seat=command.seat,
                person=command.person,
                visit=command.visit,
                reason="left" if over else "not_enough_in_account",
            ),
        )
    else:
        seat = accounts.seat(command.table, command.seat)
        tx.post([_move(command.command_id, owner, seat, command.amount, "buy_in")])
        facts = (
            at_table.ChipsBrought(
                hand="",
                table=command.table,
                game=command.game,
                seat=command.seat,
                person=command.person,
                amount=command.amount,
                visit=command.visit,
            ),
        )
    record(tx, wiring, stream=command.table, seq=folded.seq, facts=facts, cause=command.command_id)


def take_chips(tx: Tx, command: ask.TakeChips, wiring: Wiring) -> None:
    """Bring what lies before a left seat to its person's account; what another has brought there since is not his."""
    folded = tx.fold(stream=command.table, folding=SEATED)
    seat = accounts.seat(command.table, command.seat)
    amount = tx.balance(seat) if folded.state.visits.get(command.seat) == command.visit else Cents(0)
    if amount:
        tx.post([_move(command.command_id, seat, accounts.player(command.person), amount, "cash_out")])
    taken = at_table.ChipsTaken(
        hand="",
        table=command.table,
        game=command.game,
        seat=command.seat,
        person=command.person,
        amount=amount,
        visit=command.visit,
    )
    record(tx, wiring, stream=command.table, seq=folded.seq, facts=(taken,), cause=command.command_id)


def block_at_betting(tx: Tx, command: BlockAtBetting, wiring: Wiring) -> None:
    """Keep whether a person's tokens count here."""
    blocking.hear(tx, wiring, command)


def on_timer(tx: Tx, timer: Timer, wiring: Wiring) -> None:
    """The time for stakes is over, or a seat's time to act."""
    hand = tx.fold(stream=timer.stream, folding=HAND).state
    match timer.kind:
        case "close_boxes":
            if hand.stage is Stage.STAKES:
                close_boxes(tx, ask.CloseBoxes(hand=hand.hand, table=hand.table, game=hand.game), wiring)
        case "expire_turn":
            seat, turn = timer.payload["seat"], timer.payload["turn"]
            if hand.turn == seat and hand.turns == turn:
                late = ask.Act(
                    hand=hand.hand, table=hand.table, game=hand.game, seat=seat, verb=Verb.TIMEOUT, turn=turn
                )
                act(tx, late, wiring)
        case _:
            raise AssertionError(f"betting sets no timer {timer.kind!r}")


def _carry_out(tx: Tx, command: ask.Command, wiring: Wiring, *, actor: str = "") -> None:
    folded = tx.fold(stream=command.hand, folding=HAND)
    facts = hands.decide(folded.state, command)
    _keep(tx, wiring, command, seq=folded.seq, before=folded.state, facts=facts, actor=actor)


def _keep(
    tx: Tx,
    wiring: Wiring,
    command: ask.Command,
    *,
    seq: int,
    before: hands.Hand,
    facts: tuple[say.Fact, ...],
    actor: str = "",
) -> None:
    """Record facts with their money and their clocks."""
    if not facts:
        return
    record(tx, wiring, stream=command.hand, seq=seq, facts=facts, cause=command.command_id, actor=actor)
    hand = before
    for fact in facts:
        hand = hands.apply(hand, fact)
        tx.post(hands.transfers(fact))
        metrics.record_fact(fact)
    clocks = timers(hand, facts)
    tx.clear_timers(clocks.clear)
    tx.set_timers(clocks.set)


def put_on_record(tx: Tx, *, command: ask.Act, refusal: RuleBroken, wiring: Wiring) -> None:
    """Record an attempt that a rule of conduct forbids; it changed nothing else."""
    seq = tx.fold(stream=command.hand, folding=HAND).seq
    facts = irregularities.of(refusal, command)
    record(tx, wiring, stream=command.hand, seq=seq, facts=facts, cause=command.command_id)


def _note_hand(tx: Tx, wiring: Wiring, command: ask.Command) -> None:
    """Note at the table which hand is in play."""
    began = at_table.HandAtTable(hand=command.hand, table=command.table, game=command.game)
    seq = tx.fold(stream=command.table, folding=SEATED).seq
    record(tx, wiring, stream=command.table, seq=seq, facts=(began,), cause=command.command_id)


def _move(transfer_id: str, debit: str, credit: str, amount: Cents, reason: str) -> Transfer:
    return Transfer(transfer_id=transfer_id, debit=debit, credit=credit, amount=amount, reason=reason)
