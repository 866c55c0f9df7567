"""What is asked beside the course of a hand is lost, late or overtaken: it costs time, never a hand and never a chip.

Each course here was found by chance in a simulated house, and is played again by hand.
"""

import pytest

from services.dealer import card_handlers as cards
from services.dealer.domain.hand import Stage
from shared.hand import floor_commands as ask_floor
from shared.ledger import accounts
from shared.rules.faults import Decision, Fault
from tests.simulation import furnishing, people
from tests.simulation.checking import breaches
from tests.simulation.faults import Faults
from tests.simulation.world import World

TABLE = "t1"
STEPS_MAX = 2_000


class House(World):
    """One table with two players, where the test says which message is lost and which is kept back."""

    def __init__(self, game):
        self.lost, self.kept_back, self.waiting = [], [], []
        super().__init__(seed=1, game=game, tables=1, seats=2, faults=Faults())

    def _send(self, message, *, sender):
        if message.kind in self.lost:
            self.lost.remove(message.kind)
            return
        if message.kind in self.kept_back:
            super()._send(message, sender=sender)
            self.waiting.append(self.bus.pop())
            return
        super()._send(message, sender=sender)

    def carry(self):
        while self.unsent or self.bus:
            self._relay()
            self._deliver()

    def until(self, reached):
        """Play on until something is so."""
        for _ in range(STEPS_MAX):
            self.carry()
            if reached():
                return self
            self._act()
            self.now_us += 100_000
            self._sweep()
        raise AssertionError(f"never reached: {self.trace[-20:]}")

    def until_stage(self, stage):
        """Play on until a hand is in this stage."""
        return self.until(lambda: self.hand and self.hand.stage is stage)

    def until_waits(self, kind):
        """Play on until a message of this kind is kept back."""
        self.kept_back = [kind]
        self.until(lambda: self.waiting)
        self.kept_back = []
        return self

    def let_go(self):
        """Let come what was kept back."""
        self.bus += self.waiting
        self.waiting = []
        self.carry()

    @property
    def hand(self):
        return self._dealt(TABLE)

    def doubt(self):
        report = ask_floor.ReportFault(**self._head, fault=Fault.DOUBT, seat=1, number=1)
        assert "done" == self._floor(report)

    def rule(self, decision=Decision.RESUME):
        assert "done" == self._floor(people.ruling(self.hand, decision, number=2))

    def lose(self, *kinds):
        self.lost += kinds
        return self

    def ends_well(self):
        """Let the hand in play be the last, and all come to rest."""
        self.quiet()
        self.until(lambda: not self.open_hands)
        self.wait(1_000)
        assert [] == self.lost
        assert () == breaches(self)

    def seat_chips(self, seat):
        with self.wired["betting"].store.reading() as tx:
            return tx.balance(accounts.seat(TABLE, seat))

    def account(self, person):
        with self.wired["betting"].store.reading() as tx:
            return tx.balance(accounts.player(person))

    def leave(self, seat, person):
        furnishing.leave(self.wired["dealer"], TABLE, seat, person=person)

    def sit(self, seat, person):
        furnishing.deposit(self.wired["betting"], person)
        furnishing.sit(self.wired["dealer"], TABLE, seat, person=person, much=False)

    @property
    def _head(self):
        return {"hand": self.hand.hand, "table": TABLE, "game": self.game}

    def _floor(self, word):
        handler = cards.rule if isinstance(word, ask_floor.Rule) else cards.report_fault
        return self._decided("dealer", lambda tx: handler(tx, word, self.wired["dealer"], actor="floor"))


@pytest.fixture
def house_of():
    opened = []

    def open_house(game):
        opened.append(House(game))
        return opened[-1]

    yield open_house
    for each in opened:
        each.close()


def test_the_croupier_does_not_draw_while_the_floor_has_to_decide(house_of):
    house = house_of("spain_draw").until_waits("dealer.draw_croupier")
    house.doubt()

    house.let_go()
    assert Stage.PLAY is house.hand.stage

    house.rule()
    house.ends_well()


@pytest.mark.parametrize("game", ["spain_draw", "andorra_draw", "andorra_stud", "puerto_rico_stud"])
def test_a_ruling_overtakes_the_doubt_that_it_decides(house_of, game):
    house = house_of(game).until_stage(Stage.PLAY)
    house.kept_back = ["betting.hold_hand"]
    house.doubt()
    house.carry()
    house.kept_back = []
    house.rule()
    house.carry()

    house.let_go()
    house.ends_well()


def test_a_doubt_while_stakes_are_placed_does_not_stop_the_time_for_them_for_ever(house_of):
    house = house_of("spain_draw").until_stage(Stage.STAKES)
    house.doubt()
    house.carry()
    house.wait(60)
    doubted = house.hand.hand
    house.rule()
    house.carry()

    house.wait(60)

    assert doubted not in house.open_hands
    house.ends_well()


@pytest.mark.parametrize("lost", ["jackpot.return_contributions", "dealer.close_hand", "jackpot.contribute"])
def test_side_bets_of_a_voided_hand_come_back_from_the_pool_before_the_hand_is_closed(house_of, lost):
    house = house_of("spain_draw").until_waits("jackpot.contribute")
    house.waiting, contributed = ([], []) if lost == "jackpot.contribute" else (house.waiting, [lost])
    house.let_go()
    house.lose(*contributed).rule(Decision.VOID)

    house.ends_well()


@pytest.mark.parametrize("game", ["andorra_draw", "andorra_stud", "puerto_rico_stud"])
def test_a_doubt_at_the_showdown_does_not_stop_the_time_to_show_for_ever(house_of, game):
    house = house_of(game).until_stage(Stage.SHOWDOWN)
    house.doubt()
    house.wait(60)
    assert Stage.SHOWDOWN is house.hand.stage

    house.rule()
    house.ends_well()


@pytest.mark.parametrize("game", ["andorra_draw", "andorra_stud", "puerto_rico_stud"])
def test_what_the_floor_said_is_told_again_though_the_hand_has_gone_on_to_another_question(house_of, game):
    first = "dealer.open_draw" if game == "andorra_draw" else "dealer.deal_street"
    house = house_of(game).until_stage(Stage.PLAY).until_waits(first)
    house.doubt()
    house.carry()
    house.lose("betting.release_hand").rule()
    house.carry()
    house.let_go()

    house.ends_well()


def test_a_ruling_that_voids_the_hand_is_told_again(house_of):
    house = house_of("puerto_rico_stud").until_stage(Stage.PLAY).until_waits("dealer.deal_street")
    house.doubt()
    house.carry()

    house.lose("betting.void_hand").rule(Decision.VOID)
    house.carry()
    house.let_go()

    house.ends_well()


def test_the_end_of_the_counts_does_not_take_the_place_of_the_question_that_waits(house_of):
    house = house_of("andorra_draw").until_waits("dealer.end_counts")

    house.let_go()
    house.lose("dealer.show_holdings")
    house.until(lambda: not house.lost)

    house.ends_well()


@pytest.mark.parametrize("lost", ["betting.bring_chips", "dealer.confirm_seat"])
def test_chips_that_a_seat_waits_for_are_asked_for_again(house_of, lost):
    house = house_of("spain_draw")
    house.leave(1, "p1")
    house.carry()

    house.lose(lost).sit(1, "new")
    house.ends_well()

    (table,) = house.table_states()
    assert (True, "new") == (table.seats[1].ready, table.seats[1].person)
    assert 0 < house.seat_chips(1)


def test_chips_of_a_left_seat_are_asked_for_again(house_of):
    house = house_of("spain_draw").lose("betting.take_chips")
    house.leave(1, "p1")

    house.ends_well()

    assert 0 == house.seat_chips(1)


def test_chips_that_come_when_their_person_has_left_again_stay_on_his_account(house_of):
    house = house_of("spain_draw")
    house.leave(1, "p1")
    house.carry()
    house.kept_back = ["betting.bring_chips"]
    house.sit(1, "late")
    house.carry()
    house.kept_back = []
    house.leave(1, "late")
    house.carry()

    house.let_go()

    assert (0, furnishing.DEPOSIT) == (house.seat_chips(1), house.account("late"))
    house.ends_well()


def test_who_left_before_is_not_paid_with_the_chips_of_the_next_one(house_of):
    house = house_of("spain_draw")
    house.kept_back = ["betting.take_chips"]
    house.leave(1, "p1")
    house.carry()
    house.kept_back = []
    house.sit(1, "next")
    house.carry()

    house.let_go()
    house.wait(1_000)

    brought = house.seat_chips(1)
    assert (furnishing.DEPOSIT, True) == (house.account("next") + brought, brought > 0)
    house.ends_well()
