"""What one run measured, as small as it can be kept: lists are arrays in the stored rows. Times are the ground's own seconds."""

from __future__ import annotations

from dataclasses import field
from typing import Any, NamedTuple

from lab.ground.clock import SLOWED
from lab.ground.device.memory import Counted, PlaceCount
from segtier.dataclass import dataclass

DATA_PLACES, TEMP_PLACES, REDO_PLACES = (
    ("disks", "apart", "flash"),
    ("temp-disk", "temp-flash"),
    ("redo-disk", "redo-flash"),
)
ON_DISK = ("disks", "apart")


class SegmentCount(NamedTuple):
    """One segment's counters; reads and writes as the device counted them."""

    name: str
    type: str
    tablespace: str
    size_bytes: int
    gets: int
    blocks: int
    read_requests: int
    """Of single blocks and of scans."""
    read_s: float
    writes: int


@dataclass(frozen=True, slots=True)
class Measured:
    users: int
    think_s: float
    """The mean that was asked for."""
    elapsed_s: float
    transactions: int
    """As the load's own log counts them."""
    commits: int
    """Those that write redo."""
    db_time_s: float
    cpu_s: float
    background_cpu_s: float
    run_queue_s: float
    """That the sessions waited for a CPU: the noise of the machine."""
    blocks_hit: int
    redo_bytes: int
    waits: dict[str, float]
    """Sessions in each wait on average, by samples; "CPU": in none."""
    samples: int
    places: dict[str, PlaceCount]
    segments: tuple[SegmentCount, ...] = field(default=())

    @property
    def throughput(self) -> float:
        """Transactions per second at the real devices' speed."""
        return self.transactions / self.elapsed_s * SLOWED

    @property
    def response_s(self) -> float:
        """DB time of a transaction at the real devices' speed."""
        return self.db_time_s / self.transactions / SLOWED

    @property
    def disk_read_ms(self) -> float | None:
        """Of single blocks on the disks; None where too few were read to tell."""
        return self._mean_ms("read", ON_DISK)

    @property
    def commit_ms(self) -> float | None:
        """What one that writes redo waits for it, by samples; None where too few samples met one."""
        sessions = sum(self.waits.get(name, 0.0) for name in COMMIT)
        met = sessions * self.samples
        return sessions * self.elapsed_s / self.commits * 1e3 / SLOWED if met >= _FEW and self.commits else None

    def count(self, request: str, places: tuple[str, ...]) -> Counted:
        """Of some places together."""
        found = [getattr(self.places[name], request) for name in places if name in self.places]
        return Counted(
            sum(one.requests for one in found), sum(one.wait_s for one in found), sum(one.service_s for one in found)
        )

    def blocks(self, places: tuple[str, ...]) -> int:
        return sum(self.places[name].blocks for name in places if name in self.places)

    def _mean_ms(self, request: str, places: tuple[str, ...]) -> float | None:
        count = self.count(request, places)
        return count.wait_s / count.requests * 1e3 / SLOWED if count.requests >= _FEW else None


COMMIT = ("LWLock:WALWrite", "IO:WALSync", "IO:WALWrite")
"""Waits of who commits."""
_FEW = 50


def between(first: Any, last: Any) -> Any:
    """The difference of two counts of the same kind, whatever their shape."""
    if isinstance(last, tuple):
        return type(last)(*(between(*pair) for pair in zip(first, last, strict=True)))
    return last - first
