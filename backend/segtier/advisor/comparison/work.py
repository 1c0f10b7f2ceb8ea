"""What a transaction does: reads, executions, calls and CPU, whatever the storage answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from segtier.advisor.comparison.period import Period
from segtier.analysis.figures import cpu_is_known, first_known, load_per_s, statistic_per_s
from segtier.analysis.read_requests import read_blocks_per_s


class Work(NamedTuple):
    name: str
    unit: str
    """As people read it."""
    per_s: Callable[[Period], float | None]
    scale: float = 1.0
    """From what `per_s` counts to `unit`."""

    def per_txn(self, period: Period) -> float | None:
        """In `unit`; None where the period does not count it, or no transactions."""
        per_s, rate = self.per_s(period), period.profile.txn_per_s
        return per_s / rate * self.scale if per_s is not None and rate else None


def _counted(statistic: str, label: str) -> Callable[[Period], float | None]:
    return lambda period: first_known(statistic_per_s(period.workload, statistic), load_per_s(period.workload, label))


_EACH = "per transaction"
LOGICAL_READS = Work("logical reads", _EACH, _counted("session logical reads", "Logical read"))
PHYSICAL_READS = Work("physical reads", _EACH, lambda period: read_blocks_per_s(period.workload))
CPU = Work(
    "CPU",
    f"ms {_EACH}",
    lambda period: period.profile.cpu_per_s if cpu_is_known(period.workload) else None,
    scale=1e3,
)
BY_SQL = (
    LOGICAL_READS,
    Work("executions", _EACH, _counted("execute count", "Execute")),
    Work("user calls", _EACH, _counted("user calls", "User calls")),
)
"""What the statements alone decide: neither the storage nor other sessions change it."""
WORK = (LOGICAL_READS, PHYSICAL_READS, *BY_SQL[1:], CPU)
REDO = (
    Work("redo", f"bytes {_EACH}", lambda period: period.profile.redo_bytes_per_s),
    Work("redo writes", _EACH, lambda period: period.profile.redo_writes_per_s),
)
