"""Plays a scenario at a table, line by line, up to its end or to the first thing that does not hold."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, assert_never

from services.betting.domain.banked import hand as banked_hand
from services.dealer.domain.hand import Stage
from services.house.play import banked_sight, pot_sight
from services.house.play.felts import Felt
from services.house.play.scenario import (
    Deed,
    Expectation,
    HandScript,
    Line,
    Posting,
    Prelude,
    Refuse,
    Scenario,
    SetMeter,
    ends_stakes,
    prelude,
)
from services.house.play.sight import AWAITING_RULING, VOID, WAGER, Sight
from shared.games import game
from shared.hand import commands as ask
from shared.hand import pot_commands as ask_pot
from shared.hand.command import Verb
from shared.rules.refusals import HandClosed, NotActive, RuleBroken, WrongStage, code_of
from shared.rules.wager import ForThePot


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The first thing that did not hold: in which hand and where in it, what was expected and what was found."""

    hand: int
    where: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"hand {self.hand}, {self.where}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How a scenario went: what failed first, if anything, and how each hand that was begun looks at its end."""

    scenario: Scenario
    failure: Failure | None
    hands: tuple[Sight, ...]


class Missed(Exception):
    """Something did not hold."""

    def __init__(self, where: str, *, expected: object, found: object) -> None:
        super().__init__(where)
        self.where = where
        self.expected = shown(expected)
        self.found = shown(found)


def play(scenario: Scenario, felt: Felt) -> Verdict:
    """Play a scenario's hands one after the other at one table."""
    sights: list[Sight] = []
    for_the_pot = isinstance(game(scenario.seating.game).contest, ForThePot)
    for number, script in enumerate(scenario.hands, start=1):
        hand = _Hand(felt, for_the_pot=for_the_pot)
        try:
            hand.play(script)
        except Missed as missed:
            failure = Failure(hand=number, where=missed.where, expected=missed.expected, found=missed.found)
            return Verdict(scenario=scenario, failure=failure, hands=(*sights, hand.sight()))
        sights.append(hand.sight())
    return Verdict(scenario=scenario, failure=None, hands=tuple(sights))


def shown(value: object) -> str:
    """Return a value as a scenario would write it."""
    match value:
        case None | ():
            return "nothing"
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(shown(each) for each in value)
        case Mapping():
            return "{ " + ", ".join(f"{key} = {shown(each)}" for key, each in value.items()) + " }"
        case _:
            return str(value)


class _Hand:
    """One hand of a scenario, at a felt."""

    def __init__(self, felt: Felt, *, for_the_pot: bool) -> None:
        self._felt: Final = felt
        self._for_the_pot: Final = for_the_pot
        self._before: Final = felt.chips()
        self._stakes_ended = False

    def sight(self) -> Sight:
        """Return the table as it lies."""
        felt = self._felt
        return Sight(
            told=felt.facts(),
            chips=felt.chips(),
            before=self._before,
            meter=felt.meter(),
            carried=felt.carried(),
            eldest=felt.eldest(),
            next_min_open=felt.min_open(),
        )

    def play(self, script: HandScript) -> None:
        """Play the lines, end the time for stakes where none did, and look whether everything holds."""
        with _ours("the opening"):
            self._open(script)
        begun = len(prelude(script).lines) if self._for_the_pot else 0
        for at, line in enumerate(script.lines[begun:], start=begun):
            with _ours(f"line {line.text!r}"):
                if ends_stakes(line):
                    self._end_stakes()
                self._bring_in_what_is_left(script.lines[at:])
                self._play(line, f"line {line.text!r}")
        with _ours("the end of the lines"):
            self._end_stakes()
            self._bring_in_what_is_left(())
            self._end_showdown()
        sight = self.sight()
        for expectation in script.expectations:
            _look(sight, expectation, where=expectation.text)

    def _open(self, script: HandScript) -> None:
        if self._felt.facts() and (stage := self.sight().stage) not in _OVER:
            raise Missed("the opening", expected="the hand before this one to be over", found=f"stage {stage}")
        if not self._for_the_pot:
            self._felt.open_hand(deck=script.deck, mixes=script.mixes)
            return
        before = prelude(script)
        self._look_who_posts(before)
        out = {posting.seat for posting in before.postings if not posting.posts}
        if any(posting.posts for posting in before.postings):
            out |= set(self._before) - {posting.seat for posting in before.postings}
        sitting_out = tuple(sorted(out))
        deck = script.deck_of(self._felt.pack(sitting_out=sitting_out))
        self._felt.open_hand(deck=deck, mixes=script.mixes, sitting_out=sitting_out, coming=before.coming)

    def _look_who_posts(self, before: Prelude) -> None:
        """Look whether those may post who do, and those may not of whom the file says so."""
        may_post = self._felt.may_post()
        for posting in before.postings:
            if posting.posts and posting.seat not in may_post:
                found = code_of(NotActive)
                raise Missed(f"line {posting.text!r}", expected="it to be done", found=found)
        for line in before.refused:
            assert isinstance(line.deed, Posting)
            refused = line.deed.posts and line.deed.seat not in may_post
            found = code_of(NotActive) if refused else "it was done"
            if found != line.code:
                raise Missed(f"line {line.text!r}", expected=line.code, found=found)

    def _bring_in_what_is_left(self, lines: Sequence[Line]) -> None:
        """Make a forced bet that takes all of a seat's chips, unless the seat's own line for it is still to come."""
        sight = self.sight()
        seat = pot_sight.forced_all_in(sight.betting) if sight.stage == WAGER else 0
        if not seat:
            return
        if lines and lines[0].text.split() == ["expect", "turn", str(seat)]:
            return  # it is looked at while the forced bet is still due
        deeds = (line.command(sight) for line in lines if isinstance(line, Deed))
        acts = (command for command in deeds if isinstance(command, ask.Act))
        if (own := next(acts, None)) is None or own.seat != seat:
            self._felt.put(ask.Act(**sight.head, seat=seat, verb=Verb.BRING_IN))

    def _end_showdown(self) -> None:
        """Who has no line shows by himself."""
        sight = self.sight()
        if sight.dealt.stage is Stage.SHOWDOWN and sight.stage != AWAITING_RULING:
            self._felt.put(ask_pot.EndShowdown(**sight.head))

    def _end_stakes(self) -> None:
        if self._stakes_ended:
            return
        sight = self.sight()
        if sight.stage == AWAITING_RULING:
            return
        self._stakes_ended = True
        if isinstance(sight.betting, banked_hand.Hand) and banked_sight.takes_stakes(sight.betting):
            self._felt.put(ask.CloseBoxes(**sight.head))

    def _play(self, line: Line, where: str) -> None:
        match line:
            case Deed():
                self._do(line, where)
            case Posting():
                raise Missed(where, expected="it to stand before the deal", found="cards")
            case Refuse(deed=Posting()):
                self._refuse_late(line, where)
            case Refuse():
                self._refuse(line, where)
            case SetMeter(amount=amount):
                self._felt.set_meter(amount)
            case Expectation():
                _look(self.sight(), line, where=where)
            case _:
                assert_never(line)

    def _do(self, deed: Deed, where: str) -> None:
        try:
            self._felt.put(deed.command(self.sight()))
        except RuleBroken as refusal:
            raise Missed(where, expected="it to be done", found=_said(refusal)) from None

    def _refuse_late(self, line: Refuse, where: str) -> None:
        """Once the cards are dealt nobody can post any more, or sit out."""
        found = code_of(HandClosed if self.sight().stage in _OVER else WrongStage)
        if found != line.code:
            raise Missed(where, expected=line.code, found=found)

    def _refuse(self, line: Refuse, where: str) -> None:
        assert isinstance(line.deed, Deed)
        before = self.sight()
        try:
            self._felt.put(line.deed.command(before))
        except RuleBroken as refusal:
            if type(refusal) is not line.rule:
                raise Missed(where, expected=line.code, found=_said(refusal)) from None
        else:
            raise Missed(where, expected=line.code, found="it was done")
        if self.sight().lies != before.lies:
            raise Missed(where, expected="nothing to change by what is refused", found="a change")


def _look(sight: Sight, expectation: Expectation, *, where: str) -> None:
    found = expectation.find(sight)
    if not expectation.holds(expectation.expected, found):
        raise Missed(where, expected=expectation.expected, found=found)


def _said(refusal: RuleBroken) -> str:
    return f"{refusal.code} ({refusal})"


@contextmanager
def _ours(where: str) -> Iterator[None]:
    """Report a broken invariant as what was found: the scenario then fails, and the other files are still played."""
    try:
        yield
    except AssertionError as broken:
        raise Missed(where, expected="sound rules and books", found=f"a broken invariant: {broken}") from broken


_OVER: Final = ("closed", VOID)
