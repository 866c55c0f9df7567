"""A wrong setting ends the start with its name and without its value."""

import base64
import stat
from pathlib import Path

import pytest

from shared.runtime.misconfigured import Misconfigured
from shared.runtime.settings import Settings
from shared.runtime.settings_checks import words_of_warning


def key(seed: int) -> str:
    return base64.b64encode(bytes((seed * 37 + n * 11) % 256 for n in range(32))).decode()


FLOOR = {
    "CRUPIER_ENV": "production",
    "CRUPIER_BROKER_URL": "amqps://{service}:{password}@rabbit.casino:5671/crupier",
    "CRUPIER_BROKER_PASSWORD": "k2J8-brOKer-pass",
    "CRUPIER_DATABASE_URL": "postgresql+psycopg://{service}:{password}@db.casino/crupier",
    "CRUPIER_DATABASE_PASSWORD": "q7W3-daTAbase-pass",
    "CRUPIER_MESSAGE_KEYS": f"m1:{key(1)}",
    "CRUPIER_SEAL_KEYS": f"s1:{key(2)}",
    "CRUPIER_TOKEN_KEYS": f"t1:{key(3)}",
}


def refused(environment: dict[str, str]) -> Misconfigured:
    with pytest.raises(Misconfigured) as caught:
        Settings.from_environment(environment)
    return caught.value


def test_the_settings_of_a_floor_are_taken() -> None:
    settings = Settings.from_environment(FLOOR)

    assert settings.broker_for("betting") == "amqps://betting:k2J8-brOKer-pass@rabbit.casino:5671/crupier"
    assert settings.database_for("dealer") == "postgresql+psycopg://dealer:q7W3-daTAbase-pass@db.casino/crupier"
    assert () == words_of_warning(settings)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"CRUPIER_MESAGE_KEYS": "x"}, "CRUPIER_MESAGE_KEYS"),
        ({"CRUPIER_ENV": "prod"}, "CRUPIER_ENV"),
        ({"CRUPIER_BROKER_URL": "redis://rabbit.casino"}, "CRUPIER_BROKER_URL"),
        ({"CRUPIER_BROKER_URL": "amqp://guest:guest@rabbit.casino//"}, "CRUPIER_BROKER_URL"),
        ({"CRUPIER_BROKER_URL": "amqp://rabbit.casino//"}, "CRUPIER_BROKER_URL"),
        ({"CRUPIER_BROKER_URL": "amqps://crupier:changeme@rabbit.casino//"}, "CRUPIER_BROKER_URL"),
        ({"CRUPIER_BROKER_PASSWORD": ""}, "CRUPIER_BROKER_PASSWORD"),
        ({"CRUPIER_BROKER_PASSWORD": "short"}, "CRUPIER_BROKER_PASSWORD"),
        ({"CRUPIER_DATABASE_URL": "mysql://{service}@db"}, "CRUPIER_DATABASE_URL"),
        ({"CRUPIER_DATABASE_URL": "postgresql+psycopg://crupier:{password}@db/x"}, "CRUPIER_DATABASE_URL"),
        ({"CRUPIER_DATABASE_URL": "postgresql+psycopg://one:{password}@db/{service}"}, "CRUPIER_DATABASE_URL"),
        ({"CRUPIER_DATABASE_PASSWORD": "postgres"}, "CRUPIER_DATABASE_PASSWORD"),
        ({"CRUPIER_DATABASE_PASSWORD": ""}, "CRUPIER_DATABASE_PASSWORD"),
        ({"CRUPIER_DATABASE_URL": "sqlite:///{service}.db"}, "CRUPIER_DATABASE_URL"),
        ({"CRUPIER_DATABASE_URL": "sqlite:////dev/shm/{service}.db"}, "CRUPIER_DATA"),
        ({"CRUPIER_MESSAGE_KEYS": "m1:c2hvcnQ="}, "CRUPIER_MESSAGE_KEYS"),
        ({"CRUPIER_MESSAGE_KEYS": "m1:" + "A" * 44}, "CRUPIER_MESSAGE_KEYS"),
        ({"CRUPIER_MESSAGE_KEYS": "not a key"}, "CRUPIER_MESSAGE_KEYS"),
        ({"CRUPIER_MESSAGE_KEYS": f"m1:{key(1)},m1:{key(4)}"}, "CRUPIER_MESSAGE_KEYS"),
        ({"CRUPIER_TOKEN_KEYS": f"t1:{key(1)}"}, "CRUPIER_TOKEN_KEYS"),
        ({"CRUPIER_BROKER_PASSWORD_FILE": "/etc/hostname"}, "CRUPIER_BROKER_PASSWORD"),
        ({"CRUPIER_DEBUG": "yes"}, "CRUPIER_DEBUG"),
        ({"CRUPIER_LOG_LEVEL": "debug"}, "CRUPIER_LOG_LEVEL"),
        ({"CRUPIER_RANDOMNESS": "test:7"}, "CRUPIER_RANDOMNESS"),
        ({"CRUPIER_RANDOMNESS": "dice"}, "CRUPIER_RANDOMNESS"),
        ({"CRUPIER_PORT": "70000"}, "CRUPIER_PORT"),
        ({"CRUPIER_PORT": "0x50"}, "CRUPIER_PORT"),
        ({"CRUPIER_CONFIRM_SECONDS": "-1"}, "CRUPIER_CONFIRM_SECONDS"),
        ({"CRUPIER_HOLD_SECONDS": "nan"}, "CRUPIER_HOLD_SECONDS"),
    ],
)
def test_a_wrong_setting_is_named_and_its_value_is_not_shown(change: dict[str, str], named: str) -> None:
    refusal = refused({**FLOOR, **change})

    assert named == refusal.key
    for value in change.values():
        assert len(value) < 6 or value not in str(refusal)


@pytest.mark.parametrize("missing", ["CRUPIER_MESSAGE_KEYS", "CRUPIER_SEAL_KEYS", "CRUPIER_TOKEN_KEYS"])
def test_a_floor_without_its_keys_does_not_start(missing: str) -> None:
    refusal = refused({name: value for name, value in FLOOR.items() if name != missing})

    assert missing == refusal.key


def test_a_typing_mistake_is_answered_with_the_key_that_was_meant() -> None:
    refusal = refused({**FLOOR, "CRUPIER_BROKER_URI": "x"})

    assert "did you mean CRUPIER_BROKER_URL?" in str(refusal)


def test_no_printed_form_of_the_settings_shows_a_secret() -> None:
    printed = repr(Settings.from_environment(FLOOR))

    assert not [secret for secret in ("k2J8", "q7W3", key(1), key(2), key(3)) if secret in printed]


def test_a_secret_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("a-long-enough-one\n")
    environment = {name: value for name, value in FLOOR.items() if name != "CRUPIER_BROKER_PASSWORD"}

    settings = Settings.from_environment({**environment, "CRUPIER_BROKER_PASSWORD_FILE": str(file)})

    assert settings.broker_for("x").startswith("amqps://x:a-long-enough-one@")


def test_a_file_that_cannot_be_read_is_named_by_its_key() -> None:
    environment = {name: value for name, value in FLOOR.items() if name != "CRUPIER_SEAL_KEYS"}

    refusal = refused({**environment, "CRUPIER_SEAL_KEYS_FILE": "/nowhere/keys"})

    assert "CRUPIER_SEAL_KEYS_FILE" == refusal.key


def test_a_password_with_signs_fits_into_the_address() -> None:
    settings = Settings.from_environment({**FLOOR, "CRUPIER_BROKER_PASSWORD": "p@ss/w:rd#1234"})

    assert "amqps://x:p%40ss%2Fw%3Ard%231234@" in settings.broker_for("x")


def test_an_embedded_house_draws_its_keys_once_for_its_owner_only(tmp_path: Path) -> None:
    first = Settings.from_environment({"CRUPIER_DATA": str(tmp_path)})
    second = Settings.from_environment({"CRUPIER_DATA": str(tmp_path)})

    assert first.seal_keys == second.seal_keys
    assert first.seal_keys != first.token_keys
    assert {0o600} == {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "secrets").iterdir()}


def test_what_the_tests_and_the_build_read_may_be_set_beside_ours(tmp_path: Path) -> None:
    Settings.from_environment(
        {"CRUPIER_DATA": str(tmp_path), "CRUPIER_REQUIRE_SERVICES": "1", "CRUPIER_TEST_PG_URL": "x"}
    )


def test_a_broker_without_tls_beyond_the_host_is_worth_a_word() -> None:
    settings = Settings.from_environment({**FLOOR, "CRUPIER_BROKER_URL": "amqp://{service}:{password}@rabbit/crupier"})

    assert ("the broker is spoken to without TLS",) == words_of_warning(settings)
