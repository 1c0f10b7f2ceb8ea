"""What the inventories know, put beside the segments of a plan so that its scripts need not look it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from segtier.analysis.known_facts import KnownFacts, last_known
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.plan import Known, PlanRequest, PlanSegment
from segtier.oracle.moving import table_part, way

T = TypeVar("T")
_Table = tuple[str | None, str, str]


def with_known(request: PlanRequest, inventories: Sequence[Inventory]) -> PlanRequest:
    """The request with facts for each segment and `known` for the database; unchanged where nothing is known."""
    planned = (*request.move, *request.left_out, *(segment for one in request.tiers for segment in one.move))
    facts = KnownFacts(inventories, map(_key, planned))
    moving = tuple(_with_facts(segment, facts) for segment in request.move)
    left = tuple(_with_facts(segment, facts) for segment in request.left_out)
    tiers = tuple(
        replace(one, move=tuple(_with_facts(segment, facts) for segment in one.move)) for one in request.tiers
    )
    everything = (*moving, *(segment for one in tiers for segment in one.move))
    known = _known(inventories, everything)
    nothing = known == Known() and not any(segment.facts for segment in (*everything, *left))
    return replace(request, move=moving, left_out=left, tiers=tiers, known=None if nothing else known)


def _with_facts(segment: PlanSegment, facts: KnownFacts) -> PlanSegment:
    row = facts.sizes.find(_key(segment))
    known = facts.of(row) if row is not None else {}
    if row is None or not known:
        return segment
    return replace(
        segment,
        type=row.type or segment.type,
        parent_owner=row.parent_owner,
        parent_name=row.parent_name,
        column=row.column,
        facts=known,
    )


def _key(segment: PlanSegment) -> tuple[str | None, str, str, str | None, str | None]:
    named = InventorySegment(segment.owner, segment.name, segment.subobject, segment.pdb, segment.type)
    return named.key


def _known(inventories: Sequence[Inventory], moving: Sequence[PlanSegment]) -> Known:
    """Each list from the last inventory that has one: lists are replaced, never mixed."""
    found = Known(
        tablespaces=_last_list([one.tablespaces for one in inventories]),
        datafiles=_last_list([one.datafiles for one in inventories]),
        temp_files=_last_list([one.temp_files for one in inventories]),
        redo_groups=_last_list([one.redo_groups for one in inventories]),
        disk_groups=_last_list([one.disk_groups for one in inventories]),
        quotas=_last_list([one.quotas for one in inventories]),
        flash_cache=_last_list([one.flash_cache for one in inventories]),
        archivelog=last_known([one.archivelog for one in inventories]),
        force_logging=last_known([one.force_logging for one in inventories]),
        standby=last_known([one.standby for one in inventories]),
        supplemental_logging=last_known([one.supplemental_logging for one in inventories]),
    )
    with_parents = next((one for one in reversed(inventories) if _names_parents(one)), None)
    if with_parents is not None:
        found = replace(
            found,
            dependents=tuple(_dependents(with_parents, moving)),
            dependents_complete=with_parents.complete is True and not with_parents.folded,
        )
    if found == Known() and not any(segment.facts for segment in moving):
        return found
    return replace(found, taken_at=last_known([one.taken_at for one in inventories]))


def _last_list(lists: Sequence[tuple[T, ...]]) -> tuple[T, ...] | None:
    """The last one with rows; None where none has: an empty list is not told apart from one not collected."""
    return next((rows for rows in reversed(lists) if rows), None)


def _names_parents(inventory: Inventory) -> bool:
    indexes = [one for one in inventory.segments if (one.type or "").startswith("INDEX")]
    return (bool(indexes) or inventory.complete is True) and all(one.parent_name is not None for one in indexes)


def _dependents(inventory: Inventory, moving: Sequence[PlanSegment]) -> Iterable[PlanSegment]:
    """What statements write anew beside what they move: the indexes of their tables, the table below a LOB or an overflow."""
    named = {(one.pdb, one.owner, one.name, one.subobject) for one in moving}
    parts: dict[_Table, set[str | None]] = {}
    for one in moving:
        if (table := _table(one)) is not None:
            parts.setdefault(table, set()).add(table_part(one.type, one.facts or {}, one.subobject))
    for row in inventory.segments:
        kind = row.type or ""
        if kind.startswith("INDEX") and row.parent_name is not None:
            table, why = (row.pdb, row.parent_owner or row.owner, row.parent_name), "is rewritten with its table"
        elif kind.startswith("TABLE"):
            table, why = (row.pdb, row.owner, row.name), "is rewritten with its LOBs"
        else:
            continue
        wanted = parts.get(table, set())
        moves = kind.startswith("TABLE") and (row.pdb, row.owner, row.name, row.subobject) in named
        if (None in wanted or row.subobject in wanted) and not moves:
            yield PlanSegment(
                row.owner,
                row.name,
                row.subobject,
                row.pdb,
                row.type,
                row.tablespace,
                row.size_bytes,
                why,
                *table[1:],
                facts={"iot": "IOT"} if (row.facts or {}).get("iot") else None,
            )


def _table(segment: PlanSegment) -> _Table | None:
    """The table whose statement moves the segment; None for an index, which has a statement of its own."""
    takes = way(segment.type, segment.facts or {}, segment.parent_name, segment.column)
    if takes in ("lobs", "iots") and segment.parent_name is not None:
        return segment.pdb, segment.parent_owner or segment.owner, segment.parent_name
    if takes in ("nested", "mview log") or (takes is None and (segment.type or "").startswith("TABLE")):
        return segment.pdb, segment.owner, segment.name
    return None
