"""What may go wrong between the services, and how often."""

import random
from dataclasses import dataclass
from typing import Final

OFTEN: Final = {"lose": 0.2, "double": 0.2, "crash_before_commit": 0.2, "forget_sent": 0.2, "drop_batch": 0.2}
RARELY: Final = {"clock_jump": 0.002, "wipe": 0.002, "restart": 0.01, "come_or_go": 0.01, "call_floor": 0.01}


class Crashed(Exception):
    """The process died here; whatever was not committed is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How often each thing goes wrong, between 0 and 1.

    A broker may `lose` what it has confirmed, `double` it, deliver out of order, or be emptied (`wipe`). A relay may
    die before it publishes (`drop_batch`) or before it notes that it has (`forget_sent`). A service may die before its
    commit, or start again and have forgotten all but its database. The clock jumps. Seats act badly, people come and go
    in the midst of it, and the floor is called.
    """

    lose: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    wipe: float = 0.0
    drop_batch: float = 0.0
    forget_sent: float = 0.0
    crash_before_commit: float = 0.0
    restart: float = 0.0
    clock_jump: float = 0.0
    bad_act: float = 0.0
    come_or_go: float = 0.0
    call_floor: float = 0.0

    @staticmethod
    def swarm(dice: random.Random) -> "Faults":
        """Switch on some of them, each at its own rate, so that no two runs look alike."""
        some = {name: dice.random() * rate for name, rate in (OFTEN | RARELY).items() if dice.random() < 0.6}
        return Faults(reorder=dice.random(), bad_act=dice.random() * 0.3, **some)

    def __str__(self) -> str:
        rates = {name: getattr(self, name) for name in self.__slots__}
        return " ".join(f"{name} {rate:.3f}" for name, rate in rates.items() if rate) or "none"
