"""The path of a hand: after this fact, this command. Read this page first.

The cards go round in one direction, dealer, evaluator, betting, dealer; the jackpot stands at the two ends of a banked
hand. Whoever records a fact sends what stands here, in the same transaction, and nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand import people_commands as ask_people
from shared.hand import people_facts as of_people
from shared.hand import pot_commands as ask_pot
from shared.hand import pot_facts as at_pot
from shared.hand import table_facts as at_table
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rules.draw import Draw
from shared.rules.faults import Decision
from shared.rules.game import CROUPIER, AgainstTheBank, CroupierPlays, Deal, Decide, Showdown
from shared.rules.terms import Terms
from shared.rules.wager import FirstToSpeak, ForThePot, Wager

Next = Callable[[Any], tuple[ask.Command, ...]]


def after(fact: say.Fact) -> tuple[ask.Command, ...]:
    """Return the commands that follow from a fact; most facts have none."""
    follow = PATH.get(type(fact))
    return follow(fact) if follow else ()


def _open_stakes(fact: say.HandOpened) -> tuple[ask.Command, ...]:
    contest = game(fact.game).contest
    match contest:
        case AgainstTheBank():
            return (ask.OpenBoxes(**_head(fact), terms=fact.terms, players=fact.players),)
        case ForThePot():
            antes = ask_pot.PostAntes(
                **_head(fact), terms=fact.terms, players=fact.players, ante_due=fact.series.ante_due
            )
            return (antes,)
        case _:
            assert_never(contest)


def _deal_after_antes(fact: at_pot.AntesPosted) -> tuple[ask.Command, ...]:
    return (ask.DealStreet(**_head(fact), step=0, live=tuple(player.seat for player in fact.players)),)


def _take_side_bets(fact: say.StakesTaken) -> tuple[ask.Command, ...]:
    sides = tuple(SeatAmount(seat=s.seat, amount=s.side_bet) for s in fact.stakes if s.side_bet)
    live = tuple(s.seat for s in fact.stakes)
    pool = _pool(fact.game, fact.terms)
    return (ask.Contribute(**_head(fact), pool=pool, terms=fact.terms, stakes=sides, live=live),)


def _deal_first(fact: say.ContributionsTaken) -> tuple[ask.Command, ...]:
    return (ask.DealStreet(**_head(fact), step=0, live=fact.live),)


def _abandon(fact: say.HandAbandoned) -> tuple[ask.Command, ...]:
    return (ask.CloseHand(**_head(fact), outcome="abandoned"),)


def _after_deal(fact: say.StreetDealt) -> tuple[ask.Command, ...]:
    step = fact.step + 1
    if fact.misdeal:
        return ()
    match game(fact.game).course[step]:
        case Wager(opens_pot=True) if fact.hidden.reveal():
            find = ask_draw.FindOpeners(
                **_head(fact), step=step, terms=fact.terms, pack=fact.pack, least=fact.least, holdings=fact.hidden
            )
            return (find,)
        case Wager(first=FirstToSpeak.LOWEST_CARD | FirstToSpeak.HIGHEST_SHOWING):
            cards = {each.seat: each for each in fact.showing}
            showing = tuple(cards[seat] for seat in fact.live if seat in cards)
            return (
                ask_pot.RankShowing(**_head(fact), step=step, terms=fact.terms, showing=showing, barred=fact.barred),
            )
        case _:
            return (ask.OpenStreet(**_head(fact), step=step),)


def _open_by_showing(fact: at_pot.ShowingRanked) -> tuple[ask.Command, ...]:
    return (
        ask.OpenStreet(
            **_head(fact), step=fact.step, speaking=fact.speaking, open_pair=fact.open_pair, barred=fact.barred
        ),
    )


def _open_by_openers(fact: at_draw.OpenersFound) -> tuple[ask.Command, ...]:
    return (ask.OpenStreet(**_head(fact), step=fact.step, strict=True, openers=fact.seats),)


def _serve(fact: say.ActionTaken) -> tuple[ask.Command, ...]:
    if fact.begins and isinstance(game(fact.game).course[fact.step - 1], Draw):
        return (ask_draw.EndCounts(**_head(fact), step=fact.step),)
    if fact.verb is not ask.Verb.PLAY:
        return ()
    return (ask.ServeDraw(**_head(fact), step=fact.step, seat=fact.seat, discards=fact.discards),)


def _resume(fact: say.CardsExchanged) -> tuple[ask.Command, ...]:
    if fact.seat == CROUPIER or not isinstance(game(fact.game).contest, AgainstTheBank):
        return ()  # his new cards are shown with the others', by the fact that follows; in a draw the dealer goes on
    return (ask.ResumeStreet(**_head(fact), step=fact.step, seat=fact.seat),)


def _after_street(fact: say.StreetClosed) -> tuple[ask.Command, ...]:
    found, step = game(fact.game), fact.step + 1
    alone = 0 if isinstance(found.contest, AgainstTheBank) else 1
    if len(fact.live) <= alone and not fact.opener:
        return ()  # betting settles such a hand itself, in the same transaction
    if len(fact.live) <= alone:
        last = len(found.course) - 1
        return (ask_pot.ShowHoldings(**_head(fact), step=last, live=fact.live, first=fact.first, opener=fact.opener),)
    match found.course[step]:
        case Draw():
            return (ask_draw.OpenDraw(**_head(fact), step=step, live=fact.live, opener=fact.opener),)
        case Deal():
            return (ask.DealStreet(**_head(fact), step=step, live=fact.live, ghosts=fact.ghosts),)
        case CroupierPlays():
            return (ask.TurnCroupier(**_head(fact), step=step, live=fact.live),)
        case Showdown():
            show = ask_pot.ShowHoldings(**_head(fact), step=step, live=fact.live, first=fact.first, opener=fact.opener)
            return (show,)
        case Decide() | Wager():
            raise AssertionError(f"{fact.game}: step {step} cannot follow an interval")


def _open_after_draw(fact: at_draw.DrawClosed) -> tuple[ask.Command, ...]:
    return (ask.OpenStreet(**_head(fact), step=fact.step + 1),)


def _ask_house_way(fact: say.CroupierTurned) -> tuple[ask.Command, ...]:
    return (ask.PlayCroupier(**_head(fact), step=fact.step, terms=fact.terms, cards=fact.cards),)


def _draw_croupier(fact: say.CroupierPlayed) -> tuple[ask.Command, ...]:
    return (ask.DrawCroupier(**_head(fact), step=fact.step, discards=fact.discards),)


def _rank(fact: say.HoldingsShown) -> tuple[ask.Command, ...]:
    rank = ask.RankShowdown(
        **_head(fact),
        terms=fact.terms,
        pack=fact.pack,
        holdings=fact.holdings,
        common=fact.common,
        opener=fact.opener,
        least=fact.least,
        opening=fact.opening,
    )
    return (rank,)


def _award(fact: say.HoldingsRanked) -> tuple[ask.Command, ...]:
    contest = game(fact.game).contest
    match contest:
        case AgainstTheBank():
            pool = _pool(fact.game, fact.terms)
            return (ask.PayAwards(**_head(fact), pool=pool, ranked=fact.ranked, qualified=fact.qualified),)
        case ForThePot():
            settle = ask.SettleHand(**_head(fact), ranked=fact.ranked, qualified=fact.qualified, proved=fact.proved)
            return (settle,)
        case _:
            assert_never(contest)


def _settle(fact: say.AwardsDecided) -> tuple[ask.Command, ...]:
    return (ask.SettleHand(**_head(fact), ranked=fact.ranked, qualified=fact.qualified, awards=fact.awards),)


def _close(fact: say.HandSettled) -> tuple[ask.Command, ...]:
    return (ask.CloseHand(**_head(fact), outcome=fact.outcome, nets=fact.nets),)


def _hold(fact: at_floor.ReferredToFloor) -> tuple[ask.Command, ...]:
    return (ask_floor.HoldHand(**_head(fact), referral=fact.number),)


def _obey(fact: at_floor.Ruled) -> tuple[ask.Command, ...]:
    match fact.decision:
        case Decision.RESUME:
            return (ask_floor.ReleaseHand(**_head(fact), referral=fact.number),)
        case Decision.VOID:
            return (ask_floor.VoidHand(**_head(fact), reason=fact.reason),)
        case Decision.OPENERS_PROVED | Decision.OPENERS_NOT_PROVED:
            proved = fact.decision is Decision.OPENERS_PROVED
            ruling = ask_draw.RuleOpeners(
                **_head(fact), seat=fact.seat, proved=proved, referral=fact.number, number=fact.rulings
            )
            return (ruling,)
        case _:
            assert_never(fact.decision)


def _deal_again(fact: at_draw.MisdealDeclared) -> tuple[ask.Command, ...]:
    return (ask_floor.VoidHand(**_head(fact), reason=fact.clause, misdeal=True),)


def _close_void(fact: at_floor.HandVoided) -> tuple[ask.Command, ...]:
    if fact.side_bets:
        amount = Cents(sum(each.amount for each in fact.side_bets))
        return (ask_floor.ReturnContributions(**_head(fact), pool=fact.pool, amount=amount),)
    return (ask.CloseHand(**_head(fact), outcome="misdeal" if fact.misdeal else "void", nets=fact.nets),)


def _close_returned(fact: at_floor.ContributionsReturned) -> tuple[ask.Command, ...]:
    return (ask.CloseHand(**_head(fact), outcome="void"),)


def _bar(fact: at_floor.FaultRemedied) -> tuple[ask.Command, ...]:
    return (ask_floor.BarStreet(**_head(fact), step=fact.step + 1),) if fact.barred else ()


def _bury(fact: at_floor.PlaceVacated) -> tuple[ask.Command, ...]:
    return (ask_floor.BuryCards(**_head(fact), step=fact.step, seat=fact.seat),)


def _show_pool(fact: at_table.TableOpened) -> tuple[ask.Command, ...]:
    if not isinstance(game(fact.game).contest, AgainstTheBank):
        return ()
    return (ask.OpenPool(**_head(fact), pool=_pool(fact.game, fact.terms), terms=fact.terms),)


def _bring_chips(fact: at_table.SeatTaken) -> tuple[ask.Command, ...]:
    return (ask.BringChips(**_head(fact), seat=fact.seat, person=fact.person, amount=fact.buy_in, visit=fact.visit),)


def _accept_seat(fact: at_table.ChipsBrought) -> tuple[ask.Command, ...]:
    return (ask.ConfirmSeat(**_head(fact), seat=fact.seat, visit=fact.visit, accepted=True, reason=""),)


def _refuse_seat(fact: at_table.BuyInRefused) -> tuple[ask.Command, ...]:
    return (ask.ConfirmSeat(**_head(fact), seat=fact.seat, visit=fact.visit, accepted=False, reason=fact.reason),)


def _take_chips(fact: at_table.SeatFreed) -> tuple[ask.Command, ...]:
    return (ask.TakeChips(**_head(fact), seat=fact.seat, person=fact.person, visit=fact.visit),)


def _tell_of_block(fact: of_people.BlockChanged) -> tuple[ask.Command, ...]:
    said: dict[str, Any] = {**_head(fact), "person": fact.person, "blocked": fact.blocked, "number": fact.number}
    return (ask_people.BlockAtDealer(**said), ask_people.BlockAtBetting(**said), ask_people.BlockAtJackpot(**said))


def _pool(game_id: str, terms: Terms) -> str:
    return terms.of(game(game_id).banked.side_bet.pool)


def _head(fact: say.Fact) -> dict[str, Any]:
    return {"hand": fact.hand, "table": fact.table, "game": fact.game}


PATH: Final[Mapping[type[say.Fact], Next]] = {
    say.HandOpened: _open_stakes,
    say.StakesTaken: _take_side_bets,
    say.HandAbandoned: _abandon,
    say.ContributionsTaken: _deal_first,
    at_pot.AntesPosted: _deal_after_antes,
    say.StreetDealt: _after_deal,
    at_pot.ShowingRanked: _open_by_showing,
    say.ActionTaken: _serve,
    say.CardsExchanged: _resume,
    say.StreetClosed: _after_street,
    say.CroupierTurned: _ask_house_way,
    say.CroupierPlayed: _draw_croupier,
    say.HoldingsShown: _rank,
    say.HoldingsRanked: _award,
    say.AwardsDecided: _settle,
    say.HandSettled: _close,
    at_draw.OpenersFound: _open_by_openers,
    at_draw.DrawClosed: _open_after_draw,
    at_draw.MisdealDeclared: _deal_again,
    at_floor.ReferredToFloor: _hold,
    at_floor.Ruled: _obey,
    at_floor.HandVoided: _close_void,
    at_floor.ContributionsReturned: _close_returned,
    at_floor.FaultRemedied: _bar,
    at_floor.PlaceVacated: _bury,
    at_table.TableOpened: _show_pool,
    at_table.SeatTaken: _bring_chips,
    at_table.ChipsBrought: _accept_seat,
    at_table.BuyInRefused: _refuse_seat,
    at_table.SeatFreed: _take_chips,
    of_people.BlockChanged: _tell_of_block,
}
