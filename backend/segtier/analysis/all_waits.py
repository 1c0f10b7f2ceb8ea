"""What Oracle counts of all waits together: what rows of single events leave of it is all that they can lack.

`non-idle wait time` adds up the waits of all sessions, those of some background processes among them, so it is no less than
what foreground waits took.
"""

from __future__ import annotations

from segtier.analysis.events import event_time_s, foreground_rows
from segtier.analysis.figures import statistic
from segtier.model.workload import Workload
from segtier.units import US_PER_S

_TIME, _US_PER_CS = "non-idle wait time", 10_000


def beyond_rows_s(workload: Workload) -> float:
    """Seconds at most of foreground waits without a row; endless where nobody counts all, or the time of a row is not told."""
    all_cs = statistic(workload, _TIME)
    times = [event_time_s(row) for row in foreground_rows(workload)]
    if all_cs is None or None in times:
        return float("inf")
    return max(all_cs * _US_PER_CS / US_PER_S - sum(one or 0.0 for one in times), 0.0)
