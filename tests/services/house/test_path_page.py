"""The page of the hand's path shows every step, whoever records its fact, and what is sent by people and timers."""

from pathlib import Path
from textwrap import dedent

from services.house import path_page
from shared.hand import commands, draw_commands, facts, path, pot_commands, table_facts


def test_every_fact_and_every_command_is_on_the_page(tmp_path: Path) -> None:
    page = path_page.printed(tmp_path)

    assert {name for name in (*facts.FACTS, *table_facts.TABLE_FACTS) if f"`{name}`" not in page} == set()
    assert {task for task in commands.COMMANDS if f"`{task}`" not in page} == set()


def test_the_commands_of_a_step_are_read_from_its_source() -> None:
    follow = path.PATH[facts.StreetClosed]

    assert path_page.commands_named_in(follow) == (
        pot_commands.ShowHoldings,
        draw_commands.OpenDraw,
        commands.DealStreet,
        commands.TurnCroupier,
    )


def test_every_step_of_the_path_names_a_command() -> None:
    assert [fact for fact, follow in path.PATH.items() if not path_page.commands_named_in(follow)] == []


def test_a_fact_is_recorded_by_the_services_whose_code_makes_it(tmp_path: Path) -> None:
    sources = {
        "services/dealer/domain/close.py": """
            from shared.hand.facts import HandClosed as Over, HandOpened

            def close():
                return Over(outcome="paid")
        """,
        "services/betting/domain/settle.py": """
            from shared.hand import facts as say
            from shared.rules.refusals import HandClosed

            def settle():
                if closed:
                    raise HandClosed("closed")
                return say.HandSettled(results=())
        """,
        "services/betting/domain/chips.py": """
            from shared.hand import table_facts

            def bring():
                return table_facts.ChipsBrought(seat=1)
        """,
        "services/house/simulate.py": "from shared.hand.facts import StreetDealt\nStreetDealt()\n",
    }
    for name, text in sources.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")

    made = {fact: by for fact, by in path_page.recorders(tmp_path).items() if by}

    assert made == {"HandClosed": ("dealer",), "HandSettled": ("betting",), "ChipsBrought": ("betting",)}


def test_a_step_shows_its_fact_its_recorder_and_its_command(tmp_path: Path) -> None:
    file = tmp_path / "services/jackpot/awards.py"
    file.parent.mkdir(parents=True)
    file.write_text("from shared.hand import facts\nfacts.AwardsDecided()\n", encoding="utf-8")

    (row,) = [line for line in path_page.printed(tmp_path).splitlines() if line.startswith("| `AwardsDecided`")]

    assert "| jackpot |" in row
    assert "`betting.settle_hand`" in row


def test_every_fact_of_the_path_has_its_chapter() -> None:
    told = {name for chapter in path_page.CHAPTERS.values() for name in chapter}

    assert {fact.__name__ for fact in path.PATH} - told == set()
