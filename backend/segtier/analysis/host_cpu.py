"""How busy the CPUs of the servers are, with all that runs on them."""

from __future__ import annotations

from segtier.model.workload import Workload


def host_busy(workload: Workload) -> float | None:
    """Part of the CPUs' time, 0 to 1, from the OS statistics; None where the reports have none."""
    busy, idle = (_sum(workload, name) for name in ("BUSY_TIME", "IDLE_TIME"))
    return None if busy is None or idle is None or busy + idle <= 0 else busy / (busy + idle)


def _sum(workload: Workload, name: str) -> float | None:
    values = [row.value for row in workload.os_statistics if row.name == name and row.value is not None]
    return sum(values) if values else None
