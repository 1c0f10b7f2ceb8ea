"""Segments put together by the statement that moves them: a table with its LOBs, an index-organized table with its overflow.

Oracle's unit of work is a statement on a table; the unit of a placement is a segment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.dataclass import dataclass
from segtier.model.plan import PlanSegment
from segtier.oracle.moving import table_part, way
from segtier.plan.operations.kinds import Kind, kinds

_INDEX = ("INDEX", "INDEX PARTITION", "INDEX SUBPARTITION")


@dataclass(frozen=True, slots=True)
class Group:
    """The segments that one statement moves, the one it is named by first."""

    kind: Kind
    pdb: str | None
    owner: str
    table: str | None
    index: str | None
    part: str | None
    segments: tuple[PlanSegment, ...]

    @property
    def written(self) -> tuple[str | None, str, str | None]:
        """What its statement writes anew: of a materialized view's log the log, which it does not name."""
        log = self.kind.name == "materialized view log"
        return self.pdb, self.owner, self.segments[0].name if log else self.table


def groups(moving: Sequence[PlanSegment]) -> tuple[Group, ...]:
    """In the order of the placement. A segment of unknown type stands in two groups; the script looks which it is."""
    found: dict[tuple[object, ...], list[tuple[str, PlanSegment]]] = {}
    for segment in moving:
        for role in _roles(segment):
            found.setdefault(_key(role, segment), []).append((role, segment))
    return tuple(_group(members) for members in found.values())


def _roles(segment: PlanSegment) -> Iterable[str]:
    special = way(segment.type, segment.facts or {}, segment.parent_name, segment.column)
    if special == "lobs":
        return ("lob",)
    if special == "iots":
        other = "mapping" if (segment.facts or {}).get("iot") == "IOT_MAPPING" else "overflow"
        return ({"INDEX": "iot", "INDEX PARTITION": "iot"}.get(segment.type or "", other),)
    if special is not None:
        return (special,)
    if segment.type is None:
        return ("table", "index")
    return ("index",) if segment.type in _INDEX else ("table",)


def part_of(segment: PlanSegment) -> str | None:
    return table_part(segment.type, segment.facts or {}, segment.subobject)


def _key(role: str, segment: PlanSegment) -> tuple[object, ...]:
    if role == "index":
        return ("index", segment.pdb, segment.owner, segment.name, segment.subobject)
    table = segment.name if role in ("table", "nested") else segment.parent_name
    if role == "mview log":
        return (role, segment.pdb, segment.owner, segment.name)
    return ("table", segment.pdb, segment.owner, table, part_of(segment))


def _group(members: Sequence[tuple[str, PlanSegment]]) -> Group:
    order = ("table", "nested", "mview log", "iot", "overflow", "mapping", "lob", "index")
    ranked = sorted(members, key=lambda member: order.index(member[0]))
    roles = {role for role, _ in members}
    role, first = ranked[0]
    named = role in ("table", "nested", "index")
    table = first.parent_name if role == "index" else first.name if named else first.parent_name
    return Group(
        kinds()[_name(roles, first)],
        first.pdb,
        first.owner,
        table,
        first.name if role == "index" else None,
        part_of(first),
        tuple(segment for _, segment in ranked),
    )


def _name(roles: set[str], first: PlanSegment) -> str:
    part = part_of(first) is not None
    if "index" in roles:
        return "index partition" if part else "index"
    if roles & {"iot", "overflow", "mapping"}:
        return _iot(roles, part=part)
    if "nested" in roles:
        return "nested table"
    if "mview log" in roles:
        return "materialized view log"
    if roles == {"lob"}:
        return "LOBs of a partition" if part else "LOBs of a table"
    if "lob" in roles:
        return "partition with its LOBs" if part else "table with its LOBs"
    return "table partition" if part else "heap table"


def _iot(roles: set[str], *, part: bool) -> str:
    whole = "partition of an index-organized table" if part else "index-organized table"
    if "iot" not in roles:
        return f"overflow of {'a partition of ' if part else ''}an index-organized table"
    if "mapping" in roles:
        return f"{whole} with mapping table"
    return f"{whole} with overflow" if "overflow" in roles else whole
