"""The workload document: what one database did in one snapshot interval (`segtier.workload/1`).

Every field that a source does not give is None; why it is not known is said by `sections`. Zero means the source
printed zero. Units are in the names. Rows of instance-level lists carry `instance` (None = the only one, or the total).
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Literal

from segtier.dataclass import dataclass
from segtier.model.document_kind import DocumentKind
from segtier.model.evidence import Evidence, Warn
from segtier.model.merging import Added, Key, Last, Latest, OfOne, PerElapsed, Some, WeightedBy, rule_of
from segtier.model.names import (
    DatabaseName,
    FileName,
    FilePath,
    HostName,
    InstanceName,
    Kind,
    ObjectName,
    OwnerName,
    ParameterValue,
    PdbName,
    Sentence,
    SubobjectName,
    TablespaceName,
    Under,
    Word,
)
from segtier.model.statement import Statement

Engineered = Literal["none", "exadata", "oda", "autonomous"]
SectionState = Literal["found", "missing", "unreadable"]

Platform = Literal["linux", "solaris", "aix", "hp-ux", "windows"]
"""The operating system below a database."""


@dataclass(frozen=True, slots=True)
class Source:
    kind: DocumentKind = "typed"
    file: FileName | None = None
    sha256: Word | None = None
    bytes: int | None = None
    encoding: Word | None = None


@dataclass(frozen=True, slots=True)
class Database:
    name: DatabaseName | None = None
    unique_name: DatabaseName | None = None
    dbid: int | None = None
    release: Word | None = None
    edition: Word | None = None
    role: Word | None = None
    rac: bool | None = None
    cdb: bool | None = None
    pdb: PdbName | None = None
    platform: Word | None = None
    engineered: Engineered | None = None
    """None where nothing in the source tells."""
    block_size_bytes: int | None = None
    size_bytes: int | None = None
    """Of its data files, where the source says it."""


@dataclass(frozen=True, slots=True)
class Instance:
    number: int | None = None
    name: InstanceName | None = None
    host: HostName | None = None
    cpus: int | None = None
    cores: int | None = None
    sockets: int | None = None
    memory_bytes: int | None = None
    startup_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Interval:
    begin_snap: int | None = None
    end_snap: int | None = None
    begin_time: datetime | None = None
    end_time: datetime | None = None
    elapsed_s: float | None = None
    db_time_s: float | None = None
    db_cpu_s: float | None = None
    begin_sessions: int | None = None
    end_sessions: int | None = None
    instances_reported: int | None = None
    instances: tuple[int, ...] = ()
    """Numbers of all that the source names of the database, also of those whose figures it lacks."""


@dataclass(frozen=True, slots=True)
class Cache:
    instance: int | None = None
    buffer_cache_bytes: int | None = None
    shared_pool_bytes: int | None = None
    sga_target_bytes: int | None = None
    memory_target_bytes: int | None = None
    pga_target_bytes: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadMetric:
    metric: Key[Word]
    label: Word | None = None
    per_s: PerElapsed[float | None] = None
    per_txn: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeModelRow:
    name: Key[Word]
    time_s: Added[float | None] = None
    db_time_pct: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class OsStatistic:
    name: Key[Word]
    value: Added[float | None] = None
    end_value: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitEvent:
    event: Key[Word]
    wait_class: Word | None = None
    foreground: Key[bool] = True
    waits: Added[int | None] = None
    timeouts_pct: OfOne[float | None] = None
    time_s: Added[float | None] = None
    avg_wait_us: Annotated[float | None, WeightedBy("waits")] = None
    db_time_pct: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitClass:
    wait_class: Key[Word]
    waits: Added[int | None] = None
    time_s: Added[float | None] = None
    avg_wait_us: Annotated[float | None, WeightedBy("waits")] = None
    db_time_pct: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class HistogramBucket:
    from_us: float
    to_us: float | None
    pct_of_waits: float | None


@dataclass(frozen=True, slots=True)
class WaitHistogram:
    event: Word
    waits: int | None = None
    buckets: tuple[HistogramBucket, ...] = ()
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class IoFunction:
    function: Key[Word]
    read_bytes: Added[int | None] = None
    read_requests: Added[float | None] = None
    read_requests_per_s: PerElapsed[float | None] = None
    write_bytes: Added[int | None] = None
    write_requests: Added[float | None] = None
    write_requests_per_s: PerElapsed[float | None] = None
    waits: Added[int | None] = None
    avg_wait_us: Annotated[float | None, WeightedBy("waits")] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class IoFiletype:
    filetype: Key[Word]
    read_bytes: Added[int | None] = None
    read_requests_per_s: PerElapsed[float | None] = None
    write_bytes: Added[int | None] = None
    write_requests_per_s: PerElapsed[float | None] = None
    small_read_us: Annotated[float | None, WeightedBy("read_requests_per_s")] = None
    large_read_us: Annotated[float | None, WeightedBy("read_requests_per_s")] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class TablespaceIo:
    tablespace: Key[TablespaceName]
    pdb: Key[PdbName | None] = None
    block_size_bytes: int | None = None
    read_requests: Added[float | None] = None
    read_requests_per_s: PerElapsed[float | None] = None
    avg_read_us: Annotated[float | None, WeightedBy("read_requests")] = None
    single_block_reads_per_s: PerElapsed[float | None] = None
    avg_single_block_read_us: Annotated[float | None, WeightedBy("single_block_reads_per_s")] = None
    blocks_per_read: float | None = None
    write_requests: Added[float | None] = None
    write_requests_per_s: PerElapsed[float | None] = None
    avg_write_us: Annotated[float | None, WeightedBy("write_requests")] = None
    buffer_waits: Added[float | None] = None
    avg_buffer_wait_us: Annotated[float | None, WeightedBy("buffer_waits")] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class FileIo:
    tablespace: Key[TablespaceName]
    file: Key[FilePath]
    pdb: Key[PdbName | None] = None
    read_requests: Added[float | None] = None
    read_requests_per_s: PerElapsed[float | None] = None
    avg_read_us: Annotated[float | None, WeightedBy("read_requests")] = None
    blocks_per_read: float | None = None
    single_block_reads: Added[float | None] = None
    avg_single_block_read_us: Annotated[float | None, WeightedBy("single_block_reads")] = None
    write_requests: Added[float | None] = None
    write_requests_per_s: PerElapsed[float | None] = None
    avg_write_us: Annotated[float | None, WeightedBy("write_requests")] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentWait:
    """How long foreground sessions waited for reads of a segment, by samples of the active sessions.

    `analysis/sampled_waits.py` says between what ends that lies, and what one read took. A segment that is not listed was
    waited for in no sample, which is not never. The sum of all samples is `segment_coverage["read_wait_s"].captured`.
    """

    owner: Key[OwnerName]
    name: Key[ObjectName]
    subobject: Key[SubobjectName | None] = None
    pdb: Key[PdbName | None] = None
    type: Key[Word | None] = None
    tablespace: TablespaceName | None = None
    samples: Added[int | None] = None
    read_wait_s: Added[float | None] = None
    variance_s2: Added[float | None] = None
    """Of `read_wait_s`, by the chance of sampling: its root is the standard error. Larger where sessions wait together."""
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment's counters over the interval (or cumulative, see `segment_basis`).

    A statistic whose list is full and does not name the segment is None with its upper bound in `below`:
    `{"physical_writes_blocks": 12345}` means "unknown, between 0 and 12,345".
    """

    owner: Key[OwnerName]
    name: Key[ObjectName]
    subobject: Key[SubobjectName | None] = None
    pdb: Key[PdbName | None] = None
    type: Key[Word | None] = None
    tablespace: TablespaceName | None = None
    object_id: Last[int | None] = None
    data_object_id: Last[int | None] = None
    size_bytes: Last[int | None] = None
    instance: int | None = None
    logical_reads_blocks: Added[float | None] = None
    physical_reads_blocks: Added[float | None] = None
    physical_read_requests: Added[float | None] = None
    unoptimized_read_requests: Added[float | None] = None
    optimized_read_requests: Added[float | None] = None
    direct_reads_blocks: Added[float | None] = None
    direct_untold_blocks: Added[float | None] = None
    """Of its physical reads those that may as well be direct ones: its rows count them, and not how many are direct."""
    physical_writes_blocks: Added[float | None] = None
    physical_write_requests: Added[float | None] = None
    direct_writes_blocks: Added[float | None] = None
    block_changes: Added[float | None] = None
    table_scans: Added[float | None] = None
    buffer_busy_waits: Added[float | None] = None
    row_lock_waits: Added[float | None] = None
    itl_waits: Added[float | None] = None
    below: dict[Word, float] = field(default_factory=dict)
    no_difference: Sentence | None = None
    """Why two exports of cumulative counters give no figures for it; None where they do, or were not asked to."""
    name_cut: bool = False
    """A text report printed a name as long as its column: it may stand for a longer one."""
    evidence: tuple[Evidence, ...] = ()

    @property
    def key(self) -> SegmentKey:
        return (self.pdb, self.owner, self.name, self.subobject, segment_kind(self.type))


SEGMENT_COUNTERS = tuple(name for name in rule_of(Segment).add if name != "direct_untold_blocks")
"""The fields of a segment that count: they add up over intervals and can be subtracted."""

SegmentKey = tuple[str | None, str, str, str | None, str | None]
"""(pdb, owner, name, subobject, kind): what makes two rows the same segment. A table and an index may share a name."""


@lru_cache(maxsize=256)
def segment_kind(type_: str | None) -> str | None:
    """TABLE, INDEX, LOB or CLUSTER out of any segment or object type; None where the type is not known."""
    if type_ is None:
        return None
    text = type_.upper()
    if text.startswith("LOBINDEX"):
        return "INDEX"
    kinds = ("TABLE", "INDEX", "LOB", "CLUSTER")
    return "TABLE" if text.startswith("NESTED") else next((k for k in kinds if text.startswith(k)), text.split()[0])


SegmentBasis = Annotated[dict[Word, Word | None], Under("from", Kind.TIME), Under("to", Kind.TIME)]
"""kind: interval | cumulative (since instance start-up); from and to: times as the source gives them."""


READ_WAIT = "read_wait_s"
"""In `segment_coverage`: seconds of the segments listed, of all samples, and as the waits themselves add up."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """listed = sum of printed rows, captured = what AWR stored, total = the whole instance."""

    listed: float | None = None
    captured: float | None = None
    total: float | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class BufferPool:
    pool: Key[Word]
    buffer_gets: Added[float | None] = None
    physical_reads: Added[float | None] = None
    physical_writes: Added[float | None] = None
    free_buffer_waits: Added[float | None] = None
    write_complete_waits: Added[float | None] = None
    buffer_busy_waits: Added[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class BufferPoolAdvice:
    pool: Word
    size_bytes: int | None = None
    size_factor: float | None = None
    buffers: float | None = None
    est_physical_read_factor: float | None = None
    est_physical_reads: float | None = None
    est_read_time_s: float | None = None
    block_size_bytes: int | None = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class PgaAdvice:
    target_bytes: int | None = None
    size_factor: float | None = None
    est_extra_bytes: float | None = None
    est_cache_hit_pct: float | None = None
    overallocations: float | None = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class SgaAdvice:
    target_bytes: int | None = None
    size_factor: float | None = None
    est_db_time_s: float | None = None
    est_physical_reads: float | None = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class InstanceStatistic:
    name: Key[Word]
    total: Added[float | None] = None
    per_s: PerElapsed[float | None] = None
    per_txn: OfOne[float | None] = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    name: Word
    begin: ParameterValue | None = None
    end: ParameterValue | None = None
    pdb: PdbName | None = None
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """State of one section. `columns` maps document fields to printed headings."""

    name: Word
    state: SectionState = "found"
    rows: int | None = None
    columns: dict[Word, Word] = field(default_factory=dict)
    message: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One of the intervals of a file that holds several: what happened in it. All else is as in the whole."""

    instances: tuple[Instance, ...] = ()
    interval: Interval = Interval()
    load_profile: tuple[LoadMetric, ...] = ()
    wait_events: tuple[WaitEvent, ...] = ()
    wait_classes: tuple[WaitClass, ...] = ()
    wait_histograms: tuple[WaitHistogram, ...] = ()
    io_functions: tuple[IoFunction, ...] = ()


@dataclass(frozen=True, slots=True)
class Workload:
    """Everything parsed from one interval. Lists are empty where the section is missing; see `sections`."""

    source: Source = Source()
    database: Database = Database()
    instances: tuple[Instance, ...] = ()
    interval: Interval = Interval()
    cache: Latest[tuple[Cache, ...]] = ()
    load_profile: tuple[LoadMetric, ...] = ()
    time_model: tuple[TimeModelRow, ...] = ()
    os_statistics: tuple[OsStatistic, ...] = ()
    wait_events: Some[tuple[WaitEvent, ...]] = ()
    wait_classes: Some[tuple[WaitClass, ...]] = ()
    wait_histograms: Latest[tuple[WaitHistogram, ...]] = ()
    io_functions: tuple[IoFunction, ...] = ()
    io_filetypes: tuple[IoFiletype, ...] = ()
    tablespace_io: Latest[tuple[TablespaceIo, ...]] = ()
    file_io: Latest[tuple[FileIo, ...]] = ()
    segments: Some[tuple[Segment, ...]] = ()
    segment_basis: SegmentBasis = field(default_factory=lambda: {"kind": "interval", "from": None, "to": None})
    segment_coverage: dict[Word, Coverage] = field(default_factory=dict)
    segment_waits: Some[tuple[SegmentWait, ...]] = ()
    statements: Some[tuple[Statement, ...]] = ()
    statement_coverage: Coverage | None = None
    """Physical reads: of all statements AWR captured, and of the instance. `listed` stays None: rows hold each other's."""
    buffer_pool_statistics: tuple[BufferPool, ...] = ()
    buffer_pool_advisory: Latest[tuple[BufferPoolAdvice, ...]] = ()
    pga_advisory: Latest[tuple[PgaAdvice, ...]] = ()
    sga_advisory: Latest[tuple[SgaAdvice, ...]] = ()
    instance_statistics: tuple[InstanceStatistic, ...] = ()
    parameters: Latest[tuple[Parameter, ...]] = ()
    sections: tuple[Section, ...] = ()
    warnings: tuple[Warn, ...] = ()
    parts: tuple[Part, ...] = ()
    """The intervals it is the sum of, in order, where the source tells them apart; empty where it is of one."""
    schema: Word = "segtier.workload/1"

    @property
    def intervals(self) -> tuple[Workload, ...]:
        """Each of its parts as a workload of its own; itself where it has none."""
        return tuple(self._alone(part) for part in self.parts) or (self,)

    def _alone(self, part: Part) -> Workload:
        return replace(self, parts=(), **{one.name: getattr(part, one.name) for one in fields(part)})
