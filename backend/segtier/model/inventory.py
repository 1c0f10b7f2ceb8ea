"""The inventory document: sizes and dictionary facts no report holds (`segtier.inventory/1`)."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Database, Section, SegmentKey, Source, segment_kind


@dataclass(frozen=True, slots=True)
class InventorySegment:
    """One row of dba_segments. None means not known, never zero."""

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
class Inventory:
    """Sizes and facts about segments; `complete` says that every segment of the database was exported."""

    source: Source = Source(kind="segment-sizes")
    database: Database = Database()
    segments: tuple[InventorySegment, ...] = ()
    complete: bool | None = None
    sections: tuple[Section, ...] = ()
    warnings: tuple[Warn, ...] = ()
    schema: str = "segtier.inventory/1"
