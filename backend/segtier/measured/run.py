"""What one run did to the flash, whoever measured it, before anything is decided about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.measured import Measured
from segtier.model.names import Sentence
from segtier.units import KIB, format_bytes

SMALL_BYTES = 32 * KIB
"""Oracle's largest block."""
LARGE_BYTES = 128 * KIB
FEW = 16.0
"""Requests under way up to which a latency is the device's own and not its queue's."""
DISKS_US = 4_000.0
"""From here on the requests came from disks, or from flash far beyond its limit."""
ALONE = 0.05
"""Of a run's requests: so few the other way leave it a run of one kind."""
_ROUNDING = 1.05


@dataclass(frozen=True, slots=True)
class Stream:
    """The reads, or the writes, of a run. A latency of None was not timed."""

    iops: float
    bytes_per_s: float
    us: float | None
    us_low: float | None
    us_high: float | None
    random: bool

    @property
    def request_bytes(self) -> float:
        """As they came, whatever the job asked for."""
        return self.bytes_per_s / self.iops

    @property
    def under_way(self) -> float | None:
        """Requests in flight on average: rate times latency (Little's law)."""
        return None if self.us is None else self.iops * self.us / 1e6


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that was under way on the flash at one time."""

    source: Sentence
    """`fio job randread of nvme.json`."""
    oracle: bool
    """Measured inside of Oracle: nothing of the way is missing."""
    reads: Stream | None = None
    writes: Stream | None = None
    depth: float | None = None
    """Requests it was told to keep under way, where it says so."""

    @property
    def under_way(self) -> float | None:
        """All of them; as told where nothing was timed."""
        timed = [one.under_way for one in (self.reads, self.writes) if one is not None and one.under_way is not None]
        return sum(timed) if timed else self.depth


@dataclass(frozen=True, slots=True)
class Part:
    """One direction of a run. `beside`: requests the other way, as a part of all."""

    run: Run
    stream: Stream
    beside: float

    @property
    def small(self) -> bool:
        return self.stream.random and self.stream.request_bytes <= SMALL_BYTES

    @property
    def large(self) -> bool:
        return self.stream.request_bytes >= LARGE_BYTES

    @property
    def few(self) -> bool:
        return self.run.under_way is not None and self.run.under_way <= FEW * _ROUNDING

    @property
    def alone(self) -> bool:
        return self.beside <= ALONE

    @property
    def source(self) -> str:
        """What ran, and how."""
        under_way = "" if self.run.under_way is None else f", {self.run.under_way:.3g} under way"
        mixed = "" if self.alone else f", {self.beside:.0%} of the requests the other way"
        return f"{self.run.source}, {format_bytes(self.stream.request_bytes)}{under_way}{mixed}"


def reads_of(runs: Iterable[Run]) -> Iterator[Part]:
    return (Part(run, run.reads, _share(run.writes, run.reads)) for run in runs if run.reads is not None)


def writes_of(runs: Iterable[Run]) -> Iterator[Part]:
    return (Part(run, run.writes, _share(run.reads, run.writes)) for run in runs if run.writes is not None)


def _share(one: Stream | None, other: Stream) -> float:
    return 0.0 if one is None else one.iops / (one.iops + other.iops)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one file holds: runs to choose from, or figures as they are."""

    runs: tuple[Run, ...] = ()
    figures: Measured | None = None
    warnings: tuple[Warn, ...] = ()
