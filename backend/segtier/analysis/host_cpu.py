"""How busy the CPUs of the servers are, with all that runs on them, and what else the OS statistics add up to."""

from __future__ import annotations

from segtier.model.workload import Workload


def host_busy(workload: Workload) -> float | None:
    """Busy CPU time over busy and idle, 0 to 1, whoever used it; None where a server's statistics lack one of them."""
    busy, idle = os_total(workload, "BUSY_TIME"), os_total(workload, "IDLE_TIME")
    return None if busy is None or idle is None or not busy + idle > 0 else busy / (busy + idle)


def os_total(workload: Workload, name: str) -> float | None:
    """The sum over the servers; None where one of them, or all, do not tell it."""
    values = [row.value for row in workload.os_statistics if row.name == name]
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None
