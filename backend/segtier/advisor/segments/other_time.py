"""What counters of another time leave open of the hour: how much of its reads and writes some segments make.

What the hour's own lists say stands. The rest is shared out by those counters, and hours differ: so much of it as they say may be
more or less, in odds, by `OTHER_TIME_ODDS`. All segments together make all of it, at any time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.columns import Floats
from segtier.forecast.not_counted import NotCounted
from segtier.model.profile import SegmentLoad

OTHER_TIME_ODDS = 2.0
"""The odds that a read is of some segments, chosen at random of those that two reports of one database list, differ between these
by a factor of 1.6 (P90) to 1.9 (P95; `python -m robustness.other_hours`). What reads in one hour alone is on one list only.
"""
_ALL = 1e-9
"""All of it, but for the rounding of a sum."""


def parts_of(loads: Sequence[SegmentLoad]) -> Floats:
    """(loads, 6): requests of each, buffered, direct and written, and what of these the hour does not say. They add up."""
    direct = _column(loads, "direct_read_requests_per_s")
    reads, writes = (np.nan_to_num(_column(loads, f"{what}_requests_per_s")) for what in ("read", "write"))
    taken = np.stack([np.maximum(reads - direct, 0.0), direct, writes], axis=1)
    open_ = np.stack([_column(loads, f"{what}_of_other_time") for what in ("reads", "reads", "writes")], axis=1)
    return np.concatenate([taken, taken * open_], axis=1)


def least_and_most(parts: Floats, all_: Floats) -> tuple[Floats, Floats]:
    """(..., 3): in parts of what some are taken to make, the least and the most. `parts`: theirs (..., 6); `all_`: of all (6)."""
    taken, own, whole = parts[..., :3], parts[..., 3:], np.broadcast_to(all_[3:], parts[..., 3:].shape)
    open_ = (taken > 0) & (own > 0) & (own < whole * (1 - _ALL))
    share = np.divide(own, whole, out=np.full(own.shape, 0.5), where=open_)
    odds = share / (1 - share)
    ends = (other / (1 + other) for other in (odds / OTHER_TIME_ODDS, odds * OTHER_TIME_ODDS))
    least, most = (
        1 + np.divide((end - share) * whole, taken, out=np.zeros(own.shape), where=open_) * open_ for end in ends
    )
    return least, most


def of_parts(parts: Floats, all_: Floats) -> NotCounted | None:
    """The same of some together; None where the hour says all."""
    least, most = least_and_most(parts, all_)
    found = NotCounted(*zip(least.tolist(), most.tolist(), strict=True))
    return None if found == NotCounted() else found


def of_another_time(loads: Sequence[SegmentLoad], moved: Sequence[SegmentLoad]) -> NotCounted | None:
    """Of `moved`, which are among `loads`; None where the hour says all."""
    if not any(load.reads_of_other_time or load.writes_of_other_time for load in moved):
        return None
    return of_parts(parts_of(moved).sum(axis=0), parts_of(loads).sum(axis=0))


def joined(one: NotCounted | None, other: NotCounted | None) -> NotCounted | None:
    """Both may be wrong the same way."""
    if one is None or other is None:
        return one or other
    pairs = (one.reads, other.reads), (one.direct, other.direct), (one.writes, other.writes)
    return NotCounted(*((a[0] * b[0], a[1] * b[1]) for a, b in pairs))


def _column(loads: Sequence[SegmentLoad], name: str) -> Floats:
    return np.array([getattr(load, name) for load in loads], np.float64)
