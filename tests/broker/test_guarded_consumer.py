"""No message stops a worker: what is not ours lies among the dead letters, and the next question is answered."""

import json
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared.runtime import memory_broker
from shared.runtime.sending import compose
from tests.broker.evaluator_house import House, house, question, settings_for

TASK = "evaluator.play_croupier"
GOOD = {"lang": "py", "task": TASK, "id": "h1:x"}
EMBED = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}


def body(message: Any = None, **embedded: Any) -> str:
    return json.dumps([[], {"message": {} if message is None else message}, {**EMBED, **embedded}])


def poison(name: str, what: Any, headers: Any = None, **properties: Any) -> Any:
    given = {"content_type": "application/json", "content_encoding": "utf-8", **properties}
    return pytest.param(what, GOOD if headers is None else headers, given, id=name)


POISONS = [
    poison("body is no JSON under a good header", "{not json"),
    poison("no headers and no JSON", "{not json", {}),
    poison("no headers", body(), {}),
    poison("a JSON object as body", json.dumps({"args": [], "kwargs": {}})),
    poison("no id", body(), {"lang": "py", "task": TASK}),
    poison("an id with a line end", body(), {**GOOD, "id": "a\nb"}),
    poison("the body 5", "5"),
    poison("the body null", "null"),
    poison("a list of two", json.dumps([[], {}])),
    poison("a time limit of one letter", body(), {**GOOD, "timelimit": "x"}),
    poison("a time limit", body(), {**GOOD, "timelimit": [5, 5]}),
    poison("pickle", b"\x80\x04N.", content_type="application/x-python-serialize", content_encoding="binary"),
    poison("yaml", "a: 1", content_type="application/x-yaml"),
    poison("plain text", "hello", content_type="text/plain"),
    poison("an unknown encoding", body().encode(), content_encoding="utf-99"),
    poison("a packed body", zlib.compress(b"0" * 50_000_000), {**GOOD, "compression": "application/x-gzip"}),
    poison("a body that is too long", body({"x": "0" * 70_000})),
    poison("an unknown task", body(), {**GOOD, "task": "evaluator.shuffle"}),
    poison("Celery's own starmap", json.dumps([[], {"task": {}, "it": []}, EMBED]), {**GOOD, "task": "celery.starmap"}),
    poison("an embedded callback", body(callbacks=[{"task": TASK, "args": [], "kwargs": {}}])),
    poison("a chain", body(chain=[{"task": TASK}])),
    poison("a time far ahead", body(), {**GOOD, "eta": "3000-01-01T00:00:00+00:00"}),
    poison("an end in the past", body(), {**GOOD, "expires": "2000-01-01T00:00:00+00:00"}),
    poison("positional arguments", json.dumps([[1], {"message": {}}, EMBED])),
    poison("no message among the arguments", json.dumps([[], {}, EMBED])),
    poison("nested without an end", "[" * 5_000),
    poison("an empty envelope", body({})),
    poison("an envelope of a wrong type", body({"id": 7})),
]


@pytest.fixture(params=["rabbitmq", "memory"])
def working(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "memory":
        memory_broker.forget_everything()
        broker = "memory://"
    else:
        broker = request.getfixturevalue("fresh_amqp_url")
    with house(settings_for(broker, tmp_path)) as made:
        yield made


def test_each_poison_lies_among_the_dead_letters_and_the_worker_answers_on(working: House) -> None:
    for each in POISONS:
        what, headers, properties = each.values
        given = {**headers, "case": str(each.id)} if headers else {}
        working.publish(what, headers=given, **properties)

        dead = working.get("evaluator.dead")

        assert dead is not None, f"{each.id}: not among the dead letters"
        assert given.get("case") == (dead.headers or {}).get("case"), each.id
        hand = f"h{uuid.uuid4().hex}"
        working.ask(question(hand))
        assert f"{hand}:dealer.draw_croupier:0" == working.answered(), f"{each.id}: the next question went unanswered"


def test_a_failing_handler_costs_its_own_message_only(working: House) -> None:
    working.ask(question("h13", step=13), question("h14"))

    dead = working.get("evaluator.dead")

    assert dead is not None
    assert "h13:evaluator.play_croupier:0" == json.loads(dead.body)[1]["message"]["id"]
    assert "h14:dealer.draw_croupier:0" == working.answered()
    assert working.get("evaluator.dead", seconds=0.3) is None


@pytest.mark.parametrize(
    "change", [{"sender": "jackpot"}, {"hand": "h2"}, {"signature": "m1." + "0" * 64}, {"more": 1}]
)
def test_a_forged_question_is_not_answered(working: House, change: dict[str, Any]) -> None:
    wiring = working.as_dealer()
    true = compose(working.out(question("h1")), sender="dealer", keys=wiring.message_keys, now=wiring.clock())
    working.publish(body({**true, **change}), headers=GOOD, content_type="application/json", content_encoding="utf-8")

    assert working.get("evaluator.dead") is not None
    assert "" == working.answered(seconds=0.3)


def test_a_question_that_comes_twice_is_answered_twice_with_the_same_words(working: House) -> None:
    working.ask(question("h1"), question("h1"))

    assert ["h1:dealer.draw_croupier:0"] * 2 == [working.answered(), working.answered()]
