"""Many hands of a game on the pure rules, played by bots from one seed, with every invariant checked."""

from services.house.simulate.report import Report
from services.house.simulate.simulating import simulate

__all__ = ["Report", "simulate"]
