"""What `crupier history` and `crupier replay` do: read hands from the house's journals, and play hands from files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from services.house import exits
from services.house.history import exporting, phh, replaying
from services.house.ops.stores import Stores, open_stores
from services.house.verify.verifying import opened_settings
from shared.games import game as find_game
from shared.hand import facts as say
from shared.hand import table_facts as at_table


def show(subject: str, environment: Mapping[str, str], *, everything: bool) -> int:
    """Print the history of a hand, or of every closed hand of a table, one after the other."""
    stores = open_stores(opened_settings(environment, services=("dealer", "betting")))
    histories = [exporting.history_of(facts, everything=everything) for facts in _hands(stores, subject)]
    if not histories:
        raise exits.Refused(f"{subject}: no closed hand for the pot and no table of that name", code=exits.NO_INPUT)
    print("\n".join(phh.written(each) for each in histories), end="")
    return exits.OK


def replay(file: Path, game: str) -> int:
    """Play a file's hand by a game's law; 0 when everybody ends with what the file says, 1 when not."""
    find_game(game)
    try:
        history = phh.read(file.read_text(encoding="utf-8"))
        outcome = replaying.replay(history, game)
    except (phh.UnreadableHistory, UnicodeDecodeError) as wrong:
        raise exits.Refused(f"{file}: {wrong}", code=exits.USAGE) from wrong
    if outcome.differs:
        print(f"differs {file}: {outcome.differs}")
        return exits.FOUND_WRONG
    print(f"ok {file}: {' '.join(map(str, outcome.stacks))}")
    return exits.OK


def _hands(stores: Stores, subject: str) -> list[Sequence[say.Fact]]:
    """Return the facts of each closed hand that has a history, by the dealer and by betting."""
    with stores.by_service["dealer"].reading() as dealer, stores.by_service["betting"].reading() as betting:
        own = [kept.fact for kept in dealer.history(subject)]
        names = [fact.hand for fact in own if isinstance(fact, at_table.HandFinished)] or [subject]
        hands = [
            [*(kept.fact for kept in dealer.history(name)), *(kept.fact for kept in betting.history(name))]
            for name in names
        ]
    return [facts for facts in hands if any(isinstance(fact, say.HandSettled) and fact.pots for fact in facts)]
