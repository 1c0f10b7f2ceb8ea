"""How many read requests the database made: as counted, and never fewer than sessions waited for.

IOStat counts temp among the Direct Reads, so what is left of the data files' reads without them may be next to nothing
while sessions wait for buffered reads all the time. Its own row of buffered reads goes first, and the waits are the least.
"""

from __future__ import annotations

from typing import NamedTuple

from segtier.analysis.figures import first_known, load_per_s, statistic_per_s, total_of
from segtier.model.demand import DemandName
from segtier.model.profile import CountedBy, Event
from segtier.model.workload import IoFiletype, Workload

_ANOTHERS = frozenset({"read by other session"})
"""Waits for a request that another session made."""


class ReadRequests(NamedTuple):
    """Per second; None where nothing tells. Temp is in neither."""

    buffered: float | None
    direct: float | None
    counted_by: CountedBy
    least_buffered: float | None = None
    most_direct: float | None = None
    """Where waits alone tell how many are direct: a wait may be for several requests. None: they are counted."""


def read_requests(workload: Workload, events: tuple[Event, ...]) -> ReadRequests:
    """From IOStat or the statistics; else each read waited for is one; else blocks, one a request."""
    waited = _waits(events, "single-block-read", "multi-block-read")
    direct = first_known(counted_direct(workload), _waits(events, "direct-read") or None)
    counted = _counted(workload)
    if counted is not None:
        rest = min(max(counted - (direct or 0.0), 0.0), _cached_blocks_per_s(workload))
        cached = _function(workload, "buffer cache reads")
        buffered = max(first_known(cached, rest) or 0.0, waited)
        least = max(cached or 0.0, waited)
        most = min(max(counted - least, direct or 0.0), max(_direct_blocks_per_s(workload), direct or 0.0))
        if counted_direct(workload) is not None or most <= (direct or 0.0):
            return ReadRequests(buffered, direct, "requests")
        return ReadRequests(buffered, direct, "requests", max(least, min(buffered, counted - most)), most)
    if waited:
        return ReadRequests(waited, direct, "waits")
    blocks = read_blocks_per_s(workload)
    if blocks is None:
        return ReadRequests(None, direct, "requests")
    scanned = max((statistic_per_s(workload, "physical reads direct") or 0.0) - temp_blocks_per_s(workload), 0.0)
    return ReadRequests(max(blocks - scanned, 0.0), first_known(direct, scanned or None), "blocks")


def read_blocks_per_s(workload: Workload) -> float | None:
    """Of data files: physical reads count temp as well. Where no statistic does, lists of segments print their total."""
    blocks = first_known(
        statistic_per_s(workload, "physical reads"),
        load_per_s(workload, "Physical read"),
        _listed_total_per_s(workload),
    )
    return None if blocks is None else max(blocks - temp_blocks_per_s(workload), 0.0)


def _listed_total_per_s(workload: Workload) -> float | None:
    row, elapsed_s = workload.segment_coverage.get("physical_reads_blocks"), workload.interval.elapsed_s
    return row.total / elapsed_s if row is not None and row.total is not None and elapsed_s else None


def temp_blocks_per_s(workload: Workload) -> float:
    return statistic_per_s(workload, "physical reads direct temporary tablespace") or 0.0


def _cached_blocks_per_s(workload: Workload) -> float:
    """Blocks read into the buffer cache: no request reads less than one. Endless where they are not counted."""
    all_, direct = (statistic_per_s(workload, name) for name in ("physical reads", "physical reads direct"))
    counted = statistic_per_s(workload, "physical reads cache")
    if counted is not None:
        return counted
    return float("inf") if all_ is None or direct is None else max(all_ - direct, 0.0)


def _direct_blocks_per_s(workload: Workload) -> float:
    """Blocks read directly: no request reads less than one. Endless where they are not counted."""
    blocks = statistic_per_s(workload, "physical reads direct")
    return float("inf") if blocks is None else max(blocks - temp_blocks_per_s(workload), 0.0)


def file_io(workload: Workload, filetype: str) -> IoFiletype | None:
    return next((row for row in workload.io_filetypes if row.filetype.lower() == filetype), None)


def _counted(workload: Workload) -> float | None:
    data = file_io(workload, "data file")
    return first_known(
        data.read_requests_per_s if data else None,
        statistic_per_s(workload, "physical read IO requests"),
        load_per_s(workload, "Read IO requests"),
    )


def counted_direct(workload: Workload) -> float | None:
    """Direct reads of data files per second as IOStat counts them, those that storage cells take over among them."""
    both = total_of(_function(workload, name) for name in ("direct reads", "smart scan"))
    temp = file_io(workload, "temp file")
    return None if both is None else max(both - ((temp.read_requests_per_s if temp else None) or 0.0), 0.0)


def _function(workload: Workload, name: str) -> float | None:
    return next((row.read_requests_per_s for row in workload.io_functions if row.function.lower() == name), None)


def _waits(events: tuple[Event, ...], *kinds: DemandName) -> float:
    return sum(row.waits_per_s or 0.0 for row in events if row.demand in kinds and row.event not in _ANOTHERS)
