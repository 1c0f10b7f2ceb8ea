"""Redo as the log writer sees it: how often and how long it writes, and how long a standby keeps it."""

from __future__ import annotations

from segtier.analysis.events import background_rows, event_time_s
from segtier.analysis.figures import first_known, load_per_s, statistic, statistic_per_s
from segtier.model.workload import WaitEvent, Workload

_WRITE = "log file parallel write"
_STANDBY = ("SYNC Remote Write", "LGWR-LNS wait on channel", "LGWR wait on LNS", "LGWR wait on SENDREQ")
"""Synchronous redo transport by release (12, 11, 10 with and without a network server process): the log writer waits for
a standby in them. Those of asynchronous transport hold no commit up."""


def redo_figures(workload: Workload, elapsed_s: float) -> dict[str, float | None]:
    """The profile's `redo_*` figures; None where the workload does not tell."""
    writes = statistic(workload, "redo writes")
    waits, time_s = background_waits(workload, _WRITE)
    return {
        "redo_writes_per_s": None if writes is None else writes / elapsed_s,
        "redo_write_us": time_s / waits * 1e6 if waits and time_s else None,
        "redo_remote_us": _standby_us(workload, waits or writes),
        "redo_bytes_per_s": first_known(statistic_per_s(workload, "redo size"), load_per_s(workload, "Redo size")),
    }


def standby_event(workload: Workload) -> WaitEvent | None:
    """The wait for a standby that took most time; None where no commit waits for one."""
    longest = _longest_standby(workload)
    return None if longest is None else longest[1]


def _longest_standby(workload: Workload) -> tuple[float, WaitEvent] | None:
    """Its seconds with it."""
    rows = [(time_s, row) for row in workload.wait_events if row.event in _STANDBY and (time_s := event_time_s(row))]
    return max(rows, key=lambda row: row[0], default=None)


def _standby_us(workload: Workload, writes: float | None) -> float | None:
    """Time a standby takes for one log write. One write may wait several times, so its waits are not counted."""
    longest = _longest_standby(workload)
    if longest is None:
        return None
    time_s, event = longest
    count = writes or event.waits
    return time_s / count * 1e6 if count else None


def background_waits(workload: Workload, name: str) -> tuple[float, float]:
    """How often background processes waited for it, and for how many seconds in all."""
    rows = [row for row in background_rows(workload) if row.event == name]
    return float(sum(row.waits or 0 for row in rows)), sum(event_time_s(row) or 0.0 for row in rows)
