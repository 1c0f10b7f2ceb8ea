"""The inventory document: sizes and dictionary facts no report holds (`segtier.inventory/1`).

Every field is None where nobody said it: never zero, never "no". An empty list is told apart from an unknown one by
`sections`, which names every part as found or missing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence, Warn
from segtier.model.names import (
    ColumnName,
    DiskGroupName,
    FilePath,
    Kind,
    ObjectName,
    OwnerName,
    PdbName,
    SubobjectName,
    TablespaceName,
    Under,
    Word,
)
from segtier.model.workload import Database, Section, SegmentKey, Source, segment_kind

SegmentFacts = Annotated[dict[Word, bool | Word | None], Under("table_partition", Kind.SUBOBJECT)]
"""True, False, a word of the dictionary, or absent where not known (`reports/bundle/segments.py` fills it)."""


@dataclass(frozen=True, slots=True)
class InventorySegment:
    """One row of dba_segments and what the dictionary says of it. None means not known, never zero.

    `parent_*` is the table of an index, of a LOB (with `column`) or of a nested table, the cluster of a clustered table.
    """

    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None = None
    pdb: PdbName | None = None
    type: Word | None = None
    tablespace: TablespaceName | None = None
    size_bytes: int | None = None
    parent_owner: OwnerName | None = None
    parent_name: ObjectName | None = None
    column: ColumnName | None = None
    facts: SegmentFacts | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def key(self) -> SegmentKey:
        return (self.pdb, self.owner, self.name, self.subobject, segment_kind(self.type))


@dataclass(frozen=True, slots=True)
class LastUsed:
    """When Oracle's heat map saw a segment used last: dates, no counts. None: not since the map was switched on, or not known."""

    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None = None
    pdb: PdbName | None = None
    written: datetime | None = None
    read: datetime | None = None
    full_scan: datetime | None = None
    lookup: datetime | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def latest(self) -> datetime | None:
        return max(
            (one for one in (self.written, self.read, self.full_scan, self.lookup) if one is not None), default=None
        )


@dataclass(frozen=True, slots=True)
class FoldedSegments:
    """Segments kept as a sum: too small and too idle to be placed one by one."""

    segments: int
    size_bytes: int
    owner: OwnerName | None = None
    tablespace: TablespaceName | None = None
    kind: Word | None = None
    pdb: PdbName | None = None


@dataclass(frozen=True, slots=True)
class Tablespace:
    name: TablespaceName
    pdb: PdbName | None = None
    contents: Word | None = None
    """PERMANENT | TEMPORARY | UNDO"""
    bigfile: bool | None = None
    block_size_bytes: int | None = None
    extent_management: Word | None = None
    allocation: Word | None = None
    uniform_bytes: int | None = None
    segment_space_management: Word | None = None
    logging: bool | None = None
    force_logging: bool | None = None
    encrypted: bool | None = None
    compress_for: Word | None = None
    status: Word | None = None


@dataclass(frozen=True, slots=True)
class DatabaseFile:
    """A data file or temp file. `max_bytes` is where automatic growth ends; None where it does not grow."""

    name: FilePath
    tablespace: TablespaceName | None = None
    file_id: int | None = None
    pdb: PdbName | None = None
    size_bytes: int | None = None
    max_bytes: int | None = None
    next_bytes: int | None = None
    status: Word | None = None


@dataclass(frozen=True, slots=True)
class RedoGroup:
    group: int
    thread: int | None = None
    size_bytes: int | None = None
    block_size_bytes: int | None = None
    members: tuple[FilePath, ...] = ()
    status: Word | None = None
    standby: bool = False


@dataclass(frozen=True, slots=True)
class DiskGroup:
    """`usable_bytes` is what files can still take after mirroring."""

    name: DiskGroupName
    redundancy: Word | None = None
    total_bytes: int | None = None
    free_bytes: int | None = None
    usable_bytes: int | None = None
    allocation_unit_bytes: int | None = None
    compatible_rdbms: Word | None = None
    state: Word | None = None


@dataclass(frozen=True, slots=True)
class Quota:
    """`unlimited` leaves `max_bytes` None."""

    user: OwnerName
    tablespace: TablespaceName
    pdb: PdbName | None = None
    used_bytes: int | None = None
    max_bytes: int | None = None
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class FlashCacheFile:
    name: FilePath
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
    last_used: tuple[LastUsed, ...] = ()
    """Of a heat map: segments that are not in it are not known to be cold."""
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
    schema: Word = "segtier.inventory/1"
