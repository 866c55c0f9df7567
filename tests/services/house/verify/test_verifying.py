"""`crupier verify` on a house that was played in, and on copies of it in which somebody has meddled."""

import json
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from services.house.cli import command_line
from tests.services.house.test_embedded_run import SPAIN, running, until


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a house in which some hands were played, and one or two still are."""
    data = tmp_path_factory.mktemp("played")
    with running(data, *SPAIN, "--fast", "--tables", "2", "--bots", "4") as run:
        until(lambda: run.hands() >= 4 and in_play(data) > 0)
        run.process.send_signal(signal.SIGKILL)
        run.process.communicate()
    return data


def in_play(data: Path) -> int:
    """Return how many hands somebody will ask for."""
    with sqlite3.connect(data / "dealer.db") as database:
        return int(database.execute("SELECT count(*) FROM timer WHERE kind = 'redrive'").fetchone()[0])


def test_a_house_that_was_played_in_is_as_it_must_be(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = command_line(["verify", "--data", str(played)])
    told = capsys.readouterr()

    assert (0, "") == (code, told.err)
    assert "ok controls_mirror_each_other" in told.out


def edit(service: str, *statements: str) -> Callable[[Path], None]:
    """Return what meddles with a service's database, past everything that the database itself refuses."""

    def meddle(data: Path) -> None:
        with sqlite3.connect(data / f"{service}.db") as database:
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                database.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                assert database.execute(statement).rowcount > 0, statement

    return meddle


MEDDLED = {
    "chips out of nothing": (
        edit("betting", "UPDATE account SET balance = balance + 1 WHERE path = (SELECT min(path) FROM account)"),
        {"balances_add_up_to_zero", "balances_are_sums_of_transfers"},
    ),
    "a payment made larger": (
        edit(
            "betting",
            "UPDATE transfer SET amount = amount + 1 WHERE seq = (SELECT max(seq) FROM transfer WHERE hand <> '')",
        ),
        {"balances_are_sums_of_transfers", "transfers_are_what_facts_say"},
    ),
    "a payment left out": (
        edit(
            "betting",
            "DELETE FROM transfer WHERE seq = (SELECT max(seq) FROM transfer WHERE reason IN ('lost', 'paid'))",
        ),
        {"balances_are_sums_of_transfers", "transfers_are_what_facts_say"},
    ),
    "another meter": (
        edit("jackpot", "UPDATE account SET balance = balance + 7 WHERE path LIKE 'progressive/%'"),
        {"meter_is_its_ledger", "balances_add_up_to_zero"},
    ),
    "a fact written anew": (
        edit("jackpot", "UPDATE journal SET actor = 'nobody' WHERE position = (SELECT max(position) FROM journal)"),
        {"chains_are_whole"},
    ),
    "another commitment": (
        edit(
            "dealer",
            "UPDATE journal SET body = json_set(body, '$.commitment', 'ab') WHERE kind = 'HandOpened' "
            "AND stream = (SELECT max(stream) FROM journal WHERE kind = 'HandClosed')",
        ),
        {"chains_are_whole", "deck_is_as_committed"},
    ),
    "a card dealt twice": (
        edit(
            "dealer",
            "UPDATE journal SET body = json_set(body, '$.dealt[1].position', 1) WHERE kind = 'StreetDealt' "
            "AND stream = (SELECT max(stream) FROM journal WHERE kind = 'HandClosed')",
        ),
        {"chains_are_whole", "every_card_lies_in_one_place"},
    ),
    "a hand that ends otherwise": (
        edit(
            "dealer",
            "UPDATE stream_head SET hash = 'ab' "
            "WHERE stream = (SELECT max(stream) FROM journal WHERE kind = 'HandClosed')",
        ),
        {"chains_are_whole", "table_holds_its_hands_fast"},
    ),
    "a hand that nobody will ask for": (
        edit("dealer", "DELETE FROM timer WHERE kind = 'redrive'"),
        {"open_hand_has_a_clock"},
    ),
    "a deposit that nobody made": (
        edit("betting", "DELETE FROM journal WHERE kind = 'Deposited'"),
        {"money_came_by_deposits", "chains_are_whole"},
    ),
}


@pytest.mark.parametrize(("meddle", "rules"), MEDDLED.values(), ids=MEDDLED)
def test_whoever_meddles_is_found_by_the_rule_that_is_broken(
    meddle: Callable[[Path], None],
    rules: set[str],
    played: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    meddle(copy)

    code = command_line(["verify", "--json", "--data", str(copy)])
    told = capsys.readouterr()
    found = json.loads(told.out)

    assert 1 == code
    assert not found["good"]
    assert rules <= {breach["rule"] for breach in found["breaches"]}
    assert all(rule in told.err for rule in rules)
    assert 1 == len(told.err.strip().splitlines())


def test_a_hands_shuffle_is_proved_card_by_card(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proved = command_line(["verify", "--shuffle", "spain-draw-1-1", "--json", "--data", str(played)])
    found = json.loads(capsys.readouterr().out)
    unknown = command_line(["verify", "--shuffle", "spain-draw-1-999", "--data", str(played)])
    told = capsys.readouterr().err

    assert 0 == proved
    assert 52 == found["tried"]["shown_card_is_proved"]
    assert (66, "crupier: no hand spain-draw-1-999 here") == (unknown, told.strip())


CUT_OFF = """
    DELETE FROM journal WHERE stream = 'tables' AND seq = 2;
    UPDATE stream_head SET seq = 1, hash = (SELECT hash FROM journal WHERE stream = 'tables') WHERE stream = 'tables'
"""


def test_an_end_that_was_cut_off_is_found_by_the_heads_that_were_noted(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, noted = tmp_path / "cut", tmp_path / "heads.json"
    shutil.copytree(played, data)
    before = command_line(["verify", "--data", str(data), "--heads", str(noted)])
    kept = noted.read_text()
    edit("dealer", *CUT_OFF.split(";"))(data)
    blind = command_line(["verify", "--data", str(data)])
    capsys.readouterr()
    seeing = command_line(["verify", "--data", str(data), "--heads", str(noted)])

    assert (0, 0, 1) == (before, blind, seeing)
    assert "tables fact 2: expected" in capsys.readouterr().out
    assert kept == noted.read_text()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"dealer": 1}', '{"dealer": {"t": 1}}', '{"dealer": {"t": ["x", "y"]}}']
)
def test_a_file_that_holds_no_heads_is_refused_and_kept(
    played: Path, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text(text)

    assert 66 == command_line(["verify", "--data", str(played), "--heads", str(file)])
    assert "holds no heads" in capsys.readouterr().err
    assert text == file.read_text()
