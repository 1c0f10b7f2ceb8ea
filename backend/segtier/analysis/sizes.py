"""Sizes and dictionary facts of segments, joined from every export and every figure somebody typed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.inventory import FoldedSegments, Inventory, InventorySegment
from segtier.model.workload import SegmentKey
from segtier.oracle.names import SYSTEM_TABLESPACES, is_numbered
from segtier.plurals import plural
from segtier.units import format_bytes

_NO_OBJECTS = ("TYPE2 UNDO", "ROLLBACK", "TEMPORARY", "CACHE")
_NO_KINDS = ("TYPE2", "ROLLBACK", "TEMPORARY", "CACHE")


_Name = tuple[str, str, str | None]

_OTHER = 1.25
"""Times: what grew by less between two exports is no contradiction."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Segments by key. A source may not name the PDB or the type; then the name alone decides."""

    rows: dict[SegmentKey, InventorySegment]
    by_name: dict[_Name, tuple[InventorySegment, ...]]
    shared: frozenset[_Name] = frozenset()
    """Names that segments of several containers have: of a row that says no container nobody knows which of them it is."""

    def find(self, key: SegmentKey) -> InventorySegment | None:
        """The row of this segment; None where there is none, or where its name fits several."""
        exact = self.rows.get(key)
        if exact is not None:
            return exact
        pdb, owner, name, subobject, kind = key
        is_shared = (owner, name, subobject) in self.shared
        fits = [
            row
            for row in self.by_name.get((owner, name, subobject), ())
            if (kind is None or row.key[4] in (None, kind)) and _may_be_in(row.pdb, pdb, is_shared=is_shared)
        ]
        return fits[0] if len(fits) == 1 else None


def _may_be_in(stated: str | None, pdb: str | None, *, is_shared: bool) -> bool:
    """`stated`: of the row; it may be missing, as the name of the container may."""
    if pdb is None:
        return True
    if stated is None or is_numbered(pdb):
        return not is_shared
    return stated == pdb


def whose_is_unknown(sizes: Sizes) -> tuple[Warn, ...]:
    """One warning for all sizes that say no container while segments of several have the name."""
    rows = [row for name in sizes.shared for row in sizes.by_name.get(name, ()) if row.pdb is None]
    if not rows:
        return ()
    first = min(f"{row.owner}.{row.name}" for row in rows)
    told = f"{plural(len(rows), 'size names', 'sizes name')} no pluggable database, and several have segments with these names"
    return (
        Warn(
            "sizes-of-whom", f"{told} ({first}), so Segtier cannot assign them. Export the sizes with the PDB's name."
        ),
    )


def in_several_containers(keys: Iterable[SegmentKey]) -> frozenset[_Name]:
    """Names that segments of more than one container have."""
    found: dict[_Name, set[str]] = {}
    for pdb, owner, name, subobject, _ in keys:
        if pdb is not None:
            found.setdefault((owner, name, subobject), set()).add(pdb)
    return frozenset(name for name, containers in found.items() if len(containers) > 1)


def join_sizes(inventories: Sequence[Inventory]) -> Sizes:
    """All inventories as one; a later one's known size wins, and one without a type speaks for every type."""
    rows: dict[SegmentKey, InventorySegment] = {}
    for inventory in inventories:
        for row in inventory.segments:
            for key in _same(rows, row.key):
                older = rows.get(key)
                if row.size_bytes is None and older is not None:
                    continue
                rows[key] = row if older is None else _with_earlier(row, older)
    by_name: dict[tuple[str, str, str | None], tuple[InventorySegment, ...]] = {}
    for row in rows.values():
        name = (row.owner, row.name, row.subobject)
        by_name[name] = (*by_name.get(name, ()), row)
    return Sizes(rows, by_name)


def sizes_differ(inventories: Sequence[Inventory]) -> tuple[Warn, ...]:
    """Segments whose size two inputs tell quite differently: one warning, with the one that is furthest apart."""
    told: dict[SegmentKey, tuple[int, str]] = {}
    apart: dict[SegmentKey, tuple[float, str]] = {}
    for inventory in inventories:
        where = "as typed" if inventory.source.kind == "typed" else f"in {inventory.source.file or 'another input'}"
        for row in inventory.segments:
            if not row.size_bytes:
                continue
            for key in _same(told, row.key):
                size, there = told.get(key, (row.size_bytes, where))
                times = max(size, row.size_bytes) / max(min(size, row.size_bytes), 1)
                if times > _OTHER:
                    name = ".".join(part for part in key[1:4] if part)
                    sizes = f"{format_bytes(size)} {there} and {format_bytes(row.size_bytes)} {where}"
                    apart[key] = (times, f"{name} is {sizes}")
                told[key] = (row.size_bytes, where)
    if not apart:
        return ()
    _, furthest = max(apart.values())
    more = f", and {len(apart) - 1:,} more differ" if len(apart) > 1 else ""
    return (Warn("sizes-differ", f"{furthest}: the later one counts{more}."),)


def _with_earlier(row: InventorySegment, older: InventorySegment) -> InventorySegment:
    """With what an earlier inventory says and this row does not: a size that somebody types says nothing of facts and parent."""
    carried = older.facts or older.parent_owner or older.parent_name or older.column
    if row.type and row.tablespace and (row.facts or not carried):
        return row  # a bundle of each night says everything again
    kept = ("type", "tablespace", *(() if row.facts else ("facts", "parent_owner", "parent_name", "column")))
    return replace(row, **{name: getattr(older, name) for name in kept if not getattr(row, name)})


def _same(rows: Container[SegmentKey], key: SegmentKey) -> list[SegmentKey]:
    """Keys already there that this key speaks of; itself where there is none."""
    if key[4] is not None:
        return [key]
    kinds = (*_KINDS, None)
    return [k for kind in kinds if (k := (*key[:4], kind)) in rows] or [key]


_KINDS = ("TABLE", "INDEX", "LOB", "CLUSTER")


def total_sizes(inventories: Sequence[Inventory]) -> tuple[int | None, int | None]:
    """Bytes of everything that `all` moves, and of the indexes; None unless some export lists every segment."""
    complete = [i for i in inventories if i.complete or (i.complete is None and i.source.kind == "segment-sizes")]
    if not complete:
        return None, None
    rows = list(filter(_is_moved, join_sizes(complete).rows.values()))
    if any(row.size_bytes is None for row in rows):
        return None, None
    folded = list(filter(_is_moved_too, complete[-1].folded))
    sizes = [(row.size_bytes or 0, row.key[4]) for row in rows] + [(one.size_bytes, one.kind) for one in folded]
    return sum(size for size, _ in sizes), sum(size for size, kind in sizes if kind == "INDEX")


def size_of_list(inventory: Inventory) -> int | None:
    """Bytes of everything that `all` moves, by one list of every segment; None where one has no size."""
    sizes = {row.key: row.size_bytes for row in inventory.segments if _is_moved(row)}
    if None in sizes.values():
        return None
    return sum(filter(None, sizes.values())) + sum(one.size_bytes for one in inventory.folded if _is_moved_too(one))


def _is_moved(row: InventorySegment) -> bool:
    return (row.tablespace or "") not in SYSTEM_TABLESPACES and (row.type or "") not in _NO_OBJECTS


def _is_moved_too(one: FoldedSegments) -> bool:
    return (one.tablespace or "") not in SYSTEM_TABLESPACES and one.kind not in _NO_KINDS
