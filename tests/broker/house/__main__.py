"""`make house-test`: `python -m tests.broker.house --rounds 2000 --tables 20`."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.broker.house.processes import HouseOfProcesses, prepared
from tests.broker.house.rounds import KILLS, Plan, play_rounds
from tests.servers import postgres
from tests.servers.__main__ import running


def main() -> int:
    """Play, and return 0 when everything is as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.house", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--bots", type=int, default=0, help="three to a table if not given")
    parser.add_argument("--game", action="append", default=[], help="a game to play; all if none is given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-kills", action="store_true", help="to measure what the house does undisturbed")
    asked = parser.parse_args()
    plan = Plan(
        rounds=asked.rounds,
        tables=asked.tables,
        bots=asked.bots or 3 * asked.tables,
        seed=asked.seed,
        games=tuple(asked.game),
        kills=() if asked.no_kills else KILLS,
    )
    with running() as servers, tempfile.TemporaryDirectory(prefix="crupier-house-") as place:
        print("\n".join(servers.notes()), flush=True)
        server = servers.postgres().url
        postgres.create_database(server, "house")
        environment = prepared(
            broker=servers.rabbit().add_vhost("house"), server=server, database="house", data=Path(place)
        )
        house = HouseOfProcesses(environment=environment, logs=Path(place))
        try:
            house.open()
            played = play_rounds(house, plan, say=lambda line: print(line, flush=True))
        finally:
            house.close()
        print("\n".join((*played.lines, played.doctor)))
        starts = {name: process.starts for name, process in house.processes.items()}
        print(f"starts {starts}")
        good = not played.company.tally.unexpected and played.verify_exit == played.doctor_exit == 0
        if not good:
            print(played.verified["breaches"][:20])
            print(house.last_words())
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
