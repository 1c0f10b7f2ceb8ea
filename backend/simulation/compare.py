"""One configuration, simulated before and after its change, against the forecast made from before."""

from __future__ import annotations

import math
from dataclasses import dataclass

from simulation.measured import Measured
from simulation.report import forecast
from simulation.run import EVENTS, LEAST_PER_BATCH, simulate
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
        return math.hypot(self.before.throughput.relative, self.after.throughput.relative)


@dataclass(frozen=True, slots=True)
class Runs:
    """A system simulated before and after its change."""

    before: Measured
    after: Measured


def simulate_both(system: System, seed: int, events: int = EVENTS, least_per_batch: int = LEAST_PER_BATCH) -> Runs:
    """With the same random numbers."""
    before, after = system.before(), system
    return Runs(simulate(before, seed, events, least_per_batch), simulate(after, seed, events, least_per_batch))


def compare(system: System, runs: Runs) -> Compared:
    """The forecast made from the run before, beside the run after."""
    solved = forecast(system, runs.before)
    if solved.response_s is None:
        raise ValueError("the forecast gives no response time")
    throughput = runs.before.throughput.mean * float(solved.throughput_ratio[0])
    return Compared(system, runs.before, runs.after, throughput, float(solved.response_s[0]))
