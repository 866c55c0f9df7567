"""Tables that feed one progressive: each shows the awards that are paid, so all of them have the same."""

from collections.abc import Iterable

from shared.games import game
from shared.hand import table_facts as at_table
from shared.rulebook import cites
from shared.rules.game import AgainstTheBank
from shared.rules.terms import TermsRefused


@cites("ESD-05", "ESD-31")
def check_agrees(opened: at_table.TableOpened, others: Iterable[at_table.TableOpened]) -> None:
    """Refuse a table that would show another side bet, or other awards, than the progressive that it feeds."""
    contest = game(opened.game).contest
    if not isinstance(contest, AgainstTheBank):
        return
    side = contest.side_bet
    pool = opened.terms.of(side.pool)
    settled = (side.stake, side.contribution_ppm, side.awards_ppm, side.shared, side.seed, side.reset)
    for other in others:
        if other.game != opened.game or other.terms.of(side.pool) != pool:
            continue
        for param in settled:
            if opened.terms[param.name] != other.terms[param.name]:
                raise TermsRefused(
                    f"{param.name} differs from that of table {other.table}, which feeds {pool} too:"
                    f" take the same or another {side.pool.name} ({param.clause})"
                )
