"""The command line of those who run an installation: `watch`, `backup`, `restore`, `dlq`. `cli.py` takes them in."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.house import exits

if TYPE_CHECKING:
    from shared.runtime.settings import Settings

# What a command needs is loaded when it is carried out.

LETTERS: Final = typer.Typer(
    help="Look at dead letters, send them again, or take them away.", no_args_is_help=True, rich_markup_mode=None
)
BACKUPS: Final = Path("/var/backups/crupier")
NAMED: Final = typer.Option(metavar="NAME=PATH", help="May be given several times.")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Service = Annotated[str, typer.Argument(metavar="SERVICE", help="dealer, betting, evaluator, jackpot or lobby.")]


def add_to(app: typer.Typer) -> None:
    """Put these commands beside the others."""
    app.command()(watch)
    app.command()(backup)
    app.command()(restore)
    app.add_typer(LETTERS, name="dlq")


def watch(
    disk: Annotated[list[str] | None, NAMED] = None,
    certificate: Annotated[list[str] | None, NAMED] = None,
    backups: Annotated[Path | None, typer.Option(help="Where the backups lie.")] = None,
) -> int:
    """Say on /metrics how hands, books, pools, clocks, disks and certificates stand, until told to end."""

    def work() -> int:
        from services.house.ops.watch import Surroundings, run_watch  # noqa: PLC0415

        surroundings = Surroundings(disks=_named(disk), certificates=_named(certificate), backups=backups)
        return run_watch(_settings(), surroundings)

    return exits.ending(work)


def backup(
    directory: Annotated[Path, typer.Argument(help="Where it is put.")] = BACKUPS,
    keep: Annotated[int, typer.Option(min=0, max=10_000, help="How many are kept; 0 for all.")] = 0,
    check: Annotated[
        Path | None, typer.Option(help="Only read this backup through, and say whether it is whole.")
    ] = None,
) -> int:
    """Write all that the services keep, as of one moment, into one file, while the house goes on."""

    def work() -> int:
        from services.house.ops.backups import check_backup, forget_old, make_backup  # noqa: PLC0415

        made = check_backup(check) if check is not None else make_backup(_settings(), directory)
        for service, tables in made.rows.items():
            print(f"{service}: {sum(tables.values()):,} rows")
        print(made.path)
        if keep and check is None:
            for gone in forget_old(directory, keep=keep):
                print(f"deleted: {gone}")
        return exits.OK

    return exits.ending(work)


def restore(file: Annotated[Path, typer.Argument(help="The backup.")]) -> int:
    """Bring a backup into migrated, empty databases, while nothing of the house runs and its queues are empty."""

    def work() -> int:
        from services.house.ops.backups import restore_backup  # noqa: PLC0415
        from services.house.ops.queues import refuse_full_queues  # noqa: PLC0415

        settings = _settings()
        refuse_full_queues(settings)
        made = restore_backup(settings, file)
        for service, tables in made.rows.items():
            print(f"{service}: {sum(tables.values()):,} rows")
        print(f"as of {made.made_at}; run `crupier verify` before the house opens")
        return exits.OK

    return exits.ending(work)


@LETTERS.command("list")
def list_letters(as_json: Json = False) -> int:
    """List all dead letters; they stay where they are. Ends with 1 when there are any."""

    def work() -> int:
        from services.house.ops.dead_letters import list_dead  # noqa: PLC0415

        letters = list_dead(_settings())
        for letter in letters:
            said = letter.said()
            if as_json:
                print(json.dumps(said))
            else:
                print(f"{said['service']:<10} {said['reason']:<14} {said['task']:<28} {said['id']}  {said['since']}")
        return exits.FOUND_WRONG if letters else exits.OK

    return exits.ending(work)


@LETTERS.command("show")
def show_letter(message_id: Annotated[str, typer.Argument(metavar="ID")]) -> int:
    """Print a dead letter whole. Hidden cards are sealed in it, and stay so."""

    def work() -> int:
        from services.house.ops.dead_letters import NoSuchLetter, find_dead  # noqa: PLC0415

        try:
            letters = find_dead(_settings(), message_id)
        except NoSuchLetter as none:
            raise exits.Refused(str(none), code=exits.NO_INPUT) from None
        for letter in letters:
            body = letter.envelope or {"body": repr(letter.body[:4_000])}
            print(json.dumps({**letter.said(), "envelope": body}, indent=2, default=str))
        return exits.OK

    return exits.ending(work)


@LETTERS.command("replay")
def replay_letters(
    service: Service,
    message_ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]…")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of that service.")] = False,
) -> int:
    """Send dead letters again. A command that was carried out meanwhile only sends its answer again."""

    def work() -> int:
        from services.house.ops.dead_letters import replay  # noqa: PLC0415

        chosen = frozenset(message_ids or ())
        if everything == bool(chosen):
            raise exits.Refused("name the letters, or say --all")
        sent = replay(_settings(), service=_known(service), message_ids=None if everything else chosen)
        for letter in sent:
            print(f"sent again: {letter.message_id}")
        return _all_found(chosen, frozenset(letter.message_id for letter in sent))

    return exits.ending(work)


@LETTERS.command("drop")
def drop_letters(service: Service, message_ids: Annotated[list[str], typer.Argument(metavar="ID…")]) -> int:
    """Take dead letters away for good, and print what they were."""

    def work() -> int:
        from services.house.ops.dead_letters import drop  # noqa: PLC0415

        gone = drop(_settings(), service=_known(service), message_ids=frozenset(message_ids))
        for letter in gone:
            print(json.dumps({**letter.said(), "envelope": letter.envelope}, default=str))
        return _all_found(frozenset(message_ids), frozenset(letter.message_id for letter in gone))

    return exits.ending(work)


def _all_found(asked: frozenset[str], found: frozenset[str]) -> int:
    for missing in sorted(asked - found):
        print(f"crupier: no dead letter {missing}", file=sys.stderr)
    return exits.NO_INPUT if asked - found else exits.OK


def _known(service: str) -> str:
    from services.house import roster  # noqa: PLC0415

    return roster.service(service).name


def _named(given: list[str] | None) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for each in given or ():
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise exits.Refused(f"{each!r}: expected NAME=PATH")
        found[name] = Path(path)
    return found


def _settings() -> "Settings":
    from shared.runtime.settings import Settings  # noqa: PLC0415

    return Settings.from_environment(dict(os.environ))
