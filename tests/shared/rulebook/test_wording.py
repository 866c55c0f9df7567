"""The wording is our own: no sentence of the official texts, nor of the notes made from them, appears in it."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from shared.rulebook import book

FORBIDDEN = frozenset(
    line
    for line in (Path(__file__).parent / "forbidden_wording.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)


def test_no_sentence_of_the_rulebook_is_a_forbidden_one() -> None:
    for clause_id, clause in book.every_clause().items():
        for sentence in sentences(clause.text):
            assert fingerprint(sentence) not in FORBIDDEN, f"{clause_id}: {sentence}"
    for each in book.rulebooks():
        for asked in each.questions:
            for sentence in (*sentences(asked.question), *sentences(asked.default)):
                assert fingerprint(sentence) not in FORBIDDEN, f"{asked.question_id}: {sentence}"


def test_the_fingerprint_sees_through_case_marks_and_spacing() -> None:
    assert fingerprint("The  pot, goes to the BEST hand!") == fingerprint("the pot goes to the best hand")
    assert fingerprint("the pot goes to the best hand") != fingerprint("the pot goes to the worst hand")


def test_the_list_of_forbidden_sentences_is_there() -> None:
    assert len(FORBIDDEN) > 300
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in FORBIDDEN)


def sentences(text: str) -> Iterator[str]:
    yield text
    yield from re.split(r"(?<=[.;:?])\s+", text)


def fingerprint(sentence: str) -> str:
    bare = " ".join(re.findall(r"\w+", sentence.lower()))
    return hashlib.sha256(bare.encode()).hexdigest()[:16]
