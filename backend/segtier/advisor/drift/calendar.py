"""Groups of segments that are hot at given times, with three offers: always on SSD, moved there and back, never."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.advisor.drift.price import Price, most_cost_s, price_of
from segtier.advisor.drift.told import saved_text
from segtier.advisor.drift.weeks import Hour, reads_in
from segtier.advisor.segments.held import full_name
from segtier.analysis.words import seconds
from segtier.model.device import Tier
from segtier.model.drift import CalendarGroup
from segtier.model.forecast import Range
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.oracle.move_rate import range_min
from segtier.placement.calendar import Hot, known_times, time_of
from segtier.placement.problem import Floats
from segtier.plurals import plural
from segtier.units import format_bytes

_MATTERS = 0.01
"""Of the time in reads while it is hot: a group that takes less is none to move."""


def calendar_of(hours: Sequence[Hour], applied: frozenset[SegmentKey], tier: Tier) -> tuple[CalendarGroup, ...]:
    """Those that matter, the most first. None has a segment that cannot move or has no size; there is none where disk is fast."""
    times = known_times([hour.middle for hour in hours])
    loads = {load.key: load for hour in hours for load in hour.case.segments.loads}
    row = {key: number for number, key in enumerate(loads)}
    if not times or not row:
        return ()
    told = [reads_in(hour.case.segments.loads, row) for hour in hours]
    least, most = (np.stack(one, axis=1) for one in zip(*told, strict=True))
    read_s = np.array([hour.reads_s for hour in hours])
    on_flash = (least + most)[[row[key] for key in row if key in applied]].sum(axis=0) / 2
    price = price_of(tier, np.array([hour.reads for hour in hours]), read_s, on_flash)
    if price is None:
        return ()
    groups: dict[str, tuple[list[Hot], list[int]]] = {}
    for key, load in loads.items():
        if not load.size_bytes or (load.unmovable_reason and key not in applied):
            continue
        if found := time_of(least[row[key]], most[row[key]], times):
            hot, rows = groups.setdefault(found.time.when.name, ([], []))
            hot.append(found)
            rows.append(row[key])
    every = list(loads.values())
    made = [
        _group(hot, [every[at] for at in rows], least[rows], applied, price, read_s) for hot, rows in groups.values()
    ]
    return tuple(sorted((one for one in made if one is not None), key=lambda one: -one.saves_s.expected))


def _group(
    hot: Sequence[Hot],
    loads: Sequence[SegmentLoad],
    least: Floats,
    applied: frozenset[SegmentKey],
    price: Price,
    read_s: Floats,
) -> CalendarGroup | None:
    time, seen = hot[0].time, min(one.occurrences for one in hot)
    reads = least[:, time.inside].sum(axis=0)
    hot_s = float(np.median(read_s[time.inside]))
    saves = [float(np.median(reads)) * each for each in (price.low, price.expected, price.high)]
    if saves[1] < _MATTERS * hot_s:
        return None
    span = time.when.hours
    low, high = float(reads.min()) * price.low, float(reads.max()) * price.high
    size = sum(load.size_bytes or 0 for load in loads)
    moved = 2 * size
    costs, minutes = most_cost_s(moved, float(np.median(read_s[~time.inside]))), range_min(moved)
    saved = Range(low * span, saves[1] * span, high * span)
    name = f"{plural(len(loads), 'segment')} ({format_bytes(size)})"
    return CalendarGroup(
        when=time.when.name,
        text=f"{name} hot on {time.when.name}, cold otherwise; seen {seen} times.",
        segments=tuple(sorted(full_name(load.key) for load in loads)),
        size_bytes=size,
        on_flash=sum(load.key in applied for load in loads),
        occurrences=seen,
        hours=span,
        saves_s=saved,
        moved_bytes=moved,
        minutes=minutes,
        moves_cost_s=costs,
        offers=_offers(size, saved, moved, minutes, costs),
    )


def _offers(size: int, saved: Range, moved: int, minutes: tuple[int, int], costs: float) -> tuple[str, ...]:
    gain = saved_text(saved)
    return (
        f"Always on SSD: takes {format_bytes(size)} all the time and saves {gain} of DB time each time.",
        f"Moved there and back each time: {format_bytes(moved)} moved, about as much redo, {minutes[0]} to {minutes[1]} min, "
        f"at most {seconds(costs)} of DB time; saves {gain} less that.",
        f"Never: costs {gain} of DB time each time.",
    )
