"""The answer: what to take off, what to bring, what that costs, and when it has paid for itself.

After a move the reads that are left on disk are fewer, and the database's mean read is mostly one of SSD. So what a read from
disk takes today is what is left of the read time once the reads of the applied segments are taken out at the speed of the SSD.
A swap brings in more reads than it takes out, so the disks get no slower by it: at that latency its gain is a low one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.drift.told import told
from segtier.advisor.drift.weeks import Weeks, weeks_of
from segtier.advisor.segments.held import full_name, named_nowhere
from segtier.analysis.segment_names import is_called
from segtier.errors import Refused
from segtier.model.drift import Drift, DriftSegment
from segtier.model.forecast import Range
from segtier.model.profile import SegmentLoad
from segtier.model.request import AdviceRequest
from segtier.placement.drift import WEEKS_NEEDED, Swap, swap_of, worth_of
from segtier.placement.problem import Whole
from segtier.question.sets import read_set
from segtier.units import S_PER_HOUR

_SLOWEST, _FASTEST = 50e6, 400e6
"""Bytes a second of one stream that moves segments, as the scripts assume."""
_LEAST_DISK_READS = 0.01
"""Of all buffered reads: of fewer nobody can tell how long they take."""


def applied_by(request: AdviceRequest) -> tuple[str, ...] | None:
    """The names of the set that is asked with; None where none is. Raises Refused for several."""
    if len(request.sets) > 1:
        raise Refused(
            "several sets are named, and one plan was applied",
            code="several-sets",
            advice="Name the segments of the applied plan in one set.",
        )
    return read_set(request.sets[0]).names if request.sets else None


def drift_of(case: Case, applied: Sequence[str] | None = None) -> Drift:
    """`applied`: names of the segments of the plan that was carried out; None: those that lie on SSD today, as stated.

    Raises Refused for names that no segment has.
    """
    weeks = weeks_of(case)
    if applied is not None:
        named_nowhere(applied, weeks.loads)
    mine = np.array([_is_applied(load, applied) for load in weeks.loads], bool)
    at = [
        number
        for number, load in enumerate(weeks.loads)
        if load.size_bytes and (mine[number] or not load.unmovable_reason)
    ]
    inside = mine[at]
    known = int(inside.sum())

    found = Drift("stays", "", weeks.count, WEEKS_NEEDED, weeks.like_hours, int(mine.sum()), int(mine.sum()) - known)
    if not known:
        return told(replace(found, state="nothing-applied"))
    if weeks.count < WEEKS_NEEDED:
        return told(replace(found, state="too-short"))
    saves = _saved_by_a_read(case, weeks, mine)
    if saves is None:
        return told(replace(found, state="no-gain"))
    size = np.array([weeks.loads[number].size_bytes for number in at], np.int64)
    swap = swap_of(weeks.least[at], weeks.most[at], size, inside, case.capacity_bytes)
    return told(found if swap is None else _swapped(found, weeks, at, size, swap, saves))


def _is_applied(load: SegmentLoad, applied: Sequence[str] | None) -> bool:
    return load.on_flash if applied is None else any(is_called(load.key, name) for name in applied)


def _saved_by_a_read(case: Case, weeks: Weeks, inside: np.ndarray) -> tuple[float, float, float] | None:
    """Seconds, low, expected and high, that a read from disk takes more than one from SSD; None where not one."""
    tier = case.request.tier
    on_flash = (weeks.least + weeks.most)[inside].sum(axis=0) / 2
    each = []
    for flash_us in (tier.read_us_high, tier.read_us, tier.read_us_low):
        flash_s = (flash_us or tier.read_us) / 1e6
        left = weeks.reads - on_flash
        if np.any(left <= _LEAST_DISK_READS * weeks.reads):
            return None
        by_week = (weeks.reads_s - on_flash * flash_s) / left - flash_s
        each.append(float(np.median(by_week)))
    low, expected, high = sorted(each)
    return (low, expected, high) if low > 0 else None


def _swapped(
    found: Drift, weeks: Weeks, at: Sequence[int], size: Whole, swap: Swap, saves: tuple[float, float, float]
) -> Drift:
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
    gain = [reads * each for reads, each in zip(swap.gain, saves, strict=True)]
    costs = moved / _SLOWEST / S_PER_HOUR * float(np.median(weeks.reads_s))
    return replace(
        found,
        state="swap",
        take_off=rows(swap.out),
        bring=rows(swap.into),
        seen_in=swap.seen_in,
        saves_s_per_hour=Range(*gain),
        frees_bytes=int(size[swap.out].sum() - size[swap.into].sum()),
        moved_bytes=moved,
        minutes=(-(-moved // int(_FASTEST * 60)), -(-moved // int(_SLOWEST * 60))),
        costs_s=costs,
        pays_after_hours=costs / gain[0],
    )
