"""The inventory document: sizes and dictionary facts no report holds (`segtier.inventory/1`).

Every field is None where nobody said it: never zero, never "no". An empty list is told apart from an unknown one by
`sections`, which names every part as found or missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Database, Section, SegmentKey, Source, segment_kind


@dataclass(frozen=True, slots=True)
class InventorySegment:
    """One row of dba_segments and what the dictionary says of it. None means not known, never zero.

    `parent_*` is the table of an index, of a LOB (with `column`) or of a nested table, the cluster of a clustered table.
    """

    owner: str
    name: str
    subobject: str | None = None
    pdb: str | None = None
    type: str | None = None
    tablespace: str | None = None
    size_bytes: int | None = None
    parent_owner: str | None = None
    parent_name: str | None = None
    column: str | None = None
    facts: dict[str, bool | str | None] | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def key(self) -> SegmentKey:
        return (self.pdb, self.owner, self.name, self.subobject, segment_kind(self.type))


@dataclass(frozen=True, slots=True)
class FoldedSegments:
    """Segments kept as a sum: too small and too idle to be placed one by one."""

    segments: int
    size_bytes: int
    owner: str | None = None
    tablespace: str | None = None
    kind: str | None = None
    pdb: str | None = None


@dataclass(frozen=True, slots=True)
class Tablespace:
    name: str
    pdb: str | None = None
    contents: str | None = None
    """PERMANENT | TEMPORARY | UNDO"""
    bigfile: bool | None = None
    block_size_bytes: int | None = None
    extent_management: str | None = None
    allocation: str | None = None
    uniform_bytes: int | None = None
    segment_space_management: str | None = None
    logging: bool | None = None
    force_logging: bool | None = None
    encrypted: bool | None = None
    compress_for: str | None = None
    status: str | None = None


@dataclass(frozen=True, slots=True)
class DatabaseFile:
    """A data file or temp file. `max_bytes` is where automatic growth ends; None where it does not grow."""

    name: str
    tablespace: str | None = None
    file_id: int | None = None
    pdb: str | None = None
    size_bytes: int | None = None
    max_bytes: int | None = None
    next_bytes: int | None = None
    status: str | None = None


@dataclass(frozen=True, slots=True)
class RedoGroup:
    group: int
    thread: int | None = None
    size_bytes: int | None = None
    block_size_bytes: int | None = None
    members: tuple[str, ...] = ()
    status: str | None = None
    standby: bool = False


@dataclass(frozen=True, slots=True)
class DiskGroup:
    """`usable_bytes` is what files can still take after mirroring."""

    name: str
    redundancy: str | None = None
    total_bytes: int | None = None
    free_bytes: int | None = None
    usable_bytes: int | None = None
    allocation_unit_bytes: int | None = None
    compatible_rdbms: str | None = None
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Quota:
    """`unlimited` leaves `max_bytes` None."""

    user: str
    tablespace: str
    pdb: str | None = None
    used_bytes: int | None = None
    max_bytes: int | None = None
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class FlashCacheFile:
    name: str
    size_bytes: int | None = None
    enabled: bool | None = None
    instance: int | None = None


@dataclass(frozen=True, slots=True)
class Inventory:
    """Sizes and facts about segments; `complete` says that every segment of the database was exported."""

    source: Source = Source(kind="segment-sizes")
    database: Database = Database()
    segments: tuple[InventorySegment, ...] = ()
    complete: bool | None = None
    folded: tuple[FoldedSegments, ...] = ()
    tablespaces: tuple[Tablespace, ...] = ()
    datafiles: tuple[DatabaseFile, ...] = ()
    temp_files: tuple[DatabaseFile, ...] = ()
    redo_groups: tuple[RedoGroup, ...] = ()
    disk_groups: tuple[DiskGroup, ...] = ()
    quotas: tuple[Quota, ...] = ()
    flash_cache: tuple[FlashCacheFile, ...] = ()
    temp_peak_bytes: int | None = None
    """The most temporary space in use at once since start-up, over all instances added up."""
    archivelog: bool | None = None
    force_logging: bool | None = None
    standby: bool | None = None
    """A standby database receives this one's redo."""
    supplemental_logging: bool | None = None
    taken_at: datetime | None = None
    """When it was collected, by the clock of the database server."""
    sections: tuple[Section, ...] = ()
    warnings: tuple[Warn, ...] = ()
    schema: str = "segtier.inventory/1"


SEGMENT_FACTS = (
    "long_column",
    "iot",
    "cluster",
    "compression",
    "encrypted",
    "partitioned",
    "nested",
    "queue",
    "materialized_view",
    "materialized_view_log",
    "domain_index",
    "bitmap_join_index",
    "securefile",
    "index_type",
    "logging",
    "table_partition",
)
"""The names `InventorySegment.facts` may hold: True, False, a word of the dictionary, or absent where not known."""
