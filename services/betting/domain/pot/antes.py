"""Antes: what each seat puts in before the first card, and what the last hand left in the pot."""

from collections.abc import Mapping

from shared.games import game
from shared.hand import facts as say
from shared.hand import pot_commands as ask_pot
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.game import Game
from shared.rules.terms import Terms


@cites("AD5-02", "AD5-12", "AD5-15")
def post_antes(
    chips: Mapping[int, Cents],
    command: ask_pot.PostAntes,
    *,
    carried: Cents = Cents(0),
    earlier: Mapping[int, Cents] | None = None,
) -> tuple[say.Fact, ...]:
    """Take the ante of every seat that has chips; who has less puts in all of them and contends for as much.

    In a run of blank hands, and after a misdeal, an ante may no longer be due.

    `chips` is what lies before each seat, `carried` what the last hand left in the pot, and `earlier` the antes in it:
    who was all-in on one contends for as much from each in the next deal as well.
    """
    found = game(command.game)
    rules = found.for_the_pot
    head = {"hand": command.hand, "table": command.table, "game": command.game}
    ante = command.terms.of(rules.ante) if command.ante_due else 0
    least = least_chips(found, command.terms, ante_due=command.ante_due)
    players = tuple(player for player in command.players if chips.get(player.seat, 0) >= least)
    if len(players) < found.seats_min:
        return (say.HandAbandoned(**head, reason=f"fewer than {found.seats_min} seats can post the ante"),)
    return (
        at_pot.AntesPosted(
            **head,
            terms=command.terms,
            players=players,
            chips=tuple(SeatAmount(seat=each.seat, amount=chips[each.seat]) for each in players),
            antes=tuple(SeatAmount(seat=each.seat, amount=Cents(min(ante, chips[each.seat]))) for each in players),
            carried=carried,
            earlier=()
            if command.ante_due
            else tuple(SeatAmount(seat=seat, amount=amount) for seat, amount in (earlier or {}).items()),
        ),
    )


def least_chips(found: Game, terms: Terms, *, ante_due: bool) -> int:
    """Return with how many chips a seat can take part; with no ante due who put one in before needs none."""
    if not ante_due:
        return 0
    rules = found.for_the_pot
    return 1 if terms.of(rules.all_in) else max(terms.of(rules.ante), 1)
