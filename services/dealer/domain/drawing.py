"""The draw: each seat in turn changes cards or is served, the opener first, and each has its cards before the next."""

from services.dealer.domain import misdeals
from services.dealer.domain.course import head, must_be, must_not_be_held, must_not_wait
from services.dealer.domain.hand import Hand, Stage, apply
from services.dealer.domain.replenishing import served
from shared.games import game
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.rulebook import cites
from shared.rules.draw import Draw
from shared.rules.refusals import (
    NoAnswer,
    NotActive,
    NotYourCard,
    NotYourTurn,
    StaleAct,
    TooLate,
    TooManyDiscards,
    WrongStage,
)


@cites("AD5-16", "AD5-17", "AD5-34", "AD5-36")
def open_draw(hand: Hand, command: ask_draw.OpenDraw) -> tuple[say.Fact, ...]:
    """Begin the draw with the opener, or where he has left with the next seat after him.

    Whoever still has a wrong number of cards must have seen it by now: a misdeal.
    """
    must_be(hand, Stage.PLAY)
    must_not_wait(hand)
    if misdeal := misdeals.at_the_draw(hand, command.live):
        return (misdeal,)
    order = _from_opener(hand, command.live, command.opener)
    return (
        at_draw.DrawOpened(
            **head(hand),
            step=command.step,
            order=order,
            opener=command.opener,
            opening=hand.held.get(command.opener, ()),
            turn=order[0],
            seconds=_seconds(hand),
        ),
    )


@cites("AD5-18", "AD5-19", "AD5-20", "AD5-22")
def discard(hand: Hand, command: ask_draw.Discard) -> tuple[say.Fact, ...]:
    """Take what a seat lays down and give it as many."""
    _must_be_on_turn(hand, command.seat, command.turn)
    most, places = _draw(hand).discards_max, command.discards
    if len(places) > most:
        raise TooManyDiscards(
            f"seat {command.seat} may change {most} cards at most, not {len(places)}", expected=most, found=len(places)
        )
    if not places or len(set(places)) < len(places) or not set(places) <= set(range(len(hand.held[command.seat]))):
        raise NotYourCard(f"seat {command.seat} lays down one or more of its own cards, each once; or it is served")
    facts = served(hand, seat=command.seat, discards=places, turn=_next(hand, command.seat), seconds=_seconds(hand))
    return *facts, *_closed(hand, facts)


@cites("AD5-21")
def stand(hand: Hand, command: ask_draw.Stand) -> tuple[say.Fact, ...]:
    """Note that a seat is served."""
    _must_be_on_turn(hand, command.seat, command.turn)
    return _stood(hand, command.seat, by_clock=False)


@cites("AD5-21")
def expire_draw(hand: Hand, command: ask_draw.ExpireDraw) -> tuple[say.Fact, ...]:
    """Ask a silent seat once more; when it keeps silent again it is served, and that goes on record."""
    _must_be_on_turn(hand, command.seat, command.turn)
    if not hand.drawn.prompts:
        prompted = at_draw.DrawPrompted(**head(hand), step=hand.drawn.step, seat=command.seat, seconds=_seconds(hand))
        return (prompted,)
    silent = say.IrregularityRecorded(
        **head(hand),
        clause=_draw(hand).silent,
        seat=command.seat,
        what="said nothing in its turn to draw and counts as served",
        reported_by="dealer",
    )
    return silent, *_stood(hand, command.seat, by_clock=True)


@cites("AD5-28")
def ask_count(hand: Hand, command: ask_draw.AskCount) -> tuple[say.Fact, ...]:
    """Tell a seat how many cards another one drew, from the draw on until the betting begins again."""
    must_be(hand, Stage.DRAW, Stage.PLAY)
    if not hand.drawn.may_ask:
        raise WrongStage(f"hand {hand.hand}: counts are told from the draw on until the betting begins again")
    if command.seat not in hand.held or command.seat == command.of:
        raise NotActive(f"seat {command.seat} has no count of another to ask for", found=command.seat)
    if command.of not in hand.drawn.counts:
        raise NoAnswer(f"seat {command.of} has not drawn in hand {hand.hand}", found=command.of)
    count = hand.drawn.counts[command.of]
    return (at_draw.CountTold(**head(hand), seat=command.seat, of=command.of, count=count),)


def end_counts(hand: Hand, command: ask_draw.EndCounts) -> tuple[say.Fact, ...]:
    """End the time in which counts are told."""
    return (at_draw.CountsEnded(**head(hand), step=command.step),) if hand.drawn.may_ask else ()


def left(hand: Hand, seat: int) -> tuple[say.Fact, ...]:
    """Return what follows in the draw when a seat has had to leave; `hand` is without it already."""
    if hand.stage is not Stage.DRAW or len(hand.live) < 2:
        return ()
    turn = _next(hand, seat) if hand.drawn.turn == seat else hand.drawn.turn
    gone = at_draw.SeatLeftDraw(**head(hand), step=hand.drawn.step, seat=seat, turn=turn, seconds=_seconds(hand))
    return gone, *_closed(hand, (gone,))


def _stood(hand: Hand, seat: int, *, by_clock: bool) -> tuple[say.Fact, ...]:
    stood = at_draw.StoodPat(
        **head(hand),
        step=hand.drawn.step,
        seat=seat,
        by_clock=by_clock,
        turn=_next(hand, seat),
        seconds=_seconds(hand),
    )
    return stood, *_closed(hand, (stood,))


def _closed(hand: Hand, facts: tuple[say.Fact, ...]) -> tuple[say.Fact, ...]:
    """Close the draw when nobody is left to draw."""
    for fact in facts:
        hand = apply(hand, fact)
    if hand.drawn.turn:
        return ()
    return (at_draw.DrawClosed(**head(hand), step=hand.drawn.step, live=hand.live),)


def _from_opener(hand: Hand, live: tuple[int, ...], opener: int) -> tuple[int, ...]:
    """Return the live seats in order of play, beginning with the opener or who comes next after him."""
    seats = tuple(player.seat for player in hand.players)
    here = seats.index(opener) if opener else 0
    return tuple(seat for seat in (*seats[here:], *seats[:here]) if seat in live)


def _next(hand: Hand, seat: int) -> int:
    here = hand.drawn.order.index(seat) + 1
    return next((other for other in hand.drawn.order[here:] if other in hand.live), 0)


def _must_be_on_turn(hand: Hand, seat: int, turn: int) -> None:
    must_be(hand, Stage.DRAW)
    if seat in hand.drawn.timed_out:
        raise TooLate(f"the time of seat {seat} to draw was over before this came; it was served", found=seat)
    must_not_be_held(hand)
    if seat not in hand.live:
        raise NotActive(f"seat {seat} is not in hand {hand.hand}", found=seat)
    if seat != hand.drawn.turn:
        raise NotYourTurn(
            f"it is seat {hand.drawn.turn} that draws, not seat {seat}; each is served before the next",
            clause=_draw(hand).in_turn,
            expected=hand.drawn.turn,
            found=seat,
        )
    if turn not in (-1, hand.drawn.turns):
        raise StaleAct(
            f"hand {hand.hand} is at turn {hand.drawn.turns} of the draw; the act was meant for turn {turn}",
            expected=hand.drawn.turns,
            found=turn,
        )


def _draw(hand: Hand) -> Draw:
    draw = game(hand.game).course[hand.drawn.step]
    assert isinstance(draw, Draw), f"step {hand.drawn.step} of {hand.game} is no draw"
    return draw


def _seconds(hand: Hand) -> int:
    return hand.terms.of(game(hand.game).decision_seconds)
