"""The jackpot at work: each command in one transaction, its pool's journal and ledger together."""

from services.jackpot import metrics
from services.jackpot.domain import decide as rules
from services.jackpot.domain import pool as pools
from services.jackpot.domain.transfers import transfers
from services.jackpot.stream import POOL, POOLS, stream_of
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.floor_commands import ReturnContributions
from shared.hand.people_commands import BlockAtJackpot
from shared.journal.ports import Tx
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.terms import Terms
from shared.runtime import blocking
from shared.runtime.recording import record
from shared.runtime.wiring import Wiring


@cites("ESD-31")
def open_pool(tx: Tx, command: ask.OpenPool, wiring: Wiring) -> None:
    """Put the seed into a pool and show it from the opening of its first table on, before anybody stakes."""
    _open(tx, wiring, command)


def contribute(tx: Tx, command: ask.Contribute, wiring: Wiring) -> None:
    """Take a hand's side bets into its pool; should they overtake its opening they open it."""
    _open(tx, wiring, command)
    keep(tx, wiring, pool=command.pool, command=command)


def pay_awards(tx: Tx, command: ask.PayAwards, wiring: Wiring) -> None:
    """Decide a hand's awards."""
    keep(tx, wiring, pool=command.pool, command=command)


def return_contributions(tx: Tx, command: ReturnContributions, wiring: Wiring) -> None:
    """Give the side bets of a voided hand back."""
    keep(tx, wiring, pool=command.pool, command=command)


def block_at_jackpot(tx: Tx, command: BlockAtJackpot, wiring: Wiring) -> None:
    """Keep whether a person's tokens count here."""
    blocking.hear(tx, wiring, command)


def _open(tx: Tx, wiring: Wiring, command: ask.OpenPool | ask.Contribute) -> None:
    """Open the pool that a table's terms name, if it is not open yet."""
    stream = stream_of(command.pool)
    if tx.fold(stream=stream, folding=POOL).seq:
        return
    opened = pools.open_pool(game=command.game, pool=command.pool, terms=command.terms)
    record(tx, wiring, stream=stream, seq=0, facts=(opened,), cause=command.command_id)
    tx.post(transfers(opened))
    known = len(tx.history(POOLS))
    tx.append(stream=POOLS, expected_seq=known, facts=(opened,), cause=command.command_id)


def pool_of(game: str, terms: Terms) -> str:
    """Return the pool that a table's terms name."""
    return terms.of(pools.side_bet(game).pool)


def set_meter(tx: Tx, wiring: Wiring, *, game: str, terms: Terms, amount: Cents) -> None:
    """Bring a practice table's meter to an amount; the house stands behind the difference."""
    assert not wiring.settings.production, "a meter is set by hand in practice only"
    pool = pool_of(game, terms)
    _open(tx, wiring, ask.OpenPool(hand="", table="", game=game, pool=pool, terms=terms))
    folded = tx.fold(stream=stream_of(pool), folding=POOL)
    by = Cents(amount - folded.state.meter)
    if by == 0:
        return
    fact = say.MeterAdjusted(
        hand=f"practice.{folded.seq}", table="", game=game, pool=pool, by=by, reason="set", approved_by="practice"
    )
    record(tx, wiring, stream=stream_of(pool), seq=folded.seq, facts=(fact,), cause=fact.hand)
    tx.post(transfers(fact))


def keep(tx: Tx, wiring: Wiring, *, pool: str, command: ask.Command) -> None:
    """Decide a command on a pool; its consequences answer the question that the hand has put."""
    folded = tx.fold(stream=stream_of(pool), folding=POOL)
    facts = rules.decide(folded.state, command)
    tx.put_question(stream=stream_of(pool), command_id=command.command_id)
    record(tx, wiring, stream=stream_of(pool), seq=folded.seq, facts=facts, cause=command.command_id)
    for fact in facts:
        tx.post(transfers(fact))
        _count(fact)


def _count(fact: say.Fact) -> None:
    match fact:
        case say.ContributionsTaken():
            metrics.record_contribution(game=fact.game, to_meter=fact.to_meter, to_house=fact.to_house)
        case say.AwardsDecided():
            for award in fact.awards:
                metrics.record_award(game=fact.game, award=award.award, amount=award.amount)
        case _:
            pass
