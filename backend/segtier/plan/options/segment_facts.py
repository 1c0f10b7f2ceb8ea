"""What an inventory said of the segments that move, and what the scripts still ask of them."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.plan import PlanRequest
from segtier.plan.moves.known import outage
from segtier.plan.options.option import Lists
from segtier.plan.quotas import known_quotas, limit_bytes
from segtier.plan.quoting import shown
from segtier.plan.sizing import key_of
from segtier.units import format_bytes


def known_of_segments(lists: Lists, request: PlanRequest) -> Iterable[str]:
    return [*_segments(lists), *_quotas(lists, request), *_indexes(lists, request)]


def _segments(lists: Lists) -> Iterable[str]:
    moves = [(each.kind, move.segment) for each in lists for move in each.moves]
    yield f"How {sum(1 for _, one in moves if one.facts)} of {len(moves)} segment(s) are kept, and so how they move"
    for kind, segment in moves:
        why = outage(kind, segment)
        name = f"`{shown(segment.owner)}.{shown(segment.name)}`"
        if why:
            yield f"{name} needs an outage: {why}. Set allow_offline in `settings.sql` when one is agreed"
        if kind in ("tables", "partitions") and (segment.facts or {}).get("encrypted") is True:
            yield f"{name} has encrypted columns, which stay encrypted; the keystore must be open"


def _quotas(lists: Lists, request: PlanRequest) -> Iterable[str]:
    moves = [move for each in lists for move in each.moves]
    for owner, key in sorted({(move.segment.owner, key_of(move)) for move in moves}):
        homes = {one.segment.tablespace for one in moves if (one.segment.owner, key_of(one)) == (owner, key)}
        known = known_quotas(owner, key[0], homes, request)
        if known:
            limit = limit_bytes(known)
            text = "unlimited" if limit is None else format_bytes(limit)
            yield f"Quota of {shown(owner)} where its segments for {key[1]} are now: {text}; the same is granted there"


def _indexes(lists: Lists, request: PlanRequest) -> Iterable[str]:
    known = request.known
    if known is not None and known.dependents is not None and any(each.kind in ("tables", "lobs") for each in lists):
        rest = "all there are" if known.dependents_complete else "there may be more"
        yield f"Indexes of the tables that are rewritten: {len(known.dependents)}, {rest}"


def asked_of_segments(lists: Lists, request: PlanRequest) -> Iterable[str]:
    unknown = [move.segment for each in lists for move in each.moves if not move.segment.facts]
    if unknown:
        yield f"How {len(unknown)} segment(s) are kept: no inventory says it"
    if not list(_quotas(lists, request)):
        yield "Quotas"
    yield "Whether an owner holds UNLIMITED TABLESPACE, and which indexes are UNUSABLE already"
    yield "Sessions that hold locks: a statement waits for them as long as `lock_wait_s` says"
