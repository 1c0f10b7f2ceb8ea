"""First-come-first-served stations: when does a request that arrives now leave?

At such a station nobody overtakes, so the answer is known on arrival and the simulation needs one event a request
instead of three. tests/unit/forecast/test_simulation.py holds each against SimPy's own Resource, request by request.
"""

from __future__ import annotations

from heapq import heapify, heapreplace


class Servers:
    """Equal servers with one queue."""

    __slots__ = ("free_at",)

    def __init__(self, count: int) -> None:
        self.free_at = [0.0] * count
        heapify(self.free_at)

    def leaves_at(self, now: float, service_s: float) -> float:
        """Arrivals come in the order of time."""
        start = max(self.free_at[0], now)
        heapreplace(self.free_at, start + service_s)
        return start + service_s


class Disks:
    """Disks with a queue each."""

    __slots__ = ("free_at",)

    def __init__(self, count: int) -> None:
        self.free_at = [0.0] * count

    def leaves_at(self, disk: int, now: float, service_s: float) -> float:
        """As for `Servers`, at one disk."""
        free_at = self.free_at
        leaves_at = free_at[disk] = (free_at[disk] if free_at[disk] > now else now) + service_s
        return leaves_at
