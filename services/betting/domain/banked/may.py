"""What a seat may do now in a banked hand: the acts that will not be refused, with their amounts."""

from services.betting.domain.banked.hand import Hand, Stage
from services.betting.domain.option import Option
from shared.games import game
from shared.hand.commands import Verb
from shared.money import Cents
from shared.rules.game import Decide


def may(hand: Hand, seat: int) -> tuple[Option, ...]:
    """Return a seat's options; none while it is not its turn."""
    if hand.stage is Stage.STAKES and seat in hand.chips and seat not in hand.answered:
        return _stakes(hand, seat)
    if hand.stage is Stage.DECIDE and hand.turn == seat:
        return _decisions(hand, seat)
    return ()


def _stakes(hand: Hand, seat: int) -> tuple[Option, ...]:
    contest = game(hand.game).banked
    least = hand.terms.of(contest.boxes.minimum)
    afford = min(hand.terms.of(contest.boxes.maximum), hand.chips[seat])
    most = afford - afford % least
    sit_out = Option(verb=Verb.SIT_OUT)
    if most < least:
        return (sit_out,)
    side = hand.terms.of(contest.side_bet.stake)
    stake = Option(verb=Verb.STAKE, least=Cents(least), most=Cents(most), step=Cents(least), side_bet=Cents(side))
    return stake, sit_out


def _decisions(hand: Hand, seat: int) -> tuple[Option, ...]:
    step = game(hand.game).course[hand.step]
    assert isinstance(step, Decide)
    second = Cents(hand.stakes[seat].ante * step.factor)
    fold = Option(verb=Verb.FOLD)
    if second > hand.chips[seat]:
        return (fold,)
    play = Option(verb=Verb.PLAY, least=second, most=second, discards_max=step.discards_max)
    return play, fold
