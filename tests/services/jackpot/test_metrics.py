"""What the jackpot shows of itself."""

from prometheus_client import generate_latest

from services.jackpot.metrics import PoolsShown
from shared.games import game, game_ids
from shared.journal.ports import Store, StoreUnavailable
from shared.rules.game import AgainstTheBank
from shared.telemetry import REGISTRY


class Away:
    """A store whose database does not answer."""

    def reading(self) -> None:
        raise StoreUnavailable("away")


def test_every_award_is_there_before_it_was_won_and_without_a_database() -> None:
    store: Store = Away()  # type: ignore[assignment]  # of a store only this much is asked
    shown = PoolsShown(store)
    shown.start()
    try:
        printed = generate_latest(REGISTRY).decode()
    finally:
        shown.stop()

    banked = {each: contest for each in game_ids() if isinstance(contest := game(each).contest, AgainstTheBank)}
    assert banked
    for game_id, contest in banked.items():
        for award in contest.side_bet.awards:
            assert f'crupier_awards_total{{award="{award.name}",game="{game_id}"}} ' in printed
            assert f'crupier_awards_cents_total{{award="{award.name}",game="{game_id}"}} ' in printed
