"""What an inventory said of the segments that move, and what the scripts still ask of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from segtier.plan.arrivals import arrivals
from segtier.plan.contract import Lists, TargetedRequest
from segtier.plan.operations.kinds import kinds
from segtier.plan.quotas import known_quotas, limit_bytes
from segtier.plan.quoting import code_text, shown
from segtier.units import format_bytes


@cache
def _rewrite_indexes() -> frozenset[str]:
    """Kinds of segments whose move rewrites their indexes."""
    return frozenset(name for name, kind in kinds().items() if kind.indexes)


def known_of_segments(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    return [*_segments(lists, request), *_quotas(lists, request), *_indexes(lists, request)]


def _segments(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    moving = [one for one in request.move if (one.pdb, one.owner, one.name) in _moved(lists)]
    yield f"How {sum(1 for one in moving if one.facts)} of {len(moving)} segment(s) are kept, and so how they move"
    for one in lists:
        if one.outage == "blocks-writes":
            name = f"`{shown(one.owner)}.{shown(one.index or one.table)}`"
            yield f"{name} needs an outage: {one.gate.split('. ')[0]}. Set allow_offline in `settings.sql` when one is agreed"
    for segment in moving:
        if (segment.type or "").startswith("TABLE") and (segment.facts or {}).get("encrypted") is True:
            name = f"`{shown(segment.owner)}.{shown(segment.name)}`"
            yield f"{name} has encrypted columns, which stay encrypted; the keystore must be open"


def _moved(lists: Lists) -> set[tuple[str | None, str, str]]:
    return {(one.pdb, row.owner, row.name) for one in lists for row in one.rewrites}


def _quotas(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    moves = arrivals(lists)
    for owner, key in sorted({(move.owner, move.key) for move in moves}):
        homes = {one.home for one in moves if (one.owner, one.key) == (owner, key)}
        known = known_quotas(owner, key[0], homes, request)
        if known:
            limit = limit_bytes(known)
            text = "unlimited" if limit is None else format_bytes(limit)
            yield f"Quota of {code_text(owner)} where its segments for {key[1]} are now: {text}; the same is granted there"


def _indexes(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    known = request.known
    if known is not None and known.dependents is not None and any(one.kind in _rewrite_indexes() for one in lists):
        rest = "all there are" if known.dependents_complete else "there may be more"
        yield f"Indexes of the tables that are rewritten: {len(known.dependents)}, {rest}"


def asked_of_segments(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    unknown = [one for one in request.move if not one.facts and (one.pdb, one.owner, one.name) in _moved(lists)]
    if unknown:
        yield f"How {len(unknown)} segment(s) are kept: no inventory says it"
    if not list(_quotas(lists, request)):
        yield "Quotas"
    yield "Whether an owner holds UNLIMITED TABLESPACE, and which indexes are UNUSABLE already"
    yield "Sessions that hold locks: a statement waits for them as long as `lock_wait_s` says"
