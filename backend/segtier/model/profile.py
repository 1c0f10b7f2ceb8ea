"""What the forecast works on: one second of the database's work, taken apart into demands."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.component import STORAGE, STORAGE_WAITS, demands_of
from segtier.model.demand import DemandName
from segtier.model.evidence import Evidence
from segtier.model.workload import SegmentKey
from segtier.units import S_PER_HOUR

READ_DEMANDS = demands_of("reads", "scans")
TEMP_DEMANDS = demands_of("temp-reads", "temp-writes")
STORAGE_DEMANDS = demands_of(*STORAGE)
"""Demands that faster storage can shorten."""
UNNAMED_IO: DemandName = "unnamed-io"
"""Time that may be waits for storage and has no name (`Profile.unnamed`)."""
CountedBy = Literal["requests", "waits", "blocks"]
"""What the rates of reads stand on: requests as counted; without them the waits for reads; without both, blocks."""
OF_THE_SERVER = 0.8
"""Of its memory: beyond it no cache and no work area has a place."""
HOLDERS_ELSEWHERE = 0.1
"""Of DB time without lock waits: with less waiting for storage than this, whoever holds locks does something else."""
FULL_CPUS = 0.9
"""Of the machine's CPUs: beyond it sessions queue for one."""
ALREADY_FAST_US = 1_000.0
"""Single-block reads below this come from flash or an array cache: disks do not answer in a millisecond."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One kind of waiting: waits per second, seconds waited per second (average active sessions), mean latency."""

    kind: DemandName
    waits_per_s: float
    time_per_s: float

    @property
    def latency_us(self) -> float | None:
        return self.time_per_s / self.waits_per_s * 1e6 if self.waits_per_s > 0 else None


@dataclass(frozen=True, slots=True)
class Event:
    """A foreground wait that is part of DB time, per second of elapsed time. None is unknown."""

    event: str
    wait_class: str
    demand: DemandName
    time_per_s: float
    waits_per_s: float | None
    avg_wait_us: float | None
    below_1ms_pct: float | None
    """Share of its waits that took less than 1 ms (wait event histogram)."""
    evidence: tuple[Evidence, ...] = ()


UnnamedWhy = Literal["no-names", "unknown-event", "list-cut", "no-list", "no-figure"]
"""no-names: a class is printed, and not its events. unknown-event: no catalogue knows the event. list-cut: a list ends at rows so
large that more may stand behind them. no-list: there are no waits at all. no-figure: a wait is listed or counted, and its time is
not told."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """DB time without a name: all of it is some of these demands, shared out in any way."""

    time_s: float
    """Of the interval."""
    wait_class: str | None
    """As printed."""
    demands: tuple[DemandName, ...]
    or_rest: bool = False
    """It may as well be no wait at all, or CPU where the inputs do not give that."""
    why: UnnamedWhy = "no-names"
    event: str | None = None
    """Where a histogram names it and no list of waits does: the least that the event took."""
    waits: float | None = None
    """Of that event, as many as are in this time."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class CachePoint:
    """One row of the buffer pool advisory: the cache size and the physical reads relative to today's."""

    size_bytes: int
    read_factor: float


@dataclass(frozen=True, slots=True)
class Profile:
    """The workload per second of elapsed time. Rates of unknown things are None.

    db_time_per_s = cpu_per_s + the demands' time + unexplained_per_s - double_counted_per_s.
    """

    elapsed_s: float
    db_time_per_s: float
    cpu_per_s: float
    background_cpu_per_s: float | None
    cores: float | None
    threads: float | None
    demands: tuple[Demand, ...]
    unexplained_per_s: float
    double_counted_per_s: float
    block_size_bytes: int
    buffered_read_requests_per_s: float | None
    direct_read_requests_per_s: float | None
    data_read_bytes_per_s: float | None
    direct_read_bytes_per_s: float | None
    data_write_requests_per_s: float | None
    data_write_bytes_per_s: float | None
    temp_read_requests_per_s: float | None
    temp_write_requests_per_s: float | None
    redo_writes_per_s: float | None
    redo_write_us: float | None
    redo_bytes_per_s: float | None
    txn_per_s: float | None
    parse_pct: float | None
    hard_parse_pct: float | None
    buffer_cache_bytes: int | None
    cache_advice: tuple[CachePoint, ...]
    cache_advice_source: str | None
    flash_hit_share: float | None
    """Share of buffered reads that Smart Flash Cache serves today; None where it is off or not reported."""
    redo_remote_us: float | None = None
    """Time a standby takes to confirm one log write; None where commits do not wait for one."""
    events: tuple[Event, ...] = ()
    """What the demands are made of, most time first."""
    reads_counted_by: CountedBy = "requests"
    server_memory_bytes: int | None = None
    """Of the smallest server."""
    default_pool_bytes: int | None = None
    """The advisory's row of today; None where it has none."""
    other_pools_bytes: int = 0
    """KEEP, RECYCLE and pools of other block sizes, as far as advisories show them: part of the buffer cache."""
    instances: int = 1
    """Each has a log writer of its own."""
    cpu_is_known: bool = True
    """Where it is not, `cpu_per_s` is 0 and its time is among what nothing explains."""
    unnamed: tuple[Unnamed, ...] = ()
    """What the demand `unnamed-io` is made of."""
    may_follow: tuple[Unnamed, ...] = ()
    """What else has no name, and is no wait for storage: each is in the first of its demands here, and may as well follow the
    work as locks do, or as what is no wait at all."""
    least_buffered_reads_per_s: float | None = None
    most_direct_reads_per_s: float | None = None
    """Requests, where waits alone tell how many were direct. None: they are counted."""

    def has_room(self, size_bytes: int) -> bool:
        """Whether a server could hold it in memory; one of unknown memory may."""
        return self.server_memory_bytes is None or size_bytes <= OF_THE_SERVER * self.server_memory_bytes

    @property
    def advised_cache_bytes(self) -> int | None:
        """Today's size of what the buffer pool advisory is about: the default pool, no other."""
        return self.default_pool_bytes or self.buffer_cache_bytes

    @property
    def db_time_s_per_hour(self) -> float:
        return self.db_time_per_s * S_PER_HOUR

    @property
    def cpu_share(self) -> float:
        """Part of DB time on CPU; with the double-counted it may be more than 1."""
        return self.cpu_per_s / self.db_time_per_s

    @property
    def unexplained_share(self) -> float:
        """Part of DB time that is neither CPU nor a wait of the inputs, 0 to 1."""
        return self.unexplained_per_s / self.db_time_per_s

    @property
    def double_counted_share(self) -> float:
        """By what part of DB time its parts exceed it."""
        return self.double_counted_per_s / self.db_time_per_s

    @property
    def cpu_busy(self) -> float | None:
        """Part of the machine's CPUs that this database keeps busy, its background processes included."""
        work = self.cpu_per_s + (self.background_cpu_per_s or 0.0)
        return work / self.threads if self.threads else None

    @property
    def cpus_full(self) -> bool:
        """Whether sessions queue for the CPUs: what no wait counts is then time in that queue."""
        busy = self.cpu_busy
        return busy is not None and busy >= FULL_CPUS

    @property
    def request_rates(self) -> tuple[float | None, ...]:
        """Requests a second: reads and writes of data, temp and redo; None where one is not known."""
        return (
            self.buffered_read_requests_per_s,
            self.direct_read_requests_per_s,
            self.data_write_requests_per_s,
            self.temp_read_requests_per_s,
            self.temp_write_requests_per_s,
            self.redo_writes_per_s,
        )

    @property
    def requests_per_s(self) -> float | None:
        """All of them, no fewer than were waited for; None where reads or writes of data are not known."""
        if self.buffered_read_requests_per_s is None or self.data_write_requests_per_s is None:
            return None
        waits = sum(self.demand(kind).waits_per_s for kind in demands_of(*STORAGE_WAITS))
        return max(waits, sum(one or 0.0 for one in self.request_rates))

    @property
    def log_writer_busy(self) -> float | None:
        """Part of the time a log writer is in log writes, 0 to 1, the mean of the instances; None where not reported."""
        if not self.redo_write_us or not self.redo_writes_per_s:
            return None
        return min(self.redo_writes_per_s * self.redo_write_us / 1e6 / self.instances, 1.0)

    @property
    def below_1ms_pct(self) -> float | None:
        """Share of single-block reads that took less than 1 ms; None without a histogram."""
        return next((row.below_1ms_pct for row in self.events if row.event == "db file sequential read"), None)

    def events_of(self, *demands: DemandName) -> tuple[Event, ...]:
        """Those of these demands, most time first."""
        return tuple(row for row in self.events if row.demand in demands)

    def share_of(self, event: Event) -> float:
        """Part of DB time this event takes, 0 to 1."""
        return min(event.time_per_s / self.db_time_per_s, 1.0)

    def demand(self, kind: DemandName) -> Demand:
        """The demand of that kind; one without waits where the workload has none."""
        for demand in self.demands:
            if demand.kind == kind:
                return demand
        return Demand(kind, 0.0, 0.0)

    def may_take_time(self, kind: DemandName) -> bool:
        """Whether it was waited for, or may have been among what has no name."""
        return self.demand(kind).time_per_s > 0 or any(kind in one.demands for one in (*self.unnamed, *self.may_follow))

    def time_per_s(self, *kinds: DemandName) -> float:
        return sum(self.demand(kind).time_per_s for kind in kinds)

    @property
    def holders_on_storage(self) -> float:
        """Part of DB time without lock waits that may be waits for storage, 0 to 1.

        As far as holders of locks spend their time as the others do, they wait for storage in this part of it.
        """
        rest = max(1 - self.share("locks") - self.double_counted_share, 0.0)
        storage = self.share(*demands_of(*STORAGE_WAITS), UNNAMED_IO)
        return min(storage / rest, 1.0) if rest > 0 else 1.0

    def share(self, *kinds: DemandName) -> float:
        """Part of DB time spent on these demands, 0 to 1."""
        return min(self.time_per_s(*kinds) / self.db_time_per_s, 1.0) if self.db_time_per_s > 0 else 0.0


@dataclass(frozen=True, slots=True)
class SegmentLoad:
    """One segment's part of the instance's I/O, per second; None is unknown, not zero."""

    key: SegmentKey
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    read_requests_per_s: float | None
    direct_read_requests_per_s: float
    """As far as it is known: of reads of which nobody says how many are direct, as many as of all."""
    write_requests_per_s: float | None
    read_blocks_per_s: float | None
    write_blocks_per_s: float | None
    reads_estimated: bool
    """Requests follow from blocks."""
    writes_estimated: bool
    unmovable_reason: str | None
    direct_read_blocks_per_s: float | None = None
    reads_below_per_s: float | None = None
    """Where reads are not listed: they are between 0 and this; None where no bound is known either."""
    found_in: tuple[Evidence, ...] = ()
    source: str | None = None
    """SHA-256 of the file, for evidence that names none."""
    on_flash: bool = False
    """Today, as stated."""
    object_id: int | None = None
    """Tells equals apart, whatever their names and their order."""
    no_difference: str | None = None
    """Why two counter exports give no figures for it."""
    reads_of_other_time: float = 0.0
    """The part of its reads that the hour's own lists do not tell: counters of another time share it out."""
    writes_of_other_time: float = 0.0
    direct_between: tuple[float, float] | None = None
    """The least and the most direct reads per second there may be; None where they are counted."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Each with its file; made where it is shown, since an export has ten for each of 100,000 segments."""
        return tuple(one.of(self.source) for one in self.found_in)

    @property
    def requests_estimated(self) -> bool:
        return self.reads_estimated or self.writes_estimated

    @property
    def is_index(self) -> bool:
        return self.type is not None and self.type.startswith("INDEX")


@dataclass(frozen=True, slots=True)
class SegmentTable:
    """All segments that can be seen, with how much of the I/O they explain (0 to 1, None = unknown)."""

    loads: tuple[SegmentLoad, ...]
    read_coverage: float | None
    write_coverage: float | None
    """The part the loads stand for: those of an export are scaled to all reads and writes that are not temp."""
    basis: Literal["listed", "export"]
    """listed: figures of the reports' own lists; export: shares of a segment counter export, scaled to the reports."""
    share_error: float
    """Relative uncertainty of one segment's share (0.05 = 5 %)."""
    total_size_bytes: int | None
    """Of all segments that `all` would move; None where the sizes are not complete."""
    index_size_bytes: int | None
    named_reads: float | None
    named_writes: float | None
    """I/O of the segments named / the instance's, as the inputs count it."""
    share_least: float = 1.0
    """The least part of its share of reads that a segment may make. Below 1 where no input counts the instance's read requests:
    sessions waited for so many, and there may be more.
    """
    of_other_time: float = 0.0
    """Of the reads of all segments the part that counters of another time share out."""
    untold: tuple[float, float] = (0.0, 0.0)
    """Of all reads and writes what instances or hours may make that list no segments while others do: of any segment, so the most
    that a choice of segments may add to what is counted of it.
    """
