"""What cannot be planned: a whole request, segments (each with the reason; the others go on), names that are taken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from segtier.errors import Infeasible
from segtier.model.device import SAY_SHARED, SAY_SHARED_TIER
from segtier.model.inventory import Tablespace
from segtier.model.operation import Operation
from segtier.model.plan import PlanSegment
from segtier.oracle.gates import engineered
from segtier.oracle.moving import KINDS, refusal_by_facts, way
from segtier.oracle.names import SYSTEM_TABLESPACES, helper
from segtier.oracle.owners import is_oracles
from segtier.oracle.releases import release_of
from segtier.plan.contract import Scripts, TargetedRequest
from segtier.plan.operations.arrivals import Key, arrivals
from segtier.plan.operations.kinds import version
from segtier.plan.sqlplus.quoting import SHORT_BYTES, container, identifier_fault, longest_identifier_bytes
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
_OLDEST = {False: (11, 1), True: (11, 2)}
"""By whether the whole instance is changed."""


def screen_segments(request: TargetedRequest) -> tuple[tuple[PlanSegment, ...], tuple[PlanSegment, ...]]:
    """(segments the scripts move, segments they do not, each with the reason). Raises Infeasible."""
    moving, refused = movable(request.move, request)
    if not moving:
        why = "; ".join(sorted({segment.reason for segment in refused})) or None
        raise Infeasible("no segment is left to move", code="nothing-to-move", advice=why)
    _must_fit(moving, request)
    return moving, refused


def movable(
    segments: Sequence[PlanSegment], request: TargetedRequest
) -> tuple[tuple[PlanSegment, ...], tuple[PlanSegment, ...]]:
    """(segments the scripts can move, segments they cannot, each with the reason)."""
    longest = _longest(request)
    told = [(segment, refusal(segment, longest)) for segment in segments]
    return (
        tuple(segment for segment, reason in told if reason is None),
        tuple(replace(segment, reason=reason) for segment, reason in told if reason is not None),
    )


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
        return f"is in {segment.tablespace}; segments there stay"
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
    return "belongs to a table of another owner, which these scripts do not handle"


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


def screen_request(request: TargetedRequest) -> Scripts:
    """The scripts of its option. Raises Refused or Infeasible where nothing of the request can be planned."""
    scripts = request.scripts
    release, oldest = release_of(request.database), _OLDEST[request.spec.whole_instance]
    if release is not None and release[:2] < oldest:
        raise Infeasible(
            f"these scripts are for {'.'.join(map(str, oldest))} and later; this is {request.database.release}",
            code="release-too-old",
        )
    own_flash = engineered(request.database)
    if own_flash is not None:
        raise Infeasible(own_flash, code="engineered-storage")
    scripts.screen(request)
    if request.database.rac is True and not request.tier.shared and not request.spec.per_node:
        raise Infeasible(
            f"a cluster keeps data, redo and temp on storage that every node sees; {request.flash} sits inside one server",
            code="rac-local-flash",
            advice=_shared_by_all(request),
        )
    return scripts


def _shared_by_all(request: TargetedRequest) -> str:
    if request.tier_name:
        return f"Take storage that all nodes share for it. {SAY_SHARED_TIER}"
    return f"Use the SSD as Smart Flash Cache on every node, or SSD that all nodes share. {SAY_SHARED}"


def check_tablespaces(lists: Sequence[Operation], request: TargetedRequest) -> None:
    """Raises Infeasible (`name-taken`) where a target exists with other contents or with files outside the flash."""
    for each in listed_as({each.key for each in arrivals(lists)}, request):
        if each.contents not in (None, "PERMANENT"):
            raise name_taken(each, f"holds {each.contents} segments")
        if _lies_elsewhere(each, request) and request.place_there:
            raise Infeasible(
                f"tablespace {each.name} has files outside {request.place.setting}, by the inventory",
                code="tier-elsewhere",
                advice="Give the tier the place where the files of its tablespaces are.",
            )
        if _lies_elsewhere(each, request):
            raise name_taken(each, f"has files outside {request.place.setting}")


def listed_as(names: Collection[Key], request: TargetedRequest) -> list[Tablespace]:
    """The tablespaces of these names (container, tablespace) that the inventory lists."""
    listed = (request.known.tablespaces if request.known else None) or ()
    return [each for each in listed if (each.pdb or "", each.name) in names]


def _lies_elsewhere(taken: Tablespace, request: TargetedRequest) -> bool:
    place = request.place
    files = (request.known.datafiles if request.known else None) or ()
    mine = [file for file in files if (file.pdb, file.tablespace) == (taken.pdb, taken.name)]
    return not place.asked and any(not file.name.startswith(place.start) for file in mine)


def name_taken(taken: Tablespace, why: str) -> Infeasible:
    return Infeasible(
        f"tablespace {taken.name} exists already and {why}, by the inventory",
        code="name-taken",
        advice="Choose another name for the tablespace on SSD.",
    )
