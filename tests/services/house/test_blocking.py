"""Who is blocked at the lobby is out at every service, and leaves his seats; the newest word counts."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.hand.people_commands import BlockAtBetting, BlockAtDealer, BlockAtJackpot
from shared.hand.pot_commands import EndShowdown
from tests.services.doors import Doors, check_refused
from tests.services.house.test_embedded_run import ROOT, SPAIN, ask, running, until

OWN = {"dealer": "/tables/t/view", "betting": "/wallet"}
KINDS = {"dealer": BlockAtDealer, "betting": BlockAtBetting, "jackpot": BlockAtJackpot}
HEAD = {"hand": "", "table": "", "game": ""}


@pytest.fixture
def doors() -> Iterator[Doors]:
    found = Doors("andorra_stud", ante=10)
    yield found
    found.leave()


def say(doors: Doors, service: str, person: str, *, blocked: bool, number: int) -> None:
    doors.felt.put(KINDS[service](**HEAD, person=person, blocked=blocked, number=number))


@pytest.mark.parametrize("service", OWN)
def test_a_token_counts_no_longer_and_again_when_its_person_is_let_in(doors: Doors, service: str) -> None:
    before = doors.call(service, "GET", OWN[service])
    say(doors, service, "p1", blocked=True, number=1)
    check_refused(doors.call(service, "GET", OWN[service]), 401, "unauthenticated")
    others = doors.call(service, "GET", OWN[service], who="p2")
    say(doors, service, "p1", blocked=False, number=2)

    assert [200, 200, 200] == [
        answer.status_code for answer in (before, others, doors.call(service, "GET", OWN[service]))
    ]


@pytest.mark.parametrize("service", OWN)
def test_a_word_that_was_overtaken_changes_nothing(doors: Doors, service: str) -> None:
    say(doors, service, "p1", blocked=False, number=2)
    say(doors, service, "p1", blocked=True, number=1)

    assert 200 == doors.call(service, "GET", OWN[service]).status_code


def test_an_act_of_who_is_blocked_is_refused_and_nothing_moves(doors: Doors) -> None:
    doors.open()
    turn = doors.sight.betting.turn
    say(doors, "betting", f"p{turn}", blocked=True, number=1)
    before = doors.stands()

    answer = doors.post("acts", {"seat": turn, "verb": "fold"}, who=f"p{turn}")

    check_refused(answer, 401, "unauthenticated")
    assert before == doors.stands()


def test_in_a_hand_he_leaves_with_its_end_and_his_chips_go_to_his_account(doors: Doors) -> None:
    doors.open()
    say(doors, "dealer", "p1", blocked=True, number=1)
    during = doors.call("dealer", "GET", "/tables/t").json["seats"]
    doors.check_down()
    doors.felt.put(EndShowdown(**doors.sight.head))
    after = doors.call("dealer", "GET", "/tables/t").json["seats"]
    wallet = doors.call("betting", "GET", "/wallet").json["balance"]

    assert [(1, True), (2, False), (3, False)] == [(seat["seat"], seat["leaving"]) for seat in during]
    assert [2, 3] == [seat["seat"] for seat in after]
    assert 300 == wallet + sum(doors.felt.chips().values())
    assert 0 == doors.felt.chips()[1]


def test_through_a_house_from_the_operators_word_to_a_free_seat(tmp_path: Path) -> None:
    with running(tmp_path, *SPAIN, "--tables", "1", "--bots", "0") as run:
        token = ask(run, "/api/people", {"name": "Berta", "password": "a good long word"})["token"]
        ask(run, "/dealer/tables/spain-draw-1/seats/2", {"buy_in": 20_000}, token=token)
        until(lambda: [20_000] == [seat["chips"] for table in run.tables() for seat in table["seats"]])
        operator = subprocess.run(
            [sys.executable, "-m", "services.house", "token", "operator", "--data", str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        ask(run, "/api/people/berta/block", {}, token=operator)
        until(lambda: 401 == ask(run, "/betting/wallet", None, token=token).get("status"))
        until(lambda: [] == run.tables()[0]["seats"])
        ask(run, "/api/people/berta/unblock", {}, token=operator)
        until(lambda: 100_000 == ask(run, "/betting/wallet", None, token=token).get("balance"))
        run.stop()
