"""What a simulation run measured, with confidence from batch means."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy import stats

BATCHES = 20


@dataclass(slots=True)
class Counters:
    """Sums since the start of the run. Seconds are waited by sessions."""

    transactions: int = 0
    response_s: float = 0.0
    cpu_s: float = 0.0
    cpu_wait_s: float = 0.0
    disk_reads: float = 0
    disk_read_s: float = 0.0
    flash_reads: float = 0
    flash_read_s: float = 0.0
    log_write_s: float = 0.0
    commit_s: float = 0.0
    stalls: int = 0
    stall_s: float = 0.0
    other_s: float = 0.0
    writes: int = 0

    def row(self) -> list[float]:
        return [float(getattr(self, field.name)) for field in fields(self)]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half width of its 95 % confidence interval."""

    mean: float
    half_width: float

    @property
    def relative(self) -> float:
        return self.half_width / self.mean if self.mean else 0.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What happened after the warm-up."""

    elapsed_s: float
    per_transaction: dict[str, float]
    """Of every counter."""
    throughput: Estimate
    response_s: Estimate

    def per_s(self, name: str) -> float:
        return self.per_transaction[name] * self.throughput.mean

    @property
    def stalled_share(self) -> float:
        """Of the response time, spent waiting for free buffers."""
        return self.per_transaction["stall_s"] / self.response_s.mean

    @property
    def db_time_per_s(self) -> float:
        """Sessions at work or waiting, on average: the sum of what they do."""
        kinds = ("cpu_s", "cpu_wait_s", "disk_read_s", "flash_read_s", "commit_s", "stall_s", "other_s")
        return sum(self.per_s(kind) for kind in kinds)


def measured(times: list[float], rows: list[list[float]], users: int, think_s: float) -> Measured:
    """From the counters at the ends of the batches; the first entry is the end of the warm-up.

    Throughput is users / (think time + response time), Little's law with the think time that is known: counting
    transactions would add the noise of the think times.
    """
    names = [field.name for field in fields(Counters)]
    sums = np.diff(np.array(rows), axis=0)
    transactions = sums[:, names.index("transactions")]
    response_s = _estimate(sums[:, names.index("response_s")], transactions)
    throughput = users / (think_s + response_s.mean)
    noise = throughput * response_s.half_width / (think_s + response_s.mean)
    return Measured(
        elapsed_s=float(times[-1] - times[0]),
        per_transaction={name: float(sums[:, i].sum() / transactions.sum()) for i, name in enumerate(names)},
        throughput=Estimate(throughput, noise),
        response_s=response_s,
    )


def _estimate(above: NDArray[np.float64], below: NDArray[np.float64]) -> Estimate:
    """Mean of a ratio of sums, its error from the batches' own ratios."""
    spread = np.std(above / below, ddof=1) / np.sqrt(len(above))
    return Estimate(float(above.sum() / below.sum()), float(stats.t.ppf(0.975, len(above) - 1) * spread))
