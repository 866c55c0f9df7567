"""The command line: what is asked wrongly gets one sentence and an exit code, never a trace, and help comes at once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from services.house.cli import command_line
from tests.broker.evaluator_house import KEYS

ROOT = Path(__file__).parents[3]


def crupier(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CRUPIER_", "PORT"))}
    return subprocess.run(
        [sys.executable, "-m", "services.house", *arguments],
        env={**kept, "CRUPIER_DATA": str(data), **environment},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


REFUSED = {
    "unknown command": (("shuffle",), 2, "No such command"),
    "unknown option": (("run", "--nonsense"), 2, "No such option"),
    "port is no number": (("run", "--port", "abc"), 2, "--port"),
    "port is too high": (("run", "--port", "70000"), 2, "--port"),
    "tables below zero": (("run", "--tables", "-1"), 2, "--tables"),
    "no hands": (("simulate", "spain_draw", "--hands", "0"), 2, "--hands"),
    "hands below zero": (("simulate", "spain_draw", "--hands", "-5"), 2, "--hands"),
    "hands without end": (("simulate", "spain_draw", "--hands", "1000000000"), 2, "--hands"),
    "hands are no number": (("simulate", "spain_draw", "--hands", "abc"), 2, "--hands"),
    "seed is no number": (("simulate", "spain_draw", "--seed", "x"), 2, "--seed"),
    "unknown game": (("simulate", "texas"), 2, "no game 'texas'"),
    "unknown service": (("serve", "roulette"), 2, "no service 'roulette'"),
    "unknown service to migrate": (("migrate", "roulette"), 2, "no service 'roulette'"),
    "unknown way to play": (("play", "x.toml", "--through", "air"), 2, "--through air"),
    "unknown role": (("token", "king"), 2, "no role 'king'"),
    "a table for who has none": (("token", "floor", "--table", "t1"), 2, "only a croupier"),
    "a name that is none": (("token", "player", "--person", "a b"), 2, "person"),
    "a house that was never open": (("verify",), 66, "no such database"),
    "a worker without a broker": (("work", "dealer"), 78, "CRUPIER_BROKER_URL"),
}


@pytest.mark.parametrize(("arguments", "code", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_asked_wrongly_is_refused_in_one_line(
    arguments: tuple[str, ...],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in [name for name in os.environ if name.startswith("CRUPIER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CRUPIER_DATA", str(tmp_path))

    ended = command_line(list(arguments))
    told = capsys.readouterr()

    assert code == ended
    assert said in told.err
    assert 1 == len(told.err.strip().splitlines())
    assert "" == told.out


CONFIGURATIONS = {
    "a key that nobody knows": ({"CRUPIER_PROT": "8000"}, "did you mean CRUPIER_PORT"),
    "a port that is none": ({"CRUPIER_PORT": "http"}, "CRUPIER_PORT"),
    "a broker that is none": ({"CRUPIER_BROKER_URL": "redis://localhost"}, "CRUPIER_BROKER_URL"),
    "a test seed at work": ({"CRUPIER_ENV": "production", "CRUPIER_RANDOMNESS": "test:1"}, "CRUPIER_RANDOMNESS"),
}


@pytest.mark.parametrize(("environment", "said"), CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_a_wrong_setting_keeps_the_house_closed(environment: dict[str, str], said: str, tmp_path: Path) -> None:
    ended = crupier("run", data=tmp_path, **environment)

    assert 78 == ended.returncode
    assert said in ended.stderr
    assert 1 == len(ended.stderr.strip().splitlines())


@pytest.mark.parametrize("command", ["serve", "work"])
def test_a_service_does_not_begin_on_a_database_that_nobody_migrated(command: str, tmp_path: Path) -> None:
    ended = crupier(command, "dealer", data=tmp_path, CRUPIER_BROKER_URL="amqp://guest:guest@127.0.0.1:1/", **KEYS)

    assert 78 == ended.returncode
    assert "run `crupier migrate` first" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


def test_help_loads_neither_web_nor_worker_nor_database(tmp_path: Path) -> None:
    heavy = ("celery", "flask", "sqlalchemy", "kombu", "gunicorn", "alembic", "marshmallow", "rich")
    program = (
        "import sys; from services.house.cli import command_line; code = command_line(['--help']); "
        f"print('LOADED', code, [name for name in {heavy!r} if name in sys.modules])"
    )

    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "LOADED 0 []" in ended.stdout
    assert "simulate" in ended.stdout


def test_without_a_word_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == command_line([])
    assert "verify" in capsys.readouterr().out


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    import socket  # noqa: PLC0415

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = crupier("run", "--port", str(taken.getsockname()[1]), "--bots", "0", data=tmp_path)

    assert 69 == ended.returncode
    assert "crupier: the port is taken; choose another with --port" == ended.stderr.strip()


def test_nobody_who_reads_on_is_no_trace(tmp_path: Path) -> None:
    command = f"{sys.executable} -m services.house simulate spain_draw --hands 200 | true; echo ${{PIPESTATUS[0]}}"

    ended = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)

    assert ended.stdout.strip() in ("0", "141")
    assert "" == ended.stderr


def test_a_token_of_the_house_opens_its_doors(tmp_path: Path) -> None:
    from services.house import roster  # noqa: PLC0415
    from shared.runtime.composing import wire  # noqa: PLC0415
    from shared.runtime.settings import Settings  # noqa: PLC0415

    printed = crupier("token", "croupier", "--person", "marta", "--table", "t7", data=tmp_path).stdout.strip()

    tokens = wire(roster.service("evaluator"), Settings.from_environment({"CRUPIER_DATA": str(tmp_path)})).tokens
    bearer = tokens.read(printed)
    assert ("marta", "t7") == (bearer.person, bearer.table)
    assert ["croupier"] == [role.value for role in bearer.roles]


def test_scenarios_are_played_and_one_that_fails_is_told(tmp_path: Path) -> None:
    good = next((ROOT / "tests" / "scenarios" / "spain_draw").glob("*.toml"))

    played = crupier("play", str(good), "--json", data=tmp_path)
    missing = crupier("play", str(tmp_path / "none.toml"), data=tmp_path)

    assert 0 == played.returncode
    assert json.loads(played.stdout)
    assert 0 != missing.returncode
    assert "Traceback" not in missing.stdout + missing.stderr


def test_the_doctor_tells_what_is_there(tmp_path: Path) -> None:
    seen = crupier("doctor", data=tmp_path)

    assert 0 == seen.returncode
    assert "in memory" in seen.stdout
    assert "Python" in seen.stdout


def test_the_doctor_refuses_tables_of_another_release(tmp_path: Path) -> None:
    assert 0 == crupier("migrate", data=tmp_path).returncode
    import sqlite3  # noqa: PLC0415

    with sqlite3.connect(tmp_path / "dealer.db") as database:
        database.execute("UPDATE alembic_version SET version_num = 'from_the_future'")

    again = crupier("migrate", data=tmp_path)
    seen = crupier("doctor", data=tmp_path)

    assert 78 == again.returncode
    assert "from_the_future" in again.stderr
    assert 1 == seen.returncode
    assert "BAD  dealer db" in seen.stdout
