"""The dictionary of the pages is whole: each text in three languages, and a sentence for each refusal."""

import json
import re
from typing import Any

import pytest

from services.lobby.domain.people import ROLES
from services.lobby.pages import STATIC
from shared.games import game, game_ids
from shared.hand.commands import Verb
from shared.rules.faults import Decision, Fault
from shared.rules.ranking import Ranking
from shared.rules.refusals import BY_CODE
from shared.rules.wager import OpenPair

WORDS: dict[str, dict[str, str]] = json.loads((STATIC / "words.json").read_text(encoding="utf-8"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("js/*.js")))
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.html")))
LANGUAGES = {"en", "es", "ca"}
DOOR = (
    "unauthenticated", "forbidden", "not_found", "too_fast", "not_yet", "unavailable", "failed", "name_taken",
    "sign_up_closed", "wrong_name_or_password", "too_many_tries", "NAME_REFUSED", "PASSWORD_REFUSED", "role_conflict",
    "charset", "length", "not_integer", "out_of_range", "in_progress", "key_reused", "form", "missing_field",
    "unknown_word", "unknown_clause", "unknown_game", "terms_refused", "table_exists", "not_oneself", "other_table",
)  # fmt: skip


@pytest.mark.parametrize("key", sorted(WORDS))
def test_a_text_is_there_in_every_language_with_the_same_places_to_fill(key: str) -> None:
    places = {language: sorted(re.findall(r"\{(\w+)\}", text)) for language, text in WORDS[key].items()}

    assert LANGUAGES == places.keys()
    assert 1 == len({tuple(found) for found in places.values()})
    assert all(text.strip() for text in WORDS[key].values())


@pytest.mark.parametrize("code", [*sorted(BY_CODE), *DOOR])
def test_a_refusal_is_said_in_a_sentence(code: str) -> None:
    assert f"refused.{code.upper()}" in WORDS


def asked_for() -> set[str]:
    """Return the keys that stand in the code as they are."""
    in_code = re.findall(r'\bt\(\s*"([a-z_0-9.]+)"', CODE) + re.findall(r'inGame\(\w+(?:\.\w+)?, "([a-z_.]+)"', CODE)
    chosen = re.findall(r'\? "([a-z_]+\.[a-z_.]+)" : "([a-z_]+\.[a-z_.]+)"', CODE)
    in_pages = re.findall(r'data-(?:word|label)="([a-z_.]+)"', PAGES)
    return {*in_code, *in_pages, *(key for pair in chosen for key in pair)}


def test_every_text_that_the_pages_ask_for_is_there() -> None:
    assert set() == asked_for() - WORDS.keys()
    assert len(asked_for()) > 80


def expected() -> dict[str, list[str]]:
    """Return the keys that are put together from what the house says."""
    played = [game(game_id) for game_id in game_ids()]
    awards = [
        award.name for found in played for award in getattr(getattr(found.contest, "side_bet", None), "awards", ())
    ]
    return {
        "ranking": [ranking.name.lower() for ranking in Ranking],
        "rank": list("23456789TJQKA"),
        "suit": list("cdhs"),
        "award": awards,
        "stage": ["idle", "opening", "stakes", "deal", "decide", "croupier", "showdown", "settled", "closed",
                  "floor", "draw"],
        "says": ["idle", "opening", "stakes", "deal", "decide", "croupier", "showdown", "closed", "abandoned",
                 "croupier_plays", "croupier_does_not_play", "all_folded", "uncontested",
                 "blank", "voided", "floor", "draw"],
        "outcome": ["won", "lost", "tie", "not_played", "folded", "even", "returned"],
        "act": [*(verb.value for verb in Verb if verb is not Verb.TIMEOUT), "show", "concede", "demand"],
        "limits": ["pot", "half_pot", "raises.player", "raises.round"],
        "limits.open_pair": [pair.value for pair in OpenPair],
        "told.ruled": [decision.value for decision in Decision],
        "floor.decision": [decision.value for decision in Decision],
        "fault": [fault.value for fault in Fault],
        "role": ROLES,
        "freed": ["not_enough_in_account"],
        "did": [verb.value for verb in Verb if verb is not Verb.STAKE],
    }  # fmt: skip


@pytest.mark.parametrize("kind", sorted(expected()))
def test_every_word_of_the_game_is_there(kind: str) -> None:
    missing: list[Any] = [each for each in expected()[kind] if f"{kind}.{each}" not in WORDS]

    assert [] == missing
