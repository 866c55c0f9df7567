"""A practice table of a game on the real stores, with the doors of its services: asked as people ask, over HTTP."""

import json
from itertools import count

import pytest
from sqlalchemy import select

from services.betting.domain import seen
from services.house.play import lines
from services.house.play.deck import deck as written_deck
from services.house.play.scenario import Deed
from services.house.play.seating import Seating
from services.house.play.services_felt import AT_THE_TABLE, ServicesFelt
from services.house.play.sight import Sight
from shared.games import game
from shared.hand import commands as ask
from shared.hand.commands import Verb
from shared.journal.tables import ACCOUNT, IDEMPOTENCY, JOURNAL, OUTBOX, TIMER, TRANSFER
from shared.runtime.flask_app import make_http
from shared.runtime.health import Health
from shared.runtime.limits import Limit
from shared.runtime.tokens import Role

KEYS = count()
HAND = "t-1"
STAFF = {role.value: role for role in Role if role is not Role.PLAYER}
KEPT = (
    select(JOURNAL.c.stream, JOURNAL.c.seq, JOURNAL.c.hash).order_by(JOURNAL.c.position),
    select(TRANSFER.c.id, TRANSFER.c.amount).order_by(TRANSFER.c.seq),
    select(ACCOUNT.c.path, ACCOUNT.c.balance).order_by(ACCOUNT.c.path),
    select(OUTBOX.c.id, OUTBOX.c.times_sent).order_by(OUTBOX.c.position),
    select(TIMER.c.id, TIMER.c.due_us, TIMER.c.payload).order_by(TIMER.c.id),
    select(IDEMPOTENCY.c.actor, IDEMPOTENCY.c.key).order_by(IDEMPOTENCY.c.actor, IDEMPOTENCY.c.key),
)


class Doors:
    """One table. Player N sits at seat N and is called pN; staff is called by its role."""

    def __init__(self, game_id, *, seats=(1, 2, 3), chips=100, eldest=0, **terms):
        self.game = game(game_id)
        stacks = dict.fromkeys(seats, chips) if isinstance(chips, int) else chips
        terms = self.game.terms(terms)
        self.felt = ServicesFelt(Seating(game=game_id, terms=terms, chips_by_seat=stacks, eldest=eldest))
        self.doors = {}
        for service in AT_THE_TABLE:
            if service.has_database:
                app = make_http(service, self.felt._wired[service.name], Health(service=service.name))
                app.extensions["crupier.limit"] = Limit(per_second=1e6)
                self.doors[service.name] = app.test_client()

    def open(self, cards="", **how):
        pack = self.felt.pack(sitting_out=how.get("sitting_out", ()))
        self.felt.open_hand(deck=written_deck(cards, pack=pack), mixes=(), **how)
        return self

    def say(self, text):
        """Carry out lines of a scenario, parted by semicolons."""
        for each in text.split(";"):
            line = lines.line(each.strip(), game=self.game)
            assert isinstance(line, Deed)
            self.felt.put(line.command(self.sight))
        return self

    def close_boxes(self):
        self.felt.put(ask.CloseBoxes(**self.sight.head))
        return self

    def check_down(self, *, step=99):
        """Check, or where that is not free call, until this step is opened or nobody is to act."""
        while (hand := self.sight.betting).turn and hand.step < step:
            verbs = {option.verb for option in seen.options(hand, hand.turn)}
            verb = next(each for each in (Verb.CHECK, Verb.CALL, Verb.BRING_IN) if each in verbs)
            self.felt.put(ask.Act(**self.sight.head, seat=hand.turn, verb=verb))
        return self

    def fold_down(self):
        """Let everybody who is to act fold."""
        while turn := self.sight.betting.turn:
            self.felt.put(ask.Act(**self.sight.head, seat=turn, verb=Verb.FOLD))
        return self

    def say_on_turn(self, text):
        """Let the seat whose turn it is do something."""
        return self.say(f"{self.sight.betting.turn} {text}")

    @property
    def sight(self):
        chips = self.felt.chips()
        return Sight(told=self.felt.facts(), chips=chips, before=chips, meter=0)

    def said(self, kind):
        return [fact for _, fact in self.felt.facts() if isinstance(fact, kind)]

    def token(self, who):
        """Return the token of pN, of a role as `floor` or `floor.ann`, or of one bound to a table as `croupier@x`."""
        person, _, table = who.partition("@")
        roles = frozenset({STAFF.get(person.partition(".")[0], Role.PLAYER)})
        return self.felt._wired["dealer"].tokens.issue(person=person, roles=roles, seconds=600, table=table)

    def call(self, service, method, path, body=None, *, who="p1", key="", carry=True):
        headers = {"Idempotency-Key": key or f"key-{next(KEYS):08d}"}
        if who:
            headers["Authorization"] = f"Bearer {self.token(who)}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        answer = self.doors[service].open(
            path, method=method, headers=headers, data=None if body is None else json.dumps(body)
        )
        if carry:
            self.felt._carry()
        return answer

    def post(self, what, body, *, who="p1", hand=HAND, **how):
        """Put something to the hand; what is bet goes to betting, everything else to the dealer."""
        service = "betting" if what == "acts" else "dealer"
        return self.call(service, "POST", f"/hands/{hand}/{what}", body, who=who, **how)

    def stands(self):
        """Return everything that a refusal must leave as it was: facts, money, messages, clocks and kept answers."""
        found = {}
        for name in self.felt._kept:
            with self.felt._wired[name].store.inspecting() as connection:
                found[name] = [[tuple(row) for row in connection.execute(rows)] for rows in KEPT]
        return found

    def leave(self):
        self.felt.leave()


def check_refused(answer, status, code, clause=""):
    """Assert that an answer is a refusal in the one form, under this code and clause."""
    assert (status, "application/problem+json") == (answer.status_code, answer.content_type), answer.text
    problem = answer.get_json()
    assert (code, clause) == (problem["code"], problem.get("clause", "")), answer.text
    assert {"type", "title", "detail", "request"} <= set(problem)
    assert status == problem["status"]


def check_nothing_done(doors, line):
    """Put one line of a table to a house, and assert that it is refused as the line says and that nothing moved.

    A line is who, what, body, status, code and, where there is one, the clause.
    """
    who, what, body, status, code, *clause = line
    before = doors.stands()

    answer = doors.post(what, body, who=who)

    check_refused(answer, status, code, *clause)
    assert before == doors.stands()


def named(tables):
    """Return each line of tables of refusals with the name of its house, as parameters that say what they are."""
    return [
        pytest.param(which, line, id=f"{which}: {line[0] or 'nobody'} {line[1]} {json.dumps(line[2])} {line[4]}")
        for which, lines_ in tables.items()
        for line in lines_
    ]


def one_of_each(houses):
    """Yield a function that finds a house by its name: refusals change nothing, so all lines about it share it."""
    opened = {}

    def find(which):
        if which not in opened:
            opened[which] = houses[which]()
        return opened[which]

    yield find
    for each in opened.values():
        each.leave()
