"""One configuration, simulated before and after its change, against the forecast made from before."""

from __future__ import annotations

from dataclasses import dataclass

from simulation.measured import Measured
from simulation.report import forecast
from simulation.run import EVENTS, simulate
from simulation.system import System


@dataclass(frozen=True, slots=True)
class Compared:
    """Both answers to the same question."""

    system: System
    before: Measured
    after: Measured
    throughput: float
    """The forecast's, after the change, transactions per second."""
    response_s: float
    """The forecast's, after the change."""

    @property
    def throughput_error(self) -> float:
        return self.throughput / self.after.throughput.mean - 1

    @property
    def response_error(self) -> float:
        return self.response_s / self.after.response_s.mean - 1

    @property
    def noise(self) -> float:
        """Relative half width of the simulated throughput's 95 % interval, before and after together."""
        return (self.before.throughput.relative**2 + self.after.throughput.relative**2) ** 0.5


def compare(system: System, seed: int, events: int = EVENTS) -> Compared:
    before = simulate(system.before(), seed, events)
    after = simulate(system, seed, events)
    solved = forecast(system, before)
    response_s = float(solved.response_s[0]) if solved.response_s is not None else 0.0
    return Compared(system, before, after, before.throughput.mean * float(solved.throughput_ratio[0]), response_s)
