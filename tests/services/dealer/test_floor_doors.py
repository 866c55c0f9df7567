"""What croupier and floor send by mistake: reports and rulings are refused by name, and nothing moves."""

import pytest

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Coming
from shared.rules.faults import Fault
from tests.services.doors import HAND, Doors, check_nothing_done, check_refused, named, one_of_each

FIVES = {3: "Jh Jd 9c 8s 7d", 2: "Qs Ks 9h 8d 7c", 1: "Th Td As Kc 8h"}


def stud():
    """Return three seats of Andorra's stud before the first act."""
    return Doors("andorra_stud", eldest=3).open()


def seventh():
    return stud().check_down(step=9)


def puerto_rico():
    return Doors("puerto_rico_stud").open()


def draw():
    """Return a draw that seat 3 has opened, and that seat 1 has left."""
    rounds = zip(*(FIVES[seat].split() for seat in (3, 2, 1)), strict=True)
    opened = Doors("andorra_draw", eldest=3).open(" ".join(card for each in rounds for card in each))
    return opened.say("3 bet 2; 2 call; 1 fold")


HOUSES = {
    "stud": stud,
    "stud, awaiting": lambda: stud().say("croupier refer AD7-28"),
    "stud, seventh": seventh,
    "stud, a seat left": lambda: (
        Doors("andorra_stud", eldest=3).open("2h 3h 4h 5h 6h 7h Td Jd 2c").say("1 bet 2; 3 call; 2 fold")
    ),
    "stud, no card left": lambda: Doors("andorra_stud", seats=range(1, 9), eldest=8).open().check_down(step=7),
    "stud, showdown": lambda: stud().check_down(),
    "stud, void": lambda: stud().say("croupier refer AD7-28; floor void"),
    "stud, closed": lambda: stud().check_down(step=3).say_on_turn("bet 2").fold_down(),
    "puerto rico": puerto_rico,
    "puerto rico, awaiting": lambda: puerto_rico().say("croupier refer PR7-28"),
    "draw": draw,
    "after the draw": lambda: draw().say("3 discard 9c 8s 7d; 2 stand"),
    "puerto rico, given up": lambda: puerto_rico().check_down().say("3 concede"),
    "puerto rico, given up, awaiting": lambda: puerto_rico().check_down().say("3 concede; croupier refer PR7-29"),
    "spain": lambda: Doors("spain_draw", chips=10_000).open().say("1 stake ante=1000").close_boxes(),
}


@pytest.fixture(scope="module")
def house():
    yield from one_of_each(HOUSES)


def fault(which, **more):
    return {"fault": which, **more}


def ruling(decision, **more):
    return {"decision": decision, "reason": "seen by all", **more}


DOUBT = fault("doubt", seat=1, clause="AD7-28")
CONDUCT = {"clause": "AD7-39", "seat": 1, "what": "spoke"}

REFUSED = {
    "stud": [
        ("", "faults", DOUBT, 401, "unauthenticated"),
        ("p1", "faults", DOUBT, 403, "forbidden"),
        ("operator", "faults", DOUBT, 403, "forbidden"),
        ("auditor", "faults", DOUBT, 403, "forbidden"),
        ("croupier@x", "faults", DOUBT, 403, "other_table"),
        ("floor@x", "faults", DOUBT, 403, "other_table"),
        ("croupier", "faults", {}, 422, "missing_field"),
        ("croupier", "faults", fault("allin"), 422, "unknown_word"),
        ("croupier", "faults", fault(7), 422, "invalid"),
        ("croupier", "faults", fault("doubt", seat=21), 422, "out_of_range"),
        ("croupier", "faults", fault("doubt", seat=-1), 422, "out_of_range"),
        ("croupier", "faults", fault("doubt", seat="1"), 422, "not_integer"),
        ("croupier", "faults", fault("doubt", clause="AD7"), 422, "form"),
        ("croupier", "faults", fault("doubt", clause="AD7-99"), 422, "unknown_clause"),
        ("croupier", "faults", fault("doubt", clause="ESD-41"), 422, "unknown_clause"),
        ("croupier", "faults", fault("doubt", what=""), 422, "length"),
        ("croupier", "faults", fault("doubt", what="\u202eabc"), 422, "charset"),
        ("croupier", "faults", fault("doubt", what="x" * 201), 422, "length"),
        ("croupier", "faults", fault("doubt", by_floor=True), 422, "unknown_field"),
        ("croupier", "faults", fault("doubt", reported_by="floor"), 422, "unknown_field"),
        ("croupier", "faults", fault("conduct", seat=1), 422, "missing_field"),
        ("croupier", "faults", fault("conduct", seat=1, clause="PR7-33"), 422, "unknown_clause"),
        ("croupier", "faults", fault("skip"), 409, "NOT_ACTIVE"),
        ("croupier", "faults", fault("skip", seat=4, coming=True), 409, "NOT_ACTIVE"),
        ("croupier", "faults", fault("deal_early", seat=4), 409, "NOT_ACTIVE"),
        ("croupier", "faults", fault("face_up", seat=1, card=0), 422, "out_of_range"),
        ("croupier", "faults", fault("face_up", seat=1, card=11), 422, "out_of_range"),
        ("croupier", "faults", fault("face_up", seat=1, card=4), 422, "NO_ANSWER"),
        ("croupier", "faults", fault("face_up", seat=1, card=3), 422, "NO_ANSWER"),
        ("croupier", "faults", fault("skip", seat=1, seen="yes"), 422, "invalid"),
        ("croupier", "faults", fault("wrong_count", seat=1), 422, "NO_ANSWER"),
        ("p1", "rulings", ruling("void"), 403, "forbidden"),
        ("croupier", "rulings", ruling("void"), 403, "forbidden"),
        ("operator", "rulings", ruling("void"), 403, "forbidden"),
        ("floor@x", "rulings", ruling("void"), 403, "other_table"),
        ("floor", "rulings", ruling("resume"), 409, "WRONG_STAGE"),
        ("floor", "rulings", ruling("pay seat 1"), 422, "unknown_word"),
        ("floor", "rulings", {"decision": "void"}, 422, "missing_field"),
        ("floor", "rulings", {"reason": "seen by all"}, 422, "missing_field"),
        ("floor", "rulings", ruling("void", reason=""), 422, "length"),
        ("floor", "rulings", ruling("void", reason="   "), 422, "form"),
        ("floor", "rulings", ruling("void", seat=21), 422, "out_of_range"),
        ("floor", "rulings", ruling("void", by_floor=True), 422, "unknown_field"),
        ("floor", "rulings", ruling("openers_proved", seat=1), 422, "NO_ANSWER"),
        ("p1", "cards", {"manner": "show"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "concede"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "demand", "other": 2}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "reorder"}, 422, "CARDS_NOT_REORDERABLE"),
        ("p1", "cards", {"manner": "eat"}, 422, "unknown_word"),
        ("p1", "cards", {"manner": "show", "seat": 2}, 422, "unknown_field"),
        ("p1", "cards", {"manner": "reveal", "other": 21}, 422, "out_of_range"),
        ("p9", "cards", {"manner": "expose"}, 409, "NOT_ACTIVE"),
        ("croupier", "cards", {"manner": "show"}, 403, "forbidden"),
        ("p1", "irregularities", CONDUCT, 403, "forbidden"),
        ("croupier@x", "irregularities", CONDUCT, 403, "other_table"),
        ("croupier", "irregularities", {**CONDUCT, "clause": "PR7-33"}, 422, "unknown_clause"),
        ("croupier", "irregularities", {**CONDUCT, "clause": "AD7-99"}, 422, "unknown_clause"),
        ("croupier", "irregularities", {**CONDUCT, "what": " "}, 422, "form"),
    ],
    "stud, awaiting": [
        ("croupier", "faults", DOUBT, 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("deck_removed"), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("extra_card", seat=1), 409, "WRONG_STAGE"),
        ("p1", "acts", {"seat": 1, "verb": "check"}, 409, "WRONG_STAGE"),
        ("p2", "acts", {"seat": 2, "verb": "fold"}, 409, "WRONG_STAGE"),
        ("p3", "acts", {"seat": 3, "verb": "check"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "show"}, 409, "WRONG_STAGE"),
    ],
    "stud, seventh": [
        ("croupier", "faults", fault("deal_early", seat=1), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("skip", seat=1, coming=True), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("face_up", seat=1, card=2), 422, "NO_ANSWER"),
    ],
    "stud, no card left": [("croupier", "faults", fault("deal_early", seat=1), 409, "WRONG_STAGE")],
    "stud, showdown": [
        ("p1", "cards", {"manner": "demand", "other": 2}, 422, "NO_ANSWER"),
        ("p9", "cards", {"manner": "show"}, 409, "NOT_ACTIVE"),
        ("p1", "acts", {"seat": 1, "verb": "check"}, 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("skip", seat=1), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("wrong_count", seat=1), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("deck_removed"), 409, "WRONG_STAGE"),
    ],
    "stud, void": [
        ("croupier", "faults", DOUBT, 409, "HAND_CLOSED"),
        ("floor", "rulings", ruling("void"), 409, "HAND_CLOSED"),
        ("floor", "rulings", ruling("resume"), 409, "HAND_CLOSED"),
        ("p1", "cards", {"manner": "show"}, 409, "HAND_CLOSED"),
        ("p1", "acts", {"seat": 1, "verb": "check"}, 409, "HAND_CLOSED"),
    ],
    "stud, closed": [
        ("croupier", "faults", DOUBT, 409, "HAND_CLOSED"),
        ("croupier", "faults", fault("skip", seat=1), 409, "HAND_CLOSED"),
        ("croupier", "irregularities", CONDUCT, 409, "HAND_CLOSED"),
        ("floor", "rulings", ruling("void"), 409, "HAND_CLOSED"),
        ("p1", "cards", {"manner": "expose"}, 409, "HAND_CLOSED"),
    ],
    "puerto rico, awaiting": [
        ("croupier", "faults", fault("deal_early", seat=1), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("skip", seat=1), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("face_up", seat=1), 409, "WRONG_STAGE"),
    ],
    "puerto rico, given up": [
        ("p3", "cards", {"manner": "show"}, 409, "ALREADY_DECIDED"),
        ("p3", "cards", {"manner": "concede"}, 409, "ALREADY_DECIDED"),
        ("p1", "cards", {"manner": "demand"}, 422, "NO_ANSWER"),
        ("p1", "cards", {"manner": "demand", "other": 2}, 422, "NO_ANSWER"),
        ("p9", "cards", {"manner": "demand", "other": 3}, 409, "NOT_ACTIVE"),
    ],
    "puerto rico, given up, awaiting": [
        ("p1", "cards", {"manner": "show"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "concede"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "demand", "other": 3}, 409, "WRONG_STAGE"),
    ],
    "stud, a seat left": [
        ("croupier", "faults", fault("wrong_count", seat=1), 422, "NO_ANSWER"),
        ("croupier", "faults", fault("wrong_count", seat=2), 409, "NOT_ACTIVE"),
        ("croupier", "faults", fault("skip", seat=2), 409, "NOT_ACTIVE"),
        ("croupier", "faults", fault("face_up", seat=2, coming=True), 409, "NOT_ACTIVE"),
    ],
    "draw": [
        ("croupier", "faults", fault("wrong_count", seat=3), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("skip", seat=3), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("deal_early", seat=3), 409, "WRONG_STAGE"),
        ("floor", "rulings", ruling("openers_not_proved", seat=2), 422, "NO_ANSWER"),
        ("floor", "rulings", ruling("openers_proved"), 422, "NO_ANSWER"),
        ("croupier", "rulings", ruling("openers_not_proved", seat=3), 403, "forbidden"),
    ],
    "after the draw": [
        ("croupier", "faults", fault("face_up", seat=3), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("face_up", seat=3, card=2), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("skip", seat=3), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("wrong_count", seat=3, seen=True), 409, "WRONG_STAGE"),
        ("croupier", "faults", fault("deal_early", seat=3), 409, "WRONG_STAGE"),
        ("p3", "cards", {"manner": "expose"}, 422, "NO_ANSWER"),
    ],
    "spain": [
        ("p1", "cards", {"manner": "show"}, 409, "WRONG_STAGE"),
        ("p1", "cards", {"manner": "expose"}, 422, "NO_ANSWER"),
        ("floor", "rulings", ruling("openers_proved", seat=1), 422, "NO_ANSWER"),
    ],
}


@pytest.mark.parametrize(("which", "line"), named(REFUSED))
def test_a_bad_report_or_ruling_is_refused_and_changes_nothing(house, which, line):
    check_nothing_done(house(which), line)


@pytest.mark.parametrize("what", ["faults", "rulings", "cards", "irregularities"])
def test_a_hand_that_is_not_there_has_no_floor(house, what):
    body = {"faults": DOUBT, "rulings": ruling("void"), "cards": {"manner": "show"}, "irregularities": CONDUCT}[what]
    who = {"cards": "p1"}.get(what, "floor")

    check_refused(house("stud").post(what, body, who=who, hand="t-2"), 404, "not_found")


@pytest.mark.clause("PR7-35")
def test_moving_up_cards_is_refused_and_goes_on_record_once():
    doors = puerto_rico()
    before = doors.sight.lies

    answer = doors.post("cards", {"manner": "reorder"}, who="p1", key="the-same-key")

    check_refused(answer, 422, "CARDS_NOT_REORDERABLE", "PR7-35")
    assert ["PR7-35"] == [each.clause for each in doors.said(say.IrregularityRecorded)]
    assert before == doors.sight.lies
    doors.leave()


@pytest.mark.parametrize("what", ["faults", "irregularities"])
@pytest.mark.clause("PR7-33", "PR7-34")
def test_conduct_goes_on_record_under_its_clause_and_moves_nothing(what):
    doors = puerto_rico()
    before = doors.sight.lies
    body = {"clause": "PR7-34", "seat": 2, "what": "cards below the edge of the table"}

    answer = doors.post(what, {**body, "fault": "conduct"} if what == "faults" else body, who="croupier")

    assert 201 == answer.status_code
    assert [("PR7-34", 2, "croupier")] == [
        (each.clause, each.seat, each.reported_by) for each in doors.said(say.IrregularityRecorded)
    ]
    assert before == doors.sight.lies
    doors.leave()


@pytest.mark.clause("AD7-28")
def test_a_doubt_stops_the_hand_until_the_floor_lets_it_go_on():
    doors = stud()
    turn = doors.sight.turn
    check = {"seat": turn, "verb": "check"}

    told = doors.post("faults", DOUBT, who="croupier", key="the-same-key")
    again = doors.post("faults", DOUBT, who="croupier", key="the-same-key")
    check_refused(doors.post("acts", check, who=f"p{turn}"), 409, "WRONG_STAGE")
    check_refused(doors.post("rulings", ruling("resume"), who="croupier"), 403, "forbidden")
    ruled = doors.post("rulings", ruling("resume"), who="floor")

    assert {"hand": HAND, "stage": "awaiting_ruling", "clause": "AD7-28"} == told.get_json() == again.get_json()
    assert "true" == again.headers["Idempotent-Replay"]
    assert {"hand": HAND, "stage": "play", "clause": ""} == ruled.get_json()
    assert ["floor"] == [each.ruled_by for each in doors.said(at_floor.Ruled)]
    assert 201 == doors.post("acts", check, who=f"p{turn}").status_code
    doors.leave()


@pytest.mark.parametrize("which", ["stud", "puerto rico", "draw", "stud, showdown"])
def test_a_hand_that_the_floor_voids_gives_everything_back_once(which):
    doors = HOUSES[which]()

    first = doors.post("rulings", ruling("void"), who="floor", key="the-same-key")
    before = doors.stands()
    again = doors.post("rulings", ruling("void"), who="floor", key="the-same-key")

    assert (201, first.data) == (first.status_code, again.data)
    assert {100} == set(doors.felt.chips().values())
    assert before == doors.stands()
    doors.leave()


@pytest.mark.parametrize(
    ("which", "body", "clause"),
    [
        ("stud", fault("deck_removed"), ""),
        ("stud", fault("extra_card", seat=1), ""),
        ("puerto rico", fault("deal_early", seat=2), ""),
        ("puerto rico", fault("skip", seat=2, seen=True), ""),
        ("puerto rico", fault("face_up", seat=2), ""),
    ],
)
def test_where_the_law_is_silent_the_floor_decides(which, body, clause):
    doors = HOUSES[which]()

    answer = doors.post("faults", body, who="croupier")

    assert (201, "awaiting_ruling", clause) == (
        answer.status_code,
        answer.get_json()["stage"],
        answer.get_json()["clause"],
    )
    assert 201 == doors.post("rulings", ruling("resume"), who="floor").status_code
    doors.check_down()
    assert 3 == len(doors.sight.live)
    doors.leave()


@pytest.mark.parametrize("body", [fault("skip", seat=1), fault("wrong_count", seat=1)], ids=lambda body: body["fault"])
def test_a_report_while_the_croupier_turns_his_cards_comes_too_late(body):
    doors = HOUSES["spain"]()
    play = {"seat": 1, "verb": "play", "amount": 2_000}
    assert 201 == doors.post("acts", play, who="p1", carry=False).status_code
    for sender in ("betting", "dealer", "betting"):  # up to the question which cards he changes, and no further
        doors.felt._carry_from(sender)
    doors.felt._listen()
    assert doors.said(say.CroupierTurned)
    assert not doors.said(say.CroupierPlayed)
    before = doors.stands()

    check_refused(doors.post("faults", body, who="croupier", carry=False), 409, "WRONG_STAGE")

    assert before == doors.stands()
    doors.leave()


EXTRA = Coming(fault=Fault.EXTRA_CARD, seat=2, card=1, seen=False, reported_by="croupier")
MISSING = Coming(fault=Fault.MISSING_CARD, seat=2, card=1, seen=False, reported_by="croupier")


def dealt(*coming):
    """Return a draw of three seats in which the croupier makes these errors at the deal."""
    return Doors("andorra_draw", eldest=3).open(coming=coming)


@pytest.mark.clause("AD7-29", "AD7-35", "AD7-36", "AD7-39", "AD5-33", "AD5-34", "AD5-35", "AD5-37", "AD5-38", "PR7-36")
@pytest.mark.parametrize(
    ("before", "who", "what", "body", "clause"),
    [
        (stud, "croupier", "faults", fault("deal_early", seat=2), "AD7-36"),
        (stud, "p2", "cards", {"manner": "expose"}, "AD7-39"),
        (puerto_rico, "p2", "cards", {"manner": "expose"}, "PR7-36"),
        (puerto_rico, "p2", "cards", {"manner": "reveal", "other": 1}, "PR7-38"),
        (seventh, "croupier", "faults", fault("skip", seat=2, seen=True), "AD7-29"),
        (seventh, "croupier", "faults", fault("face_up", seat=2), "AD7-35"),
        (lambda: dealt(EXTRA), "croupier", "faults", fault("wrong_count", seat=2), "AD5-33"),
        (lambda: dealt(EXTRA), "croupier", "faults", fault("wrong_count", seat=2, seen=True), "AD5-34"),
        (lambda: dealt(MISSING), "croupier", "faults", fault("wrong_count", seat=2), "AD5-35"),
        (dealt, "croupier", "faults", fault("face_up", seat=2, card=1), "AD5-37"),
        (dealt, "croupier", "faults", fault("deck_removed"), "AD5-38"),
    ],
)
def test_an_error_is_put_right_as_its_law_has_it(before, who, what, body, clause):
    doors = before()

    answer = doors.post(what, body, who=who)

    assert 201 == answer.status_code
    found = [getattr(fact, "clause", "") for _, fact in doors.felt.facts()]
    assert 1 == found.count(clause)
    assert not doors.check_down().sight.dealt.trouble.referral
    doors.leave()
