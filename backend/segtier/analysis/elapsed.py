"""How long an interval lasted where its snapshots do not tell: a total over its rate per second."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.figures import load_per_s, time_model_s
from segtier.errors import NotUsable
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

_QUICK_LOOKS = ("typed", "pasted-events", "pasted-counters")
_LEAST_PER_S = 100.0
"""Rates are printed to a tenth or a hundredth: of this one a tenth is a thousandth."""


def with_elapsed(report: Workload) -> tuple[Workload, tuple[Warn, ...]]:
    """The report with its elapsed time, if need be worked out, which is told; typed and pasted figures may go without.

    Raises NotUsable for a report that gives neither: its totals are rates of nobody knows what.
    """
    if report.interval.elapsed_s:
        return report, ()
    found = _of_statistics(report) or _of_db_time(report)
    if found is not None:
        text = f"The snapshots do not tell how long the interval lasted; a total over its rate per second says {found:,.0f} s."
        interval = replace(report.interval, elapsed_s=found)
        return replace(report, interval=interval), (Warn("elapsed-worked-out", text),)
    if report.source.kind in _QUICK_LOOKS:
        return report, ()
    raise NotUsable(
        f"{report.source.file or 'a report'} does not tell how long its interval lasted: totals without it are no load",
        code="no-elapsed-time",
        advice="Upload the report as Oracle wrote it, with the table of snapshots at its top.",
    )


def _of_statistics(report: Workload) -> float | None:
    rows = [(row.per_s, row.total) for row in report.instance_statistics if row.per_s and row.total]
    per_s, total = max(rows, default=(0.0, 0.0))
    return total / per_s if per_s >= _LEAST_PER_S else None


def _of_db_time(report: Workload) -> float | None:
    total_s, per_s = time_model_s(report, "DB time"), load_per_s(report, "DB time")
    return total_s / per_s if total_s and per_s and per_s >= 1 else None
