"""The operations of a placement: for each group of segments the statement, what it rewrites, its outage and its way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from segtier.model.operation import Operation, Outage, Rewrite, Role
from segtier.model.plan import PlanSegment
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.groups import Group, groups, part_of
from segtier.plan.operations.kinds import Choice, Kind, choose, kinds
from segtier.plan.operations.online import as_written
from segtier.plan.operations.taken import built_with, taking
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.quoting import quoted
from segtier.plan.sqlplus.quoting import tablespace as checked

STEP = "40_move_segments.sql"
_ORDER = ("tables", "indexes")
RECORDED = '""'
"""Stands in a way back for the tablespace that no input names: no identifier is empty, the script puts in what it found."""
ENCRYPTED = "_ENC"
"""Ends the name of the target for segments whose tablespace is encrypted."""
_OFFLINE: dict[str, str] = {
    "rebuilt": "the table is read-only during its move, its indexes UNUSABLE until rebuilt (queries slow, inserts may fail)",
    "index": "the table is read-only during the rebuild",
    "rewritten": "the table, or its partition, is read-only during its move; indexes are kept up",
    "": "the table is read-only during its move",
}
_ONLINE = "none; waits for open transactions at start and end, then a short lock"
_DEFAULTS = "new partitions of"


def operations_of(moving: Sequence[PlanSegment], request: TargetedRequest, first: int = 1) -> tuple[Operation, ...]:
    """Numbered from `first` on. Tables before indexes; each table with all that one statement takes along.

    The same request gives the same rows.
    """
    found = groups(moving)
    tables = [(group, _choice(group, request)) for group in found if group.kind.indexes.get("offline") == "rebuilt"]
    homes = {group.written: built_with(group, choice, found) for group, choice in tables}
    taken = {id(index) for indexes in homes.values() for index in indexes}
    drafts = [
        _operation(group, homes.get(group.written, ()) if group.kind.step == "tables" else (), request)
        for group in found
        if id(group) not in taken
    ]
    drafts += [
        one
        for group in _partitioned(found)
        if group.segments[0].whole not in request.apart
        for one in _defaults(group, request)
    ]
    ordered = sorted(drafts, key=lambda one: (one.pdb or "", _ORDER.index(kinds()[one.kind].step)))
    return tuple(replace(one, id=f"O{number:03}") for number, one in enumerate(as_written(ordered), first))


def target_of(segment: PlanSegment, request: TargetedRequest) -> str:
    """The tablespace it goes to: of its kind, and encrypted where the one of today is; or one that is there as it is."""
    if request.place_there and segment.key in request.into:
        return checked(request.into[segment.key])
    index = (segment.type or "").startswith("INDEX")
    name = checked(request.targets.index_tablespace if index else request.targets.data_tablespace)
    return checked(name + ENCRYPTED) if (segment.facts or {}).get("tablespace_encrypted") is True else name


def _target_in(group: Group, segment: PlanSegment, request: TargetedRequest) -> str:
    """Its own; a mapping table goes with its index-organized table (SQL Language Reference, mapping_table_clauses)."""
    mapping = (segment.facts or {}).get("iot") == "IOT_MAPPING"
    return target_of(group.segments[0] if mapping else segment, request)


def is_encrypted(target: str, request: TargetedRequest) -> bool:
    """A target made for segments of encrypted tablespaces."""
    return target not in (checked(request.targets.data_tablespace), checked(request.targets.index_tablespace))


def _choice(group: Group, request: TargetedRequest) -> Choice:
    facts = {name: value for one in reversed(group.segments) for name, value in (one.facts or {}).items()}
    return choose(group.kind, facts, request)


def _operation(group: Group, rebuilt: Sequence[Group], request: TargetedRequest) -> Operation:
    kind, choice = group.kind, _choice(group, request)
    rows = [_row("moves", segment, _target_in(group, segment, request)) for segment in group.segments]
    rows += _beside(group, choice, rebuilt, request)
    first = kind.online if choice.word != "NO" else kind.offline
    form = (first or kind.offline).ddl
    there, back = _slots(group, rows, home=False), _slots(group, rows, home=True)
    taken = [row for row in rows if row.role == "rebuilt"] if choice.word == "YES" else []
    outage, outage_text = _outage(kind, choice)
    return Operation(
        id="",
        kind=kind.name,
        file=STEP,
        pdb=group.pdb,
        owner=group.owner,
        table=group.table,
        index=group.index,
        part=group.part,
        target=rows[0].target or "",
        statement=taking(form.literal(**there), [(row, row.target) for row in taken]),
        otherwise=kind.offline.ddl.literal(**there) if choice.word != "NO" else None,
        rewrites=tuple(rows),
        outage=outage,
        outage_text=outage_text,
        gate=f"{choice.reason}. {kind.source}" if choice.reason else kind.source,
        inverse=taking(form.literal(**back), [(row, row.home) for row in taken]),
        inverse_otherwise=kind.offline.ddl.literal(**back) if choice.word != "NO" else None,
        online=choice.word,
        online_since=".".join(map(str, kind.online.since)) if kind.online and kind.online.since else None,
        risk=_risk(kind, choice),
    )


def _outage(kind: Kind, choice: Choice) -> tuple[Outage, str]:
    offline = _OFFLINE["index" if kind.step == "indexes" else kind.indexes.get("offline", "")]
    if choice.word == "YES":
        return "short-lock", _ONLINE
    if choice.word == "NO":
        return "blocks-writes", offline
    return "looked-up", f"none where it can move online; else {offline}, and it stops until settings.sql allows that"


def _risk(kind: Kind, choice: Choice) -> str:
    if kind.step == "indexes" or choice.word == "YES":
        return "killed half-way it leaves a build that Oracle's SMON, or the script when run again, cleans up"
    if kind.indexes.get("offline") == "rebuilt":
        return "killed between move and rebuild it leaves UNUSABLE indexes; the script rebuilds them when run again"
    return ""


def _row(role: Role, segment: PlanSegment, target: str | None) -> Rewrite:
    return Rewrite(
        role,
        segment.type,
        segment.owner,
        segment.name,
        segment.subobject,
        segment.tablespace,
        target,
        segment.size_bytes,
        segment.column,
    )


def _beside(group: Group, choice: Choice, rebuilt: Sequence[Group], request: TargetedRequest) -> list[Rewrite]:
    """What the statement writes anew where it is: the table below a LOB, and the indexes of a table."""
    online = "online" if choice.word == "YES" else "offline"
    fate = group.kind.indexes.get(online)
    moved = {(one.owner, one.name, one.subobject) for other in rebuilt for one in other.segments}
    rows = [_row("rebuilt", one, target_of(one, request)) for other in rebuilt for one in other.segments]
    named = {(one.owner, one.name, one.subobject) for one in group.segments}
    for one in _dependents(group, request):
        index = (one.type or "").startswith("INDEX") and (one.facts or {}).get("iot") is None
        if (one.owner, one.name, one.subobject) in named | moved:
            continue
        if not index and group.kind.name.startswith(("LOBs", "overflow")):
            rows.append(_row("rewritten", one, one.tablespace))
        elif index and fate is not None:
            rows.append(_row("rebuilt" if fate == "rebuilt" else "rewritten", one, one.tablespace))
    return rows


def _dependents(group: Group, request: TargetedRequest) -> list[PlanSegment]:
    listed = (request.known.dependents if request.known else None) or ()
    return [
        one
        for one in listed
        if (one.pdb, one.parent_owner, one.parent_name) == group.written
        and (group.part is None or part_of(one) == group.part)
        and group.kind.step == "tables"
    ]


def _slots(group: Group, rows: Sequence[Rewrite], *, home: bool) -> Mapping[str, str]:
    """Finished text for every slot of every form; `home`: of the way back."""

    def place(row: Rewrite) -> str:
        name = row.home if home else row.target
        return RECORDED if name is None else quoted(name)

    movers = [(segment, row) for segment, row in zip(group.segments, rows, strict=False)]
    lobs = [(segment, row) for segment, row in movers if row.column is not None and (row.type or "").startswith("LOB")]
    beside = [row for segment, row in movers if (segment.facts or {}).get("iot") == "IOT_OVERFLOW"]
    owner = quoted(group.owner)
    word = (group.segments[0].type or "PARTITION").split(" ")[-1]
    return {
        "table": f"{owner}.{quoted(group.table or '')}",
        "index": f"{owner}.{quoted(group.index or '')}",
        "part": f"{'SUBPARTITION' if word == 'SUBPARTITION' else 'PARTITION'} {quoted(group.part or '')}",
        "tablespace": place(rows[0]),
        "overflow": place(beside[0]) if beside else "",
        "lobs": " ".join(_lob(segment, place(row)) for segment, row in lobs),
    }


def _lob(segment: PlanSegment, place: str) -> str:
    kind = "SECUREFILE" if (segment.facts or {}).get("securefile") is True else "BASICFILE"
    return ddl.LOB_ITEM.literal(column=quoted(segment.column or ""), kind=kind, tablespace=place)


def _partitioned(found: Sequence[Group]) -> list[Group]:
    """One group of partitions for each table or index some of whose partitions move."""
    first: dict[tuple[object, ...], Group] = {}
    for group in found:
        if (
            group.kind.name in ("table partition", "partition with its LOBs", "index partition")
            and group.segments[0].type
        ):
            first.setdefault((group.pdb, group.owner, group.table if group.index is None else group.index), group)
    return list(first.values())


def _defaults(group: Group, request: TargetedRequest) -> list[Operation]:
    """Where partitions made later go: to the flash as well, where settings.sql says so."""
    kind = kinds()[f"{_DEFAULTS} {'a table' if group.index is None else 'an index'}"]
    owner = quoted(group.owner)
    slots = {"table": f"{owner}.{quoted(group.table or '')}", "index": f"{owner}.{quoted(group.index or '')}"}
    target = target_of(group.segments[0], request)
    return [
        Operation(
            id="",
            kind=kind.name,
            file=STEP,
            pdb=group.pdb,
            owner=group.owner,
            table=group.table,
            index=group.index,
            part=None,
            target=target,
            statement=kind.offline.ddl.literal(**slots, tablespace=quoted(target)),
            otherwise=None,
            rewrites=(),
            outage="none",
            outage_text="none",
            gate=kind.source,
            inverse=kind.offline.ddl.literal(**slots, tablespace=RECORDED),
            risk="runs only where new_partitions_ok in settings.sql says YES",
        )
    ]
