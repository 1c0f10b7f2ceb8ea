"""Counters since start-up as an interval: an average over days, of each instance over its own time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from segtier.analysis.merge import RULES
from segtier.model.evidence import Warn
from segtier.model.workload import Workload


def since_start(workload: Workload) -> bool:
    """All figures of a bundle, counted since start-up."""
    return workload.source.kind == "bundle" and workload.segment_basis["kind"] == "cumulative"


def since_startup(workload: Workload) -> Workload:
    """The workload with one length of time. Where instances started at different times each counts with its own average.

    Their totals are those rates over the shortest up-time, so that adding them up gives the whole database's rates.
    """
    up_s = uptimes_s(workload)
    if workload.interval.elapsed_s is not None or not up_s:
        return workload
    common_s = min(up_s.values())
    changed: dict[str, Any] = {
        name: tuple(_scaled(row, rule.add, common_s / up_s[row.instance]) for row in getattr(workload, name)
                    if row.instance in up_s)
        for name, rule in RULES.items() if name != "segments"
    }  # fmt: skip
    message = "each instance is taken at its own average since it was started; the busy hours of one may be missing"
    return replace(
        workload,
        **changed,
        interval=replace(workload.interval, elapsed_s=common_s),
        warnings=(*workload.warnings, Warn("own-averages", message)),
    )


def uptimes_s(workload: Workload) -> dict[int | None, float]:
    """Seconds each instance had been up when its counters were read; without those that do not say."""
    end = workload.interval.end_time
    if end is None:
        return {}
    starts = {one.number: one.startup_time for one in workload.instances if one.startup_time is not None}
    return {number: (end - start).total_seconds() for number, start in starts.items() if start < end}


def _scaled(row: Any, names: tuple[str, ...], factor: float) -> Any:
    known = {name: value for name in names if (value := getattr(row, name)) is not None}
    return replace(row, **{name: type(value)(value * factor) for name, value in known.items()})
