"""Who speaks first in an interval, by what the seats show."""

from typing import assert_never

from services.evaluator.domain.showing import height, open_pair, showing_strength
from shared.games import game
from shared.hand import pot_commands as ask_pot
from shared.hand import pot_facts as at_pot
from shared.rulebook import cites
from shared.rules.wager import FirstToSpeak, Wager


@cites("AD7-05", "AD7-14", "AD7-15", "AD7-17", "AD7-25", "PR7-05", "PR7-06", "PR7-11", "PR7-12", "PR7-24")
def rank_showing(command: ask_pot.RankShowing) -> at_pot.ShowingRanked:
    """Answer in which order the seats may claim the first word; equal ones keep the order of play.

    A common card is not among what the seats show: it belongs to nobody when the first to speak is chosen.
    """
    found = game(command.game)
    wager, rules = found.course[command.step], found.for_the_pot
    assert isinstance(wager, Wager), f"step {command.step} of {command.game} is no interval of betting"
    cards = {each.seat: each.cards for each in command.showing}
    match wager.first:
        case FirstToSpeak.LOWEST_CARD:
            suits = command.terms.of(rules.suit_order) if rules.suit_order else ()
            speaking = sorted(cards, key=lambda seat: min(height(card, suits) for card in cards[seat]))
        case FirstToSpeak.HIGHEST_SHOWING:
            speaking = sorted(cards, key=lambda seat: showing_strength(cards[seat]), reverse=True)
        case FirstToSpeak.ELDEST | FirstToSpeak.OPENER:
            speaking = list(cards)
        case _:
            assert_never(wager.first)
    return at_pot.ShowingRanked(
        hand=command.hand,
        table=command.table,
        game=command.game,
        step=command.step,
        speaking=tuple(speaking),
        open_pair=any(open_pair(up) for up in cards.values()),
        barred=command.barred,
    )
