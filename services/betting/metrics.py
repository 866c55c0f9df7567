"""What betting counts: money staked and paid, and acts."""

from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.telemetry import counter

_HANDLE = counter("crupier_handle_cents_total", "Sum of all antes and bets, in minor units", ("game",))
_PAYOUTS = counter("crupier_payouts_cents_total", "Paid to seats by the house and its progressives", ("game",))
_LOST = counter("crupier_house_won_cents_total", "Lost by seats to the house", ("game",))
_ACTS = counter("crupier_acts_total", "Acts of seats, by verb and by who decided", ("game", "verb", "by"))
_SETTLED = counter("crupier_hands_settled_total", "Hands settled, by outcome", ("game", "outcome"))


def record_fact(fact: say.Fact) -> None:
    """Count what a fact says."""
    match fact:
        case say.StakePlaced():
            _HANDLE.labels(fact.game).inc(fact.ante + fact.side_bet)
            _ACTS.labels(fact.game, "stake", "seat").inc()
        case at_pot.AntesPosted():
            _HANDLE.labels(fact.game).inc(sum(ante.amount for ante in fact.antes))
        case say.ActionTaken():
            _HANDLE.labels(fact.game).inc(fact.put_in)
            _ACTS.labels(fact.game, fact.verb.value, "clock" if fact.by_clock else "seat").inc()
        case say.HandSettled():
            paid = sum(result.paid for result in fact.results) + sum(award.amount for award in fact.awards)
            _PAYOUTS.labels(fact.game).inc(paid)
            _LOST.labels(fact.game).inc(sum(result.lost for result in fact.results))
            _SETTLED.labels(fact.game, fact.outcome).inc()
        case _:
            pass
