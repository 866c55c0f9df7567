"""`crupier`: every way in which the house is run, played, simulated and checked.

What a command needs is loaded when the command is carried out, so that `crupier --help` is there at once.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from services.house import exits
from services.house.ops import commands as of_operators

APP: Final = typer.Typer(
    name="crupier",
    help="Runs a casino's card tables.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
HANDS_MAX: Final = 100_000_000
TABLES_MAX: Final = 1_000
BOTS_MAX: Final = 10_000
SEED_MAX: Final = 2**63 - 1
QUIET: Final = {"CRUPIER_LOG_LEVEL": "error", "CRUPIER_LOG_FORMAT": "console"}
"""A run at a terminal says only what somebody has to look at, unless more is asked for."""

Port = Annotated[
    int | None, typer.Option(min=0, max=65535, envvar="PORT", show_envvar=True, help="Where the house answers.")
]
Data = Annotated[Path | None, typer.Option(help="Where its data lies.", show_default="CRUPIER_DATA or var")]
Seed = Annotated[int, typer.Option(min=0, max=SEED_MAX, help="What the bots' play, or the simulation, follows from.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Service = Annotated[str, typer.Argument(metavar="SERVICE", help="dealer, betting, evaluator, jackpot or lobby.")]


@APP.command()
def run(
    tables: Annotated[
        int | None, typer.Option(min=0, max=TABLES_MAX, help="How many tables of each game.", show_default="2")
    ] = None,
    bots: Annotated[
        int | None, typer.Option(min=0, max=BOTS_MAX, help="How many players that are programs.", show_default="24")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="A game to open tables of; all games if none.", show_default=False)
    ] = None,
    seed: Seed = 1,
    port: Port = None,
    data: Data = None,
    fast: Annotated[bool, typer.Option("--fast", help="Tables and bots that wait for nobody.")] = False,
) -> int:
    """Run the whole house in this process, with tables and players to try it."""
    from services.house.embedded_run import Asked, run_house

    usual = {**QUIET, **({"CRUPIER_ACTS_PER_SECOND": "10000"} if fast else {})}
    asked = Asked(tables=tables, bots=bots, seed=seed, games=tuple(game or ()), hasty=fast)
    return exits.ending(lambda: run_house(asked, {**usual, **_environment(port=port, data=data)}))


@APP.command()
def serve(service: Service, port: Port = None) -> int:
    """Answer HTTP for one service, until it is told to end."""
    from services.house import processes

    return exits.ending(lambda: processes.serve(service, _environment(port=port)))


@APP.command()
def work(service: Service) -> int:
    """Carry out the commands that come to one service over the broker, until it is told to end."""
    from services.house import processes

    return exits.ending(lambda: processes.work(service, _environment()))


@APP.command()
def migrate(service: Annotated[str, typer.Argument(metavar="[SERVICE]", help="All services if none.")] = "") -> int:
    """Bring the services' databases to this release."""
    from services.house import processes

    return exits.ending(lambda: processes.migrate(service, _environment()))


@APP.command()
def play(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenario files.", show_default=False)],
    through: Annotated[str, typer.Option(help="What they are played on: domain or services.")] = "domain",
    as_json: Json = False,
) -> int:
    """Play scenario files, and say of each whether what it expects came about."""
    from services.house.play.felts import FELTS
    from services.house.play.players import play_files

    def play_them() -> int:
        if through not in FELTS:
            raise exits.Refused(f"--through {through}: expected {' or '.join(sorted(FELTS))}")
        return play_files(files, through=through, as_json=as_json, out=sys.stdout)

    return exits.ending(play_them)


@APP.command()
def simulate(
    game: Annotated[str, typer.Argument(help="A game's id, as spain_draw.")],
    hands: Annotated[int, typer.Option(min=1, max=HANDS_MAX, help="How many hands.")] = 10_000,
    seed: Seed = 1,
    as_json: Json = False,
) -> int:
    """Play many hands on the pure rules, and hold what comes of them against what is known exactly."""
    import json

    from services.house.simulate import simulating

    def play_them() -> int:
        report = simulating.simulate(game, hands=hands, seed=seed, processes=simulating.processors())
        print(json.dumps(report.as_dict()) if as_json else "\n".join(report.lines()))
        return exits.OK if report.ok else exits.FOUND_WRONG

    return exits.ending(play_them)


@APP.command()
def verify(
    shuffle: Annotated[str, typer.Option(metavar="HAND", help="Check one hand's deck and proofs instead.")] = "",
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare the journals' ends with this file, then note them there."),
    ] = None,
    as_json: Json = False,
    data: Data = None,
) -> int:
    """Check the books, the journals and the cards of the whole house; exit 1 names what is broken."""
    from services.house.verify import verifying

    def check() -> int:
        if shuffle:
            return verifying.verify_shuffle(shuffle, _environment(data=data), as_json=as_json)
        return verifying.verify(_environment(data=data), as_json=as_json, heads_file=heads)

    return exits.ending(check)


@APP.command()
def history(
    subject: Annotated[str, typer.Argument(metavar="TABLE|HAND", help="A table's closed hands, or one hand.")],
    everything: Annotated[
        bool, typer.Option("--everything", help="Also the cards that nobody has shown; for the auditor.")
    ] = False,
    data: Data = None,
) -> int:
    """Print closed hands for the pot in the PHH standard."""
    from services.house.history import commands

    return exits.ending(lambda: commands.show(subject, _environment(data=data), everything=everything))


@APP.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A hand in the PHH standard.", show_default=False)],
    game: Annotated[str, typer.Option(help="The game by whose law it is played.")] = "puerto_rico_stud",
) -> int:
    """Play a hand from a file by a game's law, and compare what everybody ends up with."""
    from services.house.history import commands

    return exits.ending(lambda: commands.replay(file, game))


@APP.command()
def doctor(data: Data = None) -> int:
    """Say what this installation is made of, what it reaches, and what its owner should know."""
    from services.house.doctor import examine

    return exits.ending(lambda: examine(_environment(data=data)))


@APP.command()
def token(
    role: Annotated[str, typer.Argument(help="player, croupier, floor, operator, auditor or service.")],
    person: Annotated[str, typer.Option(help="Whose token it is; the role's own name if none.")] = "",
    table: Annotated[str, typer.Option(help="The one table that a croupier's token is for.")] = "",
    hours: Annotated[float, typer.Option(min=0.01, max=24 * 30, help="How long it counts.")] = 8.0,
    data: Data = None,
) -> int:
    """Print a token of this house."""
    from services.house import issuing

    return exits.ending(
        lambda: issuing.print_token(role, person=person, table=table, hours=hours, environment=_environment(data=data))
    )


def _environment(*, port: int | None = None, data: Path | None = None) -> dict[str, str]:
    chosen = dict(os.environ)
    if port is not None:
        chosen["CRUPIER_PORT"] = str(port)
    if data is not None:
        chosen["CRUPIER_DATA"] = str(data)
    return chosen


of_operators.add_to(APP)


def main() -> None:
    """Carry out what the command line says, and end with its exit code."""
    sys.exit(command_line(sys.argv[1:]))


def command_line(arguments: list[str]) -> int:
    """Carry out a command line; return its exit code."""
    try:
        return int(APP(args=arguments or ["--help"], prog_name="crupier", standalone_mode=False) or 0)
    except typer.Abort:
        return exits.INTERRUPTED
    except typer.TyperException as wrong:
        print(f"crupier: {wrong.format_message()}  (crupier --help says more)", file=sys.stderr)
        return exits.USAGE
