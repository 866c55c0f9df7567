"""What people send when they play for the pot: each bad act is refused by name and clause, and nothing moves."""

import pytest

from shared.hand import facts as say
from tests.services.doors import Doors, check_nothing_done, check_refused, named, one_of_each

UP = "2h 3h 4h 5h 6h 7h {} {} {}"
"""The first seat in order of play shows the first card, and so on."""


def andorra(**terms):
    """Return a hand in which seat 1, who shows a deuce, speaks first; then come 3 and 2."""
    return Doors("andorra_stud", eldest=3, **terms).open(UP.format("Td", "Jd", "2c"))


def puerto_rico(**terms):
    """Return a hand in which seat 3, who shows the deuce of clubs, owes the forced bet."""
    return Doors("puerto_rico_stud", **terms).open(UP.format("Td", "2d", "2c"))


def spain():
    """Return a hand against the bank in which seat 1 decides before seat 2."""
    doors = Doors("spain_draw", seats=(1, 2), chips=10_000).open()
    return doors.say("1 stake ante=500; 2 stake ante=500").close_boxes()


HOUSES = {
    "andorra": andorra,
    "andorra, bet": lambda: andorra().say("1 bet 2"),
    "andorra, capped": lambda: andorra().say(
        "1 bet 2; 3 raise 4; 2 fold; 1 raise 6; 3 raise 8; 1 raise 10; 3 raise 12; 1 raise 14"
    ),
    "andorra, no all-in": lambda: andorra(chips={1: 9, 2: 2, 3: 9}, allow_all_in=False).say("1 bet 2; 3 call"),
    "andorra, awaiting": lambda: andorra().say("croupier refer AD7-28"),
    "andorra, checked by the clock": lambda: andorra().say("timeout 1"),
    "andorra, folded by the clock": lambda: andorra().say("1 bet 2; timeout 3"),
    "spain, folded by the clock": lambda: spain().say("timeout 1"),
    "spain, all folded or decided": lambda: spain().say("timeout 1; 2 play"),
    "puerto rico": puerto_rico,
    "puerto rico, forced": lambda: puerto_rico().say("3 bring-in 2"),
    "puerto rico, capped": lambda: puerto_rico().say("3 bring-in 2; 1 complete 5; 2 raise 10; 3 raise 15; 1 raise 20"),
    "closed": lambda: andorra().say("1 bet 2; 3 fold; 2 fold"),
}


@pytest.fixture(scope="module")
def house():
    yield from one_of_each(HOUSES)


def act(seat, verb, amount=None, **more):
    return f"p{seat}", "acts", {"seat": seat, "verb": verb, **({} if amount is None else {"amount": amount}), **more}


REFUSED = {
    "andorra": [
        (*act(1, "fold"), 422, "OPENER_CANNOT_FOLD", "AD7-19"),
        (*act(1, "call"), 422, "NOTHING_TO_CALL"),
        (*act(1, "raise", 4), 422, "NOTHING_TO_RAISE"),
        (*act(1, "bet", 4), 422, "LIMIT_EXCEEDED", "AD7-10"),
        (*act(1, "bet", 1), 422, "BELOW_MINIMUM", "AD7-10"),
        (*act(1, "bet", 0), 422, "out_of_range"),
        (*act(1, "bet", "2"), 422, "not_integer"),
        (*act(1, "bet", True), 422, "not_integer"),
        (*act(1, "bet", 2.0), 422, "not_integer"),
        (*act(1, "bet", -2), 422, "out_of_range"),
        (*act(1, "bet", 2**63), 422, "out_of_range"),
        (*act(1, "bet"), 422, "BELOW_MINIMUM", "AD7-10"),
        (*act(1, "timeout"), 422, "unknown_word"),
        (*act(1, "play"), 422, "NO_SUCH_ACT"),
        (*act(2, "stake", 5), 422, "NO_SUCH_ACT"),
        (*act(1, "bet", 2, turn=7), 409, "STALE_ACT"),
        (*act(3, "check"), 409, "NOT_YOUR_TURN"),
        (*act(2, "fold"), 409, "NOT_YOUR_TURN"),
        ("p1", "acts", act(3, "check")[2], 403, "WRONG_BOX"),
        ("p9", "acts", act(1, "check")[2], 409, "NOT_ACTIVE"),
        ("croupier", "acts", act(1, "check")[2], 403, "forbidden"),
        ("", "acts", act(1, "check")[2], 401, "unauthenticated"),
    ],
    "andorra, bet": [
        (*act(3, "check"), 422, "CANNOT_CHECK"),
        (*act(3, "bet", 2), 409, "ALREADY_BET"),
        (*act(3, "raise", 5), 422, "LIMIT_EXCEEDED", "AD7-10"),
        (*act(3, "raise", 3), 422, "BELOW_MINIMUM", "AD7-10"),
        (*act(1, "call"), 409, "NOT_YOUR_TURN"),
        (*act(2, "call"), 409, "NOT_YOUR_TURN"),
    ],
    "andorra, capped": [(*act(3, "raise", 16), 422, "RAISE_CAP", "AD7-09")],
    "andorra, no all-in": [(*act(2, "call"), 422, "NOT_ENOUGH_CHIPS"), (*act(2, "all_in"), 422, "NOT_ENOUGH_CHIPS")],
    "andorra, awaiting": [(*act(1, "check"), 409, "WRONG_STAGE"), (*act(1, "bet", 2), 409, "WRONG_STAGE")],
    "andorra, checked by the clock": [
        (*act(1, "bet", 2), 409, "TOO_LATE"),
        (*act(1, "check"), 409, "TOO_LATE"),
        (*act(1, "bet", 2, turn=0), 409, "TOO_LATE"),
    ],
    "andorra, folded by the clock": [(*act(3, "call"), 409, "TOO_LATE"), (*act(3, "raise", 4), 409, "TOO_LATE")],
    "spain, folded by the clock": [(*act(1, "play"), 409, "TOO_LATE"), (*act(1, "fold"), 409, "TOO_LATE")],
    "spain, all folded or decided": [(*act(1, "play"), 409, "HAND_CLOSED")],
    "puerto rico": [
        (*act(3, "check"), 422, "CANNOT_CHECK", "PR7-14"),
        (*act(3, "fold"), 422, "OPENER_CANNOT_FOLD", "PR7-11"),
        (*act(3, "bring_in", 3), 422, "BELOW_MINIMUM"),
        (*act(3, "bring_in", 11), 422, "LIMIT_EXCEEDED"),
        (*act(1, "call"), 409, "NOT_YOUR_TURN"),
    ],
    "puerto rico, forced": [
        (*act(1, "check"), 422, "CANNOT_CHECK", "PR7-14"),
        (*act(1, "bet", 5), 409, "ALREADY_BET"),
        (*act(1, "complete", 6), 422, "LIMIT_EXCEEDED"),
    ],
    "puerto rico, capped": [(*act(2, "raise", 25), 422, "RAISE_CAP")],
    "closed": [
        (*act(1, "check"), 409, "HAND_CLOSED"),
        (*act(3, "fold"), 409, "HAND_CLOSED"),
        ("p9", "acts", act(1, "check")[2], 409, "NOT_ACTIVE"),
    ],
}


@pytest.mark.clause("AD7-09", "AD7-10", "AD7-19", "PR7-11", "PR7-14")
@pytest.mark.parametrize(("which", "line"), named(REFUSED))
def test_a_bad_act_is_refused_and_changes_nothing(house, which, line):
    check_nothing_done(house(which), line)


def test_a_repeated_act_is_answered_and_not_carried_out_again():
    doors = andorra()
    _, what, bet = act(1, "bet", 2)
    first = doors.post(what, bet, key="the-same-key")
    before = doors.stands()

    again = doors.post(what, bet, key="the-same-key")
    other = doors.post(what, {**bet, "amount": 3}, key="the-same-key")

    assert (201, first.data, "true") == (again.status_code, again.data, again.headers["Idempotent-Replay"])
    check_refused(other, 422, "key_reused")
    assert before == doors.stands()
    assert {1: 97, 2: 99, 3: 99} == doors.felt.chips()
    assert 1 == len(doors.said(say.ActionTaken))
    doors.leave()
