"""The answer: what to take off, what to bring, what that costs, and when it has paid for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.drift.base import Base
from segtier.advisor.drift.calendar import calendar_of
from segtier.advisor.drift.price import Price, most_cost_s, price_of
from segtier.advisor.drift.told import told
from segtier.advisor.drift.weeks import Weeks, hours_in, weeks_of
from segtier.advisor.growth.answer import growth_of
from segtier.advisor.segments.held import full_name
from segtier.analysis.segment_names import with_named
from segtier.model.drift import Drift, DriftSegment
from segtier.model.forecast import Range
from segtier.oracle.move_rate import range_min
from segtier.placement.drift import WEEKS_NEEDED, Swap, swap_of, worth_of
from segtier.placement.problem import Whole


def drift_of(case: Case, base: Base) -> Drift:
    """Raises Refused for names in a set that no segment has."""
    hours = [hour for hour in hours_in(case) if base.counts(hour.middle)]
    named = with_named(case.segments, base.names or (), case.known)
    weeks = weeks_of(case, hours, named.loads)
    unlisted = base.unlisted(weeks.loads)
    mine = np.array(base.of(weeks.loads), bool)
    at = [
        number
        for number, load in enumerate(weeks.loads)
        if load.size_bytes and (mine[number] or not load.unmovable_reason)
    ]
    inside = mine[at]
    known = int(inside.sum())

    on_flash = (weeks.least + weeks.most)[mine].sum(axis=0) / 2
    price = price_of(case.request.tier, weeks.reads, weeks.reads_s, on_flash)
    keys = frozenset(load.key for load, one in zip(weeks.loads, mine.tolist(), strict=True) if one)
    on_ssd = int(mine.sum()) + unlisted
    found = Drift("stays", "", weeks.count, WEEKS_NEEDED, weeks.like_hours, on_ssd, on_ssd - known, base.told)
    found = replace(found, calendar=calendar_of(hours, keys, case.request.tier), growth=growth_of(case, base))
    if not known:
        return told(replace(found, state="nothing-applied"))
    if weeks.count < WEEKS_NEEDED:
        return told(replace(found, state="too-short"))
    if price is None:
        return told(replace(found, state="no-gain"))
    size = np.array([weeks.loads[number].size_bytes for number in at], np.int64)
    # What a segment of unknown size takes nobody knows: then no room is free but what a swap frees.
    room = 0 if found.unsized else case.capacity_bytes
    swap = swap_of(weeks.least[at], weeks.most[at], size, inside, room)
    return told(found if swap is None else _swapped(found, weeks, at, size, swap, price))


def _swapped(found: Drift, weeks: Weeks, at: Sequence[int], size: Whole, swap: Swap, price: Price) -> Drift:
    worth = worth_of(weeks.least[at], weeks.most[at])

    def rows(which: np.ndarray) -> tuple[DriftSegment, ...]:
        order = which[np.argsort(-worth.expected[which], kind="stable")]
        return tuple(
            DriftSegment(
                full_name(weeks.loads[at[one]].key),
                int(size[one]),
                Range(float(worth.low[one]), float(worth.expected[one]), float(worth.high[one])),
            )
            for one in order.tolist()
        )

    moved = int(size[swap.out].sum() + size[swap.into].sum())
    gain = [reads * each for reads, each in zip(swap.gain, (price.low, price.expected, price.high), strict=True)]
    costs = most_cost_s(moved, float(np.median(weeks.reads_s)))
    return replace(
        found,
        state="swap",
        take_off=rows(swap.out),
        bring=rows(swap.into),
        seen_in=swap.seen_in,
        saves_s_per_hour=Range(*gain),
        frees_bytes=int(size[swap.out].sum() - size[swap.into].sum()),
        moved_bytes=moved,
        minutes=range_min(moved),
        costs_s=costs,
        pays_after_hours=costs / gain[0],
    )
