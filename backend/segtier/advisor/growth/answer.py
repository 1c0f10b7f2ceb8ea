"""The trends of load and sizes, and what follows from them for the SSD at hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from segtier.advisor.case import Case
from segtier.advisor.drift.base import Base
from segtier.advisor.growth import told
from segtier.advisor.growth.limits import bytes_limit, keep_free, requests_limit
from segtier.advisor.growth.loads import WeeklyLoad, intervals_in, weekly_load
from segtier.analysis.dated_sizes import DatedSize, line_of_sizes, weekly_sizes
from segtier.analysis.segment_names import Called
from segtier.analysis.trend import Line
from segtier.model.forecast import Range
from segtier.model.growth import Growth, GrowthOf, Trend, TrendState
from segtier.model.inventory import Inventory
from segtier.model.profile import Profile
from segtier.units import S_PER_HOUR

_UNITS: dict[GrowthOf, str] = {
    "db-time": "s/h",
    "reads": "requests/h",
    "redo": "bytes/h",
    "all-segments": "bytes",
    "ssd-segments": "bytes",
}


def growth_of(case: Case, base: Base) -> Growth:
    """DB time counts only after a plan was marked applied, since the move changed it; requests and redo count always."""
    intervals = intervals_in(case)
    moved = [one for one in intervals if base.counts(one.middle)]
    busy = weekly_load(intervals, lambda profile: _requests(profile, case))
    whole = case.known.weekly
    mine = weekly_sizes(case.known.dated, lambda inventory: _size_of_base(inventory, base, case))
    line, last = line_of_sizes(mine), mine[-1].at if mine else None
    trends = (
        _load("db-time", weekly_load(moved, lambda profile: profile.db_time_per_s)),
        _load("reads", weekly_load(intervals, _reads)),
        _load("redo", weekly_load(intervals, lambda profile: profile.redo_bytes_per_s)),
        _sizes("all-segments", whole),
        _sizes("ssd-segments", mine),
    )
    tier = case.request.tier
    return Growth(
        trends,
        tuple(
            told.with_rest(one, named=base.names is not None)
            for one in (bytes_limit(tier.usable_bytes, mine, line), requests_limit(tier, busy))
        ),
        keep_free(tier.usable_bytes, line, last),
    )


def _reads(profile: Profile) -> float | None:
    """Buffered requests a second, where they are counted: waits are fewer, and how many fewer changes from hour to hour."""
    return profile.buffered_read_requests_per_s if profile.reads_counted_by == "requests" else None


def _requests(profile: Profile, case: Case) -> float | None:
    """The part of the SSD's limit that all reads and writes of data would take there; None where one of them is not counted."""
    buffered, direct, writes = _reads(profile), profile.direct_read_requests_per_s, profile.data_write_requests_per_s
    if buffered is None or direct is None or writes is None:
        return None
    tier = case.request.tier
    return (buffered + direct) / tier.read_iops + writes / tier.write_iops


def _size_of_base(inventory: Inventory, base: Base, case: Case) -> int | None:
    """None where a segment has no size, or may be among those that the list holds as a sum."""
    if base.names is None:
        there = case.storage.tablespaces_on_flash
        nowhere = None in {row.tablespace for row in inventory.segments} | {one.tablespace for one in inventory.folded}
        if not there or nowhere:
            return None
        rows = [row for row in inventory.segments if (row.tablespace or "").upper() in there]
        folded = sum(one.size_bytes for one in inventory.folded if (one.tablespace or "").upper() in there)
    else:
        called = Called(base.names)
        rows, folded = [row for row in inventory.segments if called(row.key)], 0
        if not rows or (inventory.folded and called.naming_none(row.key for row in rows)):
            return None
    sizes = [row.size_bytes for row in rows]
    return None if None in sizes else sum(size or 0 for size in sizes) + folded


def _load(of: GrowthOf, load: WeeklyLoad) -> Trend:
    line, scale = load.line, float(S_PER_HOUR)
    # A week is as late as its last hour.
    last = load.weeks[-1] + timedelta(days=max(day for day, _, _ in load.like)) if load.weeks else None
    return _trend(of, line, len(load.weeks), len(load.like) if load.told else None, load.told > 0, scale, last)


def _sizes(of: GrowthOf, sizes: Sequence[DatedSize]) -> Trend:
    last: datetime | None = sizes[-1].at if sizes else None
    return _trend(of, line_of_sizes(sizes), len(sizes), None, bool(sizes), 1.0, last.date() if last else None)


def _trend(
    of: GrowthOf, line: Line | None, weeks: int, like_hours: int | None, known: bool, scale: float, last: date | None
) -> Trend:
    state: TrendState
    if line is None:
        state = "too-short" if known else "unknown"
        return told.trend(Trend(of, state, "", _UNITS[of], weeks, like_hours, last=last))
    state = "grows" if line.low > 0 else "shrinks" if line.high < 0 else "no-trend"
    per_week = Range(line.low * scale, line.slope * scale, line.high * scale)
    return told.trend(Trend(of, state, "", _UNITS[of], weeks, like_hours, line.now * scale, per_week, last))
