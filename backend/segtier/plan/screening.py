"""Segments that a plan refuses, each with the reason; the others go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.errors import Infeasible
from segtier.model.plan import PlanSegment
from segtier.oracle.moving import KINDS, refusal_by_facts, way
from segtier.oracle.names import SYSTEM_TABLESPACES, helper
from segtier.oracle.owners import is_oracles
from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.kinds import version
from segtier.plan.quoting import SHORT_BYTES, container, identifier_fault, longest_identifier_bytes
from segtier.units import format_bytes

_REASONS = {
    "LOB": "LOB segments are not moved by these scripts",
    "CLUSTER": "clusters cannot be moved",
    "NESTED TABLE": "nested tables are not moved by these scripts",
    "UNDO": "undo is not moved as a segment",
    "ROLLBACK": "undo is not moved as a segment",
    "TEMPORARY": "temporary segments are not moved",
    "QUEUE": "queue tables need the queue procedures of Oracle Support",
    "MATERIALIZED VIEW": "materialized views are not moved by these scripts",
    "IOT": "index-organized tables are not moved by these scripts",
}


def screen_segments(request: TargetedRequest) -> tuple[tuple[PlanSegment, ...], tuple[PlanSegment, ...]]:
    """(segments the scripts move, segments they do not, each with the reason). Raises Infeasible."""
    longest = _longest(request)
    moving, refused = [], []
    for segment in request.move:
        reason = refusal(segment, longest)
        if reason is None:
            moving.append(segment)
        else:
            refused.append(replace(segment, reason=reason))
    if not moving:
        raise Infeasible("no segment is left to move", code="nothing-to-move", advice=_why_none(refused))
    _must_fit(moving, request)
    return tuple(moving), tuple(refused)


def with_usable_dependents(request: TargetedRequest) -> TargetedRequest:
    """Without the indexes whose names no script may carry; then the scripts look for more of them."""
    known = request.known
    if known is None or known.dependents is None:
        return request
    longest = _longest(request)
    usable = tuple(one for one in known.dependents if _name_fault(one, longest) is None)
    complete = known.dependents_complete and len(usable) == len(known.dependents)
    return replace(request, known=replace(known, dependents=usable, dependents_complete=complete))


def refusal(segment: PlanSegment, longest_bytes: int) -> str | None:
    """Why the scripts do not move this segment, or None."""
    fault = _name_fault(segment, longest_bytes)
    if fault is not None:
        return fault
    if is_oracles(segment.owner):
        return "Oracle owns this schema, its segments stay"
    if segment.tablespace in SYSTEM_TABLESPACES:
        return f"lies in {segment.tablespace}, whose segments stay"
    facts = segment.facts or {}
    reason = refusal_by_facts(segment.type, facts, segment.subobject, segment.parent_name, segment.column)
    if reason is not None:
        return reason
    if way(segment.type, facts, segment.parent_name, segment.column) is not None and not segment.name.startswith(
        "BIN$"
    ):
        return _other_owner(segment)
    return _type_refusal(segment)


def _longest(request: TargetedRequest) -> int:
    return longest_identifier_bytes(release_of(request.database), version(request.compatible))


def _name_fault(segment: PlanSegment, longest_bytes: int) -> str | None:
    names = [(name, longest_bytes) for name in (segment.owner, segment.name, segment.subobject, *_family(segment))]
    for name, longest in (*names, (segment.tablespace, SHORT_BYTES)):
        fault = identifier_fault(name, longest) if name is not None else None
        if fault:
            return fault
    if segment.pdb is not None and container(segment.pdb) is None:
        return "the name of its PDB is not a plain one"
    return None


def _family(segment: PlanSegment) -> tuple[str | None, ...]:
    """Names of the table around a segment, which a script carries too; a TABLE PARTITION may be among the facts."""
    part = (segment.facts or {}).get("table_partition")
    return (segment.parent_owner, segment.parent_name, segment.column, part if isinstance(part, str) else None)


def _other_owner(segment: PlanSegment) -> str | None:
    if segment.parent_owner in (None, segment.owner):
        return None
    return "belongs to a table of another owner, which these scripts do not follow"


def _type_refusal(segment: PlanSegment) -> str | None:
    kind = segment.type
    if kind is not None and kind not in KINDS:
        known = (reason for word, reason in _REASONS.items() if word in kind)
        return next(known, "segments of this type are not moved by these scripts")
    if helper(segment.name) is not None:
        return "a helper segment of Oracle's, moved only through its parent"
    if kind not in (None, "TABLE", "INDEX") and segment.subobject is None:
        return "the report does not name the partition, and a partitioned segment moves only part by part"
    return None


def _must_fit(moving: Sequence[PlanSegment], request: TargetedRequest) -> None:
    known = sum(segment.size_bytes or 0 for segment in moving)
    if known > request.tier.usable_bytes:
        raise Infeasible(
            f"the segments hold {format_bytes(known)}, the SSD {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )


def _why_none(refused: Sequence[PlanSegment]) -> str | None:
    return "; ".join(sorted({segment.reason for segment in refused})) or None
