"""What people send in a draw, and when they ask for counts: bad wishes are refused by name, and nothing moves."""

import pytest

from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from tests.services.doors import HAND, Doors, check_nothing_done, check_refused, named, one_of_each

HOLDINGS = {3: "Jh Jd 9c 8s 7d", 2: "Qs Ks 9h 8d 7c", 1: "Th Td As Kc 8h"}
THEN = "Qd Qc Qh Ad Ac"


def dealt(**terms):
    """Return a house in which seat 3 is eldest and can open, seats 2 and 1 cannot."""
    rounds = zip(*(HOLDINGS[seat].split() for seat in (3, 2, 1)), strict=True)
    deck = " ".join(card for each in rounds for card in each)
    return Doors("andorra_draw", eldest=3, **terms).open(f"{deck} {THEN}")


def in_draw():
    return dealt().say("3 bet 2; 2 call; 1 fold")


HOUSES = {
    "first interval": dealt,
    "before seat 2": lambda: dealt().say("3 check"),
    "before seat 2, declared": lambda: dealt(opener_check="declared").say("3 check"),
    "draw": in_draw,
    "seat 3 has drawn": lambda: in_draw().say("3 discard 9c 8s 7d"),
    "seat 3 was served by the clock": lambda: in_draw().say("timeout 3; timeout 3"),
    "draw, awaiting": lambda: in_draw().say("croupier refer AD5-45"),
    "second interval": lambda: in_draw().say("3 discard 9c 8s 7d; 2 stand"),
    "second interval, bet": lambda: in_draw().say("3 discard 9c 8s 7d; 2 stand; 3 bet 4"),
    "closed": lambda: dealt().say("3 bet 2; 2 fold; 1 fold"),
}


@pytest.fixture(scope="module")
def house():
    yield from one_of_each(HOUSES)


def discard(*places, **more):
    return {"discards": list(places), **more}


BET = {"seat": 2, "verb": "bet", "amount": 2}

REFUSED = {
    "first interval": [
        ("p3", "discards", discard(0), 409, "WRONG_STAGE"),
        ("p3", "stand", {}, 409, "WRONG_STAGE"),
        ("p3", "counts", {"of": 2}, 409, "WRONG_STAGE"),
        ("p2", "acts", BET, 409, "NOT_YOUR_TURN"),
        ("p3", "acts", {"seat": 3, "verb": "fold"}, 422, "OPENER_CANNOT_FOLD", "AD5-05"),
    ],
    "before seat 2": [("p2", "acts", BET, 422, "OPENERS_REQUIRED", "AD5-06")],
    "draw": [
        ("p3", "discards", discard(), 422, "length"),
        ("p3", "discards", discard(0, 1, 2, 3, 4, 0), 422, "TOO_MANY_DISCARDS", "AD5-18"),
        ("p3", "discards", discard(*range(10), 0), 422, "length"),
        ("p3", "discards", discard(5), 422, "NOT_YOUR_CARD"),
        ("p3", "discards", discard(-1), 422, "out_of_range"),
        ("p3", "discards", discard(10), 422, "out_of_range"),
        ("p3", "discards", discard(2, 2), 422, "NOT_YOUR_CARD"),
        ("p3", "discards", discard("0"), 422, "not_integer"),
        ("p3", "discards", discard(True), 422, "not_integer"),
        ("p3", "discards", discard(0.0), 422, "not_integer"),
        ("p3", "discards", discard("Jh"), 422, "not_integer"),
        ("p3", "discards", {"discards": 0}, 422, "invalid"),
        ("p3", "discards", {"discards": None}, 422, "invalid"),
        ("p3", "discards", {}, 422, "missing_field"),
        ("p3", "discards", discard(0, seat=2), 422, "unknown_field"),
        ("p3", "discards", discard(0, turn=1), 409, "STALE_ACT"),
        ("p3", "discards", discard(0, turn=-2), 422, "out_of_range"),
        ("p3", "stand", {"turn": 1}, 409, "STALE_ACT"),
        ("p3", "stand", {"turn": "0"}, 422, "not_integer"),
        ("p2", "discards", discard(0), 409, "NOT_YOUR_TURN", "AD5-20"),
        ("p2", "stand", {}, 409, "NOT_YOUR_TURN", "AD5-20"),
        ("p1", "discards", discard(0), 409, "NOT_ACTIVE"),
        ("p9", "discards", discard(0), 409, "NOT_ACTIVE"),
        ("p9", "stand", {}, 409, "NOT_ACTIVE"),
        ("p9", "counts", {"of": 3}, 409, "NOT_ACTIVE"),
        ("p3@x", "discards", discard(0), 403, "other_table"),
        ("croupier", "discards", discard(0), 403, "forbidden"),
        ("floor", "stand", {}, 403, "forbidden"),
        ("auditor", "counts", {"of": 3}, 403, "forbidden"),
        ("", "discards", discard(0), 401, "unauthenticated"),
        ("p2", "counts", {"of": 3}, 422, "NO_ANSWER"),
        ("p2", "counts", {"of": 2}, 409, "NOT_ACTIVE"),
        ("p2", "counts", {"of": 0}, 422, "out_of_range"),
        ("p2", "counts", {"of": 21}, 422, "out_of_range"),
        ("p2", "counts", {"of": "3"}, 422, "not_integer"),
        ("p2", "counts", {}, 422, "missing_field"),
        ("p3", "acts", {"seat": 3, "verb": "check"}, 409, "WRONG_STAGE"),
        ("p3", "cards", {"manner": "show"}, 409, "WRONG_STAGE"),
    ],
    "seat 3 has drawn": [
        ("p3", "discards", discard(0), 409, "NOT_YOUR_TURN", "AD5-20"),
        ("p3", "stand", {}, 409, "NOT_YOUR_TURN", "AD5-20"),
        ("p3", "counts", {"of": 2}, 422, "NO_ANSWER"),
    ],
    "seat 3 was served by the clock": [
        ("p3", "discards", discard(0), 409, "TOO_LATE"),
        ("p3", "stand", {}, 409, "TOO_LATE"),
    ],
    "draw, awaiting": [
        ("p3", "discards", discard(0), 409, "WRONG_STAGE"),
        ("p3", "stand", {}, 409, "WRONG_STAGE"),
        ("p3", "acts", {"seat": 3, "verb": "check"}, 409, "WRONG_STAGE"),
        ("p2", "discards", discard(0), 409, "WRONG_STAGE"),
    ],
    "second interval": [
        ("p3", "discards", discard(0), 409, "WRONG_STAGE"),
        ("p2", "stand", {}, 409, "WRONG_STAGE"),
        ("p3", "acts", {"seat": 3, "verb": "fold"}, 422, "OPENER_CANNOT_FOLD", "AD5-29"),
        ("p3", "acts", {"seat": 3, "verb": "bet", "amount": 5}, 422, "LIMIT_EXCEEDED"),
        ("p3", "acts", {"seat": 3, "verb": "bet", "amount": 3}, 422, "BELOW_MINIMUM"),
    ],
    "second interval, bet": [("p2", "counts", {"of": 3}, 409, "WRONG_STAGE")],
    "closed": [
        ("p3", "discards", discard(0), 409, "HAND_CLOSED"),
        ("p3", "stand", {}, 409, "HAND_CLOSED"),
        ("p2", "counts", {"of": 3}, 409, "HAND_CLOSED"),
        ("p3", "acts", {"seat": 3, "verb": "check"}, 409, "HAND_CLOSED"),
    ],
}


@pytest.mark.clause("AD5-06", "AD5-18", "AD5-20", "AD5-28", "AD5-29")
@pytest.mark.parametrize(("which", "line"), named(REFUSED))
def test_a_bad_wish_is_refused_and_changes_nothing(house, which, line):
    check_nothing_done(house(which), line)


@pytest.mark.parametrize("hand", ["t-2", "x-1", "1 OR 1=1"])
def test_a_hand_that_is_not_there_has_no_draw(house, hand):
    doors = house("draw")
    before = doors.stands()

    check_refused(doors.post("discards", discard(0), who="p3", hand=hand), 404, "not_found")
    check_refused(doors.call("dealer", "GET", f"/hands/{hand}/draw", who="p3"), 404, "not_found")
    assert before == doors.stands()


@pytest.mark.clause("AD5-18", "AD5-19")
@pytest.mark.parametrize("many", range(1, 6))
def test_one_to_five_cards_are_changed_and_the_table_hears_how_many(many):
    doors = in_draw()

    answer = doors.post("discards", discard(*range(many), turn=0), who="p3")

    assert (201, 2) == (answer.status_code, answer.get_json()["turn"])
    assert [{"seat": 3, "count": many}] == answer.get_json()["counts"]
    assert {"hand": HAND, "of": 3, "count": many} == doors.post("counts", {"of": 3}, who="p1").get_json()
    doors.leave()


@pytest.mark.clause("AD5-18")
def test_a_repeated_discard_is_answered_and_not_carried_out_again():
    doors = in_draw()
    first = doors.post("discards", discard(2, 3, 4), who="p3", key="the-same-key")
    before = doors.stands()

    again = doors.post("discards", discard(2, 3, 4), who="p3", key="the-same-key")
    other = doors.post("discards", discard(2), who="p3", key="the-same-key")
    elsewhere = doors.post("stand", {}, who="p3", key="the-same-key")

    assert (201, first.data, "true") == (again.status_code, again.data, again.headers["Idempotent-Replay"])
    check_refused(other, 422, "key_reused")
    check_refused(elsewhere, 409, "NOT_YOUR_TURN", "AD5-20")
    assert before == doors.stands()
    assert 201 == doors.post("stand", {}, who="p2", key="the-same-key").status_code
    doors.leave()


def test_a_refusal_is_not_kept_under_its_key():
    doors = in_draw()
    check_refused(doors.post("stand", {}, who="p2", key="too-early-1"), 409, "NOT_YOUR_TURN", "AD5-20")
    doors.say("3 discard 9c 8s 7d")

    assert 201 == doors.post("stand", {}, who="p2", key="too-early-1").status_code
    doors.leave()


@pytest.mark.clause("AD5-41")
def test_where_openers_are_declared_a_bet_without_them_stands_and_nobody_is_told():
    doors = HOUSES["before seat 2, declared"]()

    answer = doors.post("acts", BET, who="p2")

    assert 201 == answer.status_code
    assert not doors.said(say.IrregularityRecorded)
    assert not doors.said(at_draw.OpenersFound)
    doors.leave()


@pytest.mark.clause("AD5-28")
def test_counts_are_told_from_the_draw_until_the_betting_begins_again(house):
    for which, count in (("seat 3 has drawn", 3), ("second interval", 3), ("draw, awaiting", None)):
        answer = house(which).post("counts", {"of": 3}, who="p1")
        if count is None:
            check_refused(answer, 422, "NO_ANSWER")
        else:
            assert (201, count) == (answer.status_code, answer.get_json()["count"])
