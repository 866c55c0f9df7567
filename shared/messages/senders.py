"""Who may send what: the path of a hand read from the other side. A right signature is not enough."""

from collections.abc import Mapping
from typing import Final

SENDERS: Final[Mapping[str, frozenset[str]]] = {
    "dealer.open_hand": frozenset({"dealer"}),
    "dealer.deal_street": frozenset({"betting", "jackpot"}),
    "dealer.serve_draw": frozenset({"betting"}),
    "dealer.turn_croupier": frozenset({"betting"}),
    "dealer.draw_croupier": frozenset({"evaluator"}),
    "dealer.show_holdings": frozenset({"betting"}),
    "dealer.handle_cards": frozenset({"dealer"}),
    "dealer.end_showdown": frozenset({"dealer"}),
    "dealer.close_hand": frozenset({"betting"}),
    "dealer.confirm_seat": frozenset({"betting"}),
    "dealer.report_fault": frozenset({"dealer"}),
    "dealer.rule": frozenset({"dealer"}),
    "dealer.bury_cards": frozenset({"betting"}),
    "betting.open_boxes": frozenset({"dealer"}),
    "betting.post_antes": frozenset({"dealer"}),
    "betting.close_boxes": frozenset({"betting"}),
    "betting.open_street": frozenset({"dealer", "evaluator"}),
    "betting.act": frozenset({"betting"}),
    "betting.resume_street": frozenset({"dealer"}),
    "betting.settle_hand": frozenset({"betting", "evaluator", "jackpot"}),
    "betting.bring_chips": frozenset({"dealer"}),
    "betting.take_chips": frozenset({"dealer"}),
    "betting.hold_hand": frozenset({"dealer"}),
    "betting.release_hand": frozenset({"dealer"}),
    "betting.void_hand": frozenset({"dealer"}),
    "betting.bar_street": frozenset({"dealer"}),
    "evaluator.play_croupier": frozenset({"dealer"}),
    "evaluator.rank_showing": frozenset({"dealer"}),
    "evaluator.rank_showdown": frozenset({"dealer"}),
    "jackpot.contribute": frozenset({"betting"}),
    "jackpot.pay_awards": frozenset({"evaluator"}),
    "jackpot.return_contributions": frozenset({"betting"}),
}
"""The services whose facts lead to each command; a test holds it against the path and the services' sources."""
