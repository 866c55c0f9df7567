"""The dealer at work: each command and each due timer, in one transaction."""

from dataclasses import replace
from typing import Final

from services.dealer import metrics, seat_clocks
from services.dealer.domain import decide as rules
from services.dealer.domain import hand as hands
from services.dealer.domain import shuffle
from services.dealer.domain import table as tables
from shared.cards import PACKS, Card, written
from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import path
from shared.hand import pot_commands as ask_pot
from shared.hand import table_facts as at_table
from shared.hand.holdings import Coming, Player
from shared.hand.people_commands import BlockAtDealer
from shared.journal.ports import Folding, Timer, Tx
from shared.rules import house
from shared.runtime import blocking
from shared.runtime.recording import record
from shared.runtime.sending import outgoing
from shared.runtime.wiring import Wiring
from shared.secret import Secret

HAND: Final = Folding("dealer.hand", lambda: hands.NEW, hands.apply)
TABLE: Final = Folding("dealer.table", lambda: tables.NEW, tables.apply, snapshot_every=200)

TABLES: Final = "tables"
"""The stream that names all tables, in the order in which they were opened."""

SEED_BYTES: Final = 32
REDRIVE_SECONDS: Final = 10.0
"""How long a hand may stand still before the dealer asks again."""
TOLD_ASIDE: Final = (at_floor.ReferredToFloor, at_floor.Ruled, at_floor.FaultRemedied, at_draw.MisdealDeclared)
"""What is told to betting beside the course of the hand, by people and not in answer to a question."""


def open_hand(tx: Tx, command: ask.OpenHand, wiring: Wiring) -> None:
    """Begin the table's next hand: a fresh shuffle, and the public commitment to it before the first card."""
    folded = tx.fold(stream=command.table, folding=TABLE)
    table = folded.state
    if not table.can_start:
        return
    started, players = tables.start_hand(table)
    cause = f"{started.hand}:{command.task}:0"
    record(tx, wiring, stream=command.table, seq=folded.seq, facts=(started,), cause=cause)
    seed = wiring.random(SEED_BYTES).hex()
    pack = game(table.game).pack_for(len(players), table.terms)
    deck = shuffle.shuffled(PACKS[pack], seed=seed, hand=started.hand, label="deck")
    begin_hand(tx, _opened(table, started, players, deck=deck, seed=seed), wiring)


def open_stacked_hand(
    tx: Tx,
    table_id: str,
    wiring: Wiring,
    *,
    deck: tuple[Card, ...],
    mixes: tuple[tuple[Card, ...], ...],
    seed: str,
    sitting_out: tuple[int, ...] = (),
    coming: tuple[Coming, ...] = (),
) -> str:
    """Begin the next hand of a practice table with a deck in a given order; return the hand's id.

    `mixes` is what lies on top after each mix; `coming` are errors that the croupier makes at the first deal.
    """
    folded = tx.fold(stream=table_id, folding=TABLE)
    table = folded.state
    assert table.practice, f"table {table_id} takes no stacked deck"
    assert not wiring.settings.production, "a house at work takes no stacked deck"
    started, players = tables.start_hand(table, sitting_out=sitting_out)
    cause = f"{started.hand}:dealer.open_hand:0"
    record(tx, wiring, stream=table_id, seq=folded.seq, facts=(started,), cause=cause)
    opened = _opened(table, started, players, deck=deck, seed=seed)
    stacked = replace(opened, mixes=Secret(tuple(written(each) for each in mixes)), coming=coming)
    begin_hand(tx, stacked, wiring)
    return started.hand


def begin_hand(tx: Tx, opened: say.HandOpened, wiring: Wiring) -> None:
    """Record an opened hand; from here on it is asked for again whenever it stands still."""
    question = f"{opened.hand}:dealer.open_hand:0"
    tx.put_question(stream=opened.hand, command_id=question)
    record(tx, wiring, stream=opened.hand, seq=0, facts=(opened,), cause=question)
    tx.set_timers([redrive(opened.hand, opened.table, REDRIVE_SECONDS)])
    metrics.record_hand_opened(game=opened.game)


def deal_street(tx: Tx, command: ask.DealStreet, wiring: Wiring) -> None:
    """Deal a step of the course."""
    carry_out(tx, command, wiring)


def serve_draw(tx: Tx, command: ask.ServeDraw, wiring: Wiring) -> None:
    """Give a seat its new cards."""
    carry_out(tx, command, wiring)


def turn_croupier(tx: Tx, command: ask.TurnCroupier, wiring: Wiring) -> None:
    """Turn the croupier's holding up."""
    carry_out(tx, command, wiring)


def draw_croupier(tx: Tx, command: ask.DrawCroupier, wiring: Wiring) -> None:
    """Change the croupier's cards and show the holdings."""
    carry_out(tx, command, wiring)


def close_hand(tx: Tx, command: ask.CloseHand, wiring: Wiring) -> None:
    """Close the hand, end it at its table, and set the time of the next."""
    *_, closed = carry_out(tx, command, wiring)
    assert isinstance(closed, say.HandClosed)
    folded = tx.fold(stream=command.table, folding=TABLE)
    facts = tables.finish_hand(folded.state, closed, head=tx.head(command.hand))
    record(tx, wiring, stream=command.table, seq=folded.seq, facts=facts, cause=command.command_id)
    seat_clocks.watch(tx, facts)
    tx.clear_timers([redrive(command.hand, command.table, 0).timer_id])
    schedule_hand(tx, command.table, pause=True)
    metrics.record_hand_closed(game=command.game, outcome=command.outcome)


def confirm_seat(tx: Tx, command: ask.ConfirmSeat, wiring: Wiring) -> None:
    """Let a seat play now that its chips are there, or free it."""
    folded = tx.fold(stream=command.table, folding=TABLE)
    facts = tables.confirm_seat(folded.state, command)
    record(tx, wiring, stream=command.table, seq=folded.seq, facts=facts, cause=command.command_id)
    seat_clocks.watch(tx, facts)
    schedule_hand(tx, command.table, pause=False)


def block_at_dealer(tx: Tx, command: BlockAtDealer, wiring: Wiring) -> None:
    """Keep whether a person's tokens count here; who is blocked leaves his seats as if he had asked to."""
    if not blocking.hear(tx, wiring, command) or not command.blocked:
        return
    for opened in tx.history(TABLES):
        folded = tx.fold(stream=opened.fact.table, folding=TABLE)
        facts = tables.unseat(folded.state, person=command.person)
        record(tx, wiring, stream=opened.fact.table, seq=folded.seq, facts=facts, cause=command.command_id)
        seat_clocks.watch(tx, facts)


def schedule_hand(tx: Tx, table_id: str, *, pause: bool) -> None:
    """Set the time of the table's next hand, if it can have one."""
    table = tx.fold(stream=table_id, folding=TABLE).state
    if table.can_start:
        seconds = float(table.terms.of(house.PAUSE_SECONDS)) if pause else 0.0
        tx.set_timers(
            [Timer(timer_id=f"{table_id}:next", stream=table_id, kind="open_hand", seconds=seconds, payload={})]
        )


def on_timer(tx: Tx, timer: Timer, wiring: Wiring) -> None:
    """A table's next hand is due, or a hand has stood still for too long."""
    match timer.kind:
        case "open_hand":
            table = tx.fold(stream=timer.stream, folding=TABLE).state
            open_hand(tx, ask.OpenHand(hand="", table=timer.stream, game=table.game, number=table.number + 1), wiring)
        case "end_showdown":
            hand = tx.fold(stream=timer.stream, folding=HAND).state
            if hand.stage is hands.Stage.SHOWDOWN:
                carry_out(tx, ask_pot.EndShowdown(hand=hand.hand, table=hand.table, game=hand.game), wiring)
        case "expire_draw":
            _expire_draw(tx, timer, wiring)
        case seat_clocks.KIND:
            table = tx.fold(stream=timer.stream, folding=TABLE).state
            seat_clocks.ask_again(tx, timer, table, wiring)
        case "redrive":
            _ask_again(tx, timer, wiring)
        case _:
            raise AssertionError(f"the dealer sets no timer {timer.kind!r}")


def _opened(
    table: tables.Table,
    started: at_table.HandStarted,
    players: tuple[Player, ...],
    *,
    deck: tuple[Card, ...],
    seed: str,
) -> say.HandOpened:
    return say.HandOpened(
        hand=started.hand,
        table=table.table,
        game=table.game,
        number=started.number,
        terms=table.terms,
        players=players,
        eldest=players[0].seat,
        pack=len(deck),
        deck=Secret(deck),
        seed=Secret(seed),
        commitment=shuffle.commitment(deck, seed=seed),
        by_hand=table.practice,
        series=tables.series_of_next(table),
    )


def redrive(hand: str, table: str, seconds: float) -> Timer:
    """Return the timer by which a hand that stands still is driven on."""
    return Timer(timer_id=f"{hand}:redrive", stream=hand, kind="redrive", seconds=seconds, payload={"table": table})


def _ask_again(tx: Tx, timer: Timer, wiring: Wiring) -> None:
    hand = tx.fold(stream=timer.stream, folding=HAND).state
    if hand.stage is hands.Stage.CLOSED:
        return
    asked = tx.resend(tx.question(timer.stream))
    if hand.trouble.may_have_been:
        asked += _tell_again(tx, hand.hand, wiring)
    metrics.record_redrive(game=hand.game, asked=asked)
    tx.set_timers([redrive(timer.stream, hand.table, REDRIVE_SECONDS)])


def _tell_again(tx: Tx, hand: str, wiring: Wiring) -> int:
    """Send once more what errors and rulings have told betting: the course may have gone on past the question."""
    told = [
        outgoing(command, codec=wiring.codec, cause=f"{hand}:redrive")
        for kept in tx.history(hand)
        if isinstance(kept.fact, TOLD_ASIDE)
        for command in path.after(kept.fact)
    ]
    tx.send(told)
    return len(told)


def _expire_draw(tx: Tx, timer: Timer, wiring: Wiring) -> None:
    """The time of the seat to draw is over, unless it has drawn meanwhile."""
    hand = tx.fold(stream=timer.stream, folding=HAND).state
    seat, turn, prompts = (timer.payload[name] for name in ("seat", "turn", "prompts"))
    if hand.stage is not hands.Stage.DRAW or (hand.drawn.turns, hand.drawn.prompts) != (turn, prompts):
        return
    late = ask_draw.ExpireDraw(hand=hand.hand, table=hand.table, game=hand.game, seat=seat, turn=turn, prompts=prompts)
    carry_out(tx, late, wiring)
    keep_draw_clock(tx, hand.hand)


def keep_draw_clock(tx: Tx, hand_id: str) -> None:
    """Set the clock of the seat that is to draw, or stop it where nobody is, or the floor has to decide."""
    hand = tx.fold(stream=hand_id, folding=HAND).state
    drawn = hand.drawn
    clock = Timer(
        timer_id=draw_timer_id(hand_id),
        stream=hand_id,
        kind="expire_draw",
        seconds=float(hand.terms.of(game(hand.game).decision_seconds)),
        payload={"seat": drawn.turn, "turn": drawn.turns, "prompts": drawn.prompts},
    )
    if hand.stage is hands.Stage.DRAW and drawn.turn and not hand.trouble.referral:
        tx.set_timers([clock])
    else:
        tx.clear_timers([clock.timer_id])


def draw_timer_id(hand: str) -> str:
    """Return the id of the clock of the seat that is to draw."""
    return f"{hand}:draw"


def carry_out(tx: Tx, command: ask.Command, wiring: Wiring, *, actor: str = "") -> tuple[say.Fact, ...]:
    """Decide a command on its hand, and keep the facts; the hand is then not due again for a while."""
    folded = tx.fold(stream=command.hand, folding=HAND)
    facts = rules.decide(folded.state, command)
    record(tx, wiring, stream=command.hand, seq=folded.seq, facts=facts, cause=command.command_id, actor=actor)
    tx.set_timers([redrive(command.hand, command.table, REDRIVE_SECONDS)])
    metrics.record_facts(facts)
    return facts
