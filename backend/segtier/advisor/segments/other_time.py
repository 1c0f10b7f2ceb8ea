"""What counters of another time leave open of the hour: how much of its reads and writes some segments make.

What the hour's own lists say stands. The rest is shared out by those counters, and hours differ: so much of it as they say may be
more or less, in odds, by `OTHER_TIME_ODDS`. All segments together make all of it, at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from segtier.forecast.not_counted import EXACT, Ends, NotCounted
from segtier.model.profile import SegmentLoad

OTHER_TIME_ODDS = 2.0
"""The odds that a read is of some segments, chosen at random of those that two reports of one database list, differ between these
by a factor of 1.6 (P90) to 1.9 (P95; `python -m robustness.other_hours`). What reads in one hour alone is on one list only.
"""


def of_another_time(loads: Sequence[SegmentLoad], moved: Sequence[SegmentLoad]) -> NotCounted | None:
    """Of `moved`, which are among `loads`; None where the hour says all."""
    if not any(load.reads_of_other_time or load.writes_of_other_time for load in moved):
        return None
    found = NotCounted(
        _ends(loads, moved, _buffered, _reads_open),
        _ends(loads, moved, _direct, _reads_open),
        _ends(loads, moved, _writes, _writes_open),
    )
    return None if found == NotCounted() else found


def joined(one: NotCounted | None, other: NotCounted | None) -> NotCounted | None:
    """Both may be wrong the same way."""
    if one is None or other is None:
        return one or other
    pairs = (one.reads, other.reads), (one.direct, other.direct), (one.writes, other.writes)
    return NotCounted(*((a[0] * b[0], a[1] * b[1]) for a, b in pairs))


Figure = Callable[[SegmentLoad], float]


def _ends(loads: Sequence[SegmentLoad], moved: Sequence[SegmentLoad], requests: Figure, part: Figure) -> Ends:
    taken = sum(map(requests, moved))
    own, all_ = (sum(requests(load) * part(load) for load in some) for some in (moved, loads))
    if not taken > 0 or not 0 < own < all_:
        return EXACT
    share, odds = own / all_, own / (all_ - own)
    least, most = (other / (1 + other) for other in (odds / OTHER_TIME_ODDS, odds * OTHER_TIME_ODDS))
    return 1 - (share - least) * all_ / taken, 1 + (most - share) * all_ / taken


def _buffered(load: SegmentLoad) -> float:
    return max((load.read_requests_per_s or 0.0) - load.direct_read_requests_per_s, 0.0)


def _direct(load: SegmentLoad) -> float:
    return load.direct_read_requests_per_s


def _writes(load: SegmentLoad) -> float:
    return load.write_requests_per_s or 0.0


def _reads_open(load: SegmentLoad) -> float:
    return load.reads_of_other_time


def _writes_open(load: SegmentLoad) -> float:
    return load.writes_of_other_time
