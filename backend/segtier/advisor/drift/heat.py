"""What segments read over time, for a picture: from every interval that lists reads of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from segtier.advisor.case import Case, own_hour_of
from segtier.advisor.drift.weeks import buffered, has_own_lists
from segtier.model.heat_map import HeatGroup, HeatMap, HeatSegment
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey

MOST_SEGMENTS, MOST_OWNERS, MOST_STEPS = 50, 8, 96
_STEPS_S = tuple(3_600.0 * hours for hours in (0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 24, 48, 168))


class _Told(NamedTuple):
    """One interval."""

    middle: datetime
    elapsed_s: float
    reads: dict[SegmentKey, float]
    """Buffered reads an hour of those its lists name."""
    last: float
    """Of the last one that is named: no other has read more."""


class _Steps(NamedTuple):
    begin: datetime
    step_s: float
    of: tuple[tuple[_Told, ...], ...]
    """The intervals of each step, by their middle."""


def heat_of(case: Case) -> HeatMap:
    """Empty where no interval tells what its segments read."""
    loads: dict[SegmentKey, SegmentLoad] = {}
    told = list(_told(case, loads))
    if not told:
        return HeatMap("", (), 0.0, 0, (), ())
    steps = _stepped(told)
    shown = [one for intervals in steps.of for one in intervals]
    total: dict[SegmentKey, float] = defaultdict(float)
    for one in shown:
        for key, reads in one.reads.items():
            total[key] += reads * one.elapsed_s
    order = sorted(total, key=lambda key: (-total[key], repr(key)))
    begins = tuple(steps.begin + timedelta(seconds=at * steps.step_s) for at in range(len(steps.of)))
    segments = tuple(_segment(loads[key], steps) for key in order[:MOST_SEGMENTS])
    return HeatMap("", begins, steps.step_s, len(shown), segments, _groups(order[MOST_SEGMENTS:], total, steps))


def _told(case: Case, loads: dict[SegmentKey, SegmentLoad]) -> Iterator[_Told]:
    """Only figures are held: a month of lists is long."""
    for slot in case.slots:
        hour = own_hour_of(case, slot) if slot.begin_time is not None else None
        if hour is None or slot.begin_time is None or not has_own_lists(hour):
            continue
        listed = [load for load in hour.segments.loads if load.read_requests_per_s is not None]
        reads = {load.key: buffered(load) for load in listed}
        loads.update((load.key, load) for load in listed)
        elapsed_s = hour.profile.elapsed_s
        yield _Told(slot.begin_time + timedelta(seconds=elapsed_s / 2), elapsed_s, reads, min(reads.values()))


def _stepped(told: Sequence[_Told]) -> _Steps:
    """Steps begin with a day and are no shorter than an interval, so that none is empty for that alone. Of many the latest."""
    first, last = min(one.middle for one in told), max(one.middle for one in told)
    lengths = sorted(one.elapsed_s for one in told)
    longest = lengths[len(lengths) // 2]
    for step_s in _STEPS_S:
        day = datetime.combine(first.date(), datetime.min.time())
        begin = day + timedelta(seconds=(first - day).total_seconds() // step_s * step_s)
        count = int((last - begin).total_seconds() // step_s) + 1
        if step_s >= longest * 0.95 and count <= MOST_STEPS:
            break
    skipped = max(count - MOST_STEPS, 0)
    begin += timedelta(seconds=skipped * step_s)
    found: list[list[_Told]] = [[] for _ in range(count - skipped)]
    for one in told:
        at = int((one.middle - begin).total_seconds() // step_s)
        if at >= 0:
            found[at].append(one)
    return _Steps(begin, step_s, tuple(map(tuple, found)))


def _segment(load: SegmentLoad, steps: _Steps) -> HeatSegment:
    pdb, owner, name, subobject, _ = load.key
    least = tuple(_mean(one, lambda told: told.reads.get(load.key, 0.0)) for one in steps.of)
    most = tuple(_mean(one, lambda told: told.reads.get(load.key, told.last)) for one in steps.of)
    return HeatSegment(pdb, owner, name, subobject, load.type, load.tablespace, least, most)


def _groups(keys: Sequence[SegmentKey], total: Mapping[SegmentKey, float], steps: _Steps) -> tuple[HeatGroup, ...]:
    by_owner: dict[str, list[SegmentKey]] = defaultdict(list)
    for key in keys:
        by_owner[key[1]].append(key)
    owners = sorted(by_owner, key=lambda owner: (-sum(total[key] for key in by_owner[owner]), owner))
    named: list[tuple[str | None, list[SegmentKey]]] = [(owner, by_owner[owner]) for owner in owners[:MOST_OWNERS]]
    others = [key for owner in owners[MOST_OWNERS:] for key in by_owner[owner]]
    return tuple(_group(owner, mine, steps) for owner, mine in (*named, (None, others)) if mine)


def _group(owner: str | None, keys: Sequence[SegmentKey], steps: _Steps) -> HeatGroup:
    mine = frozenset(keys)
    least = tuple(
        _mean(one, lambda told: sum(reads for key, reads in told.reads.items() if key in mine)) for one in steps.of
    )
    return HeatGroup(owner, len(keys), least)


def _mean(intervals: Sequence[_Told], figure: Callable[[_Told], float]) -> float | None:
    elapsed_s = sum(one.elapsed_s for one in intervals)
    return sum(figure(one) * one.elapsed_s for one in intervals) / elapsed_s if elapsed_s else None
