"""The segments that an option names: looked up in the inputs, with what they take and what moving them changes.

Forecast and size follow from the members alone, so the same segments have the same forecast whatever the option is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.segments.fast_today import fast_today
from segtier.advisor.segments.held import Held, called, named_nowhere
from segtier.advisor.segments.movers import requests_of, worth_is_known
from segtier.advisor.segments.shares import share_of
from segtier.analysis.words import pct
from segtier.dataclass import dataclass
from segtier.forecast import Change
from segtier.forecast.constants import UNSEEN_SHARE
from segtier.model.profile import SegmentLoad
from segtier.model.segment_set import AS_MANY_AS_FIT, SegmentSet
from segtier.model.workload import SegmentKey


@dataclass(frozen=True, slots=True)
class Members:
    rows: tuple[SegmentLoad, ...]
    """Those that move."""
    stay: tuple[SegmentLoad, ...] = ()
    """Others that were named, and cannot move."""
    kept: tuple[SegmentLoad, ...] = ()
    """Others that were named, and are to stay where they are, as somebody asked."""
    all_indexes: bool = False
    """Those that no list names go too."""
    excluded: frozenset[SegmentKey] = frozenset()
    """All that is to stay as somebody asked, named here or not."""
    hottest: tuple[SegmentLoad, ...] = ()
    """Of the rows, those that are there because they are hot."""
    no_room: tuple[SegmentLoad, ...] = ()
    """Of the hottest tables, those passed over for want of room, or of a size."""

    @property
    def keys(self) -> frozenset[SegmentKey]:
        return frozenset(row.key for row in self.rows)


INDEXES = SegmentSet("indexes", indexes=True, typed=False)


def all_indexes(case: Case, held: Held) -> Members:
    return replace(members_of(case, held, INDEXES), all_indexes=True)


def members_of(case: Case, held: Held, one: SegmentSet) -> Members:
    """Raises Refused for names that no segment has."""
    loads = case.segments.loads
    named_nowhere(one.names, loads)
    named = {load.key: load for name in one.names for load in called(name, loads)}
    kept = tuple(load for load in named.values() if load.key in held.excluded)
    stay = tuple(load for load in named.values() if load.unmovable_reason is not None and load.key not in held.excluded)
    able = [load for load in loads if load.unmovable_reason is None and load.key not in held.excluded]
    rows = {load.key: load for load in able if load.key in named or (one.indexes and load.is_index)}
    without = Members(tuple(rows.values()), stay, kept, excluded=held.excluded)
    if one.hottest is None:
        return without
    hottest, no_room = _hottest(case, without, able, one.hottest)
    return replace(without, rows=(*without.rows, *hottest), hottest=hottest, no_room=no_room)


def _hottest(
    case: Case, taken: Members, able: Iterable[SegmentLoad], most: int
) -> tuple[tuple[SegmentLoad, ...], tuple[SegmentLoad, ...]]:
    """Tables with most requests, each with all of its partitions, beside those taken already and those as fast today as on the
    SSD; and those passed over.
    """
    tables: dict[tuple[str | None, str, str], list[SegmentLoad]] = {}
    for load in able:
        if load.key in taken.keys or not (load.type or "").startswith("TABLE") or fast_today(case, load):
            continue
        if worth_is_known(case.profile, load):
            tables.setdefault(load.key[:3], []).append(load)
    in_order = sorted(tables.values(), key=lambda rows: -sum(map(_heat, rows)))
    if most != AS_MANY_AS_FIT:
        return tuple(row for rows in in_order[:most] for row in rows), ()
    used = used_bytes(case, taken) or 0
    chosen: list[SegmentLoad] = []
    passed: list[SegmentLoad] = []
    for rows in in_order:
        size = sum_of_sizes(rows)
        fits = size is not None and used + size <= case.capacity_bytes
        (chosen if fits else passed).extend(rows)
        used += (size or 0) if fits else 0
    return tuple(chosen), tuple(passed)


def _heat(load: SegmentLoad) -> float:
    return (load.read_requests_per_s or 0.0) + (load.write_requests_per_s or 0.0)


def sum_of_sizes(rows: Iterable[SegmentLoad]) -> int | None:
    """None where one is not known."""
    sizes = [row.size_bytes for row in rows]
    return None if None in sizes else sum(size or 0 for size in sizes)


def used_bytes(case: Case, members: Members) -> int | None:
    """What they take; None where a size is not known."""
    if not members.all_indexes:
        return sum_of_sizes(members.rows)
    indexes = case.segments.index_size_bytes
    others = sum_of_sizes(row for row in members.rows if not row.is_index)
    if indexes is None or others is None:
        return None
    there = (load for load in case.segments.loads if load.is_index and (load.key in members.excluded or load.on_flash))
    return indexes - sum(load.size_bytes or 0 for load in there) + others


def change_of_members(case: Case, members: Members) -> Change:
    """What moving them changes. How much of the I/O that no list names is theirs, where lists do not name them, is not known."""
    change = replace(share_of(case, members.rows), by_kind=True)
    untold = reads_not_known(case, members)
    if not (members.all_indexes and _unlisted_indexes(case)) and not untold:
        return change
    # Of all reads and writes those of segments that no list names: the most that it may be.
    reads, writes = 1 - (case.segments.read_coverage or 0.0), 1 - (case.segments.write_coverage or 0.0)
    if untold:  # Lists that name segments without their figures may say how much these make together: it may be theirs.
        reads, writes = map(max, (reads, writes), _without_figures(case))
    return replace(change, reads_extra=reads, writes_extra=writes)


def _without_figures(case: Case) -> tuple[float, float]:
    """Of all reads and writes, what the segments whose figures are known do not make."""
    known = [load for load in case.segments.loads if worth_is_known(case.profile, load)]
    reads, _, writes = requests_of(case.profile, known).sum(axis=0).tolist()
    return max(1 - reads, 0.0), max(1 - writes, 0.0)


def hangs_on_unlisted(change: Change, whose: str) -> str | None:
    """Why it is not to be counted on: more than half of what it is taken to move is I/O that no list names."""
    if change.reads_extra * UNSEEN_SHARE.expected <= change.buffered_reads:
        return None
    share = pct(change.reads_extra)
    return f"{share} of the reads are of segments that no list names; how many of them are of {whose} is not known."


def _unlisted_indexes(case: Case) -> bool:
    """Whether there are, or may be, indexes that no list names."""
    whole = case.segments.index_size_bytes
    listed = sum_of_sizes(load for load in case.segments.loads if load.is_index)
    return whole is None or listed is None or whole > listed


def reads_not_known(case: Case, members: Members) -> Sequence[SegmentLoad]:
    """Members of which no list says what they read and write."""
    return [row for row in members.rows if not worth_is_known(case.profile, row)]
