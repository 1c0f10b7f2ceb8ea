"""How far one report can be trusted taken by itself, before anything else of its database is known."""

from __future__ import annotations

from segtier.analysis.counters import choose_counters
from segtier.analysis.coverage import listed_coverage
from segtier.analysis.facts import Facts
from segtier.analysis.profile import build_profile
from segtier.analysis.quality import grade
from segtier.analysis.segments import segment_table
from segtier.errors import NotUsable
from segtier.model.advice import Grade
from segtier.model.workload import Workload


def grade_alone(report: Workload) -> Grade | None:
    """The letter an advice from this report alone would carry; None where no advice can be made from it."""
    try:
        profile = build_profile(report)
    except NotUsable:
        return None
    table = segment_table(report, choose_counters([]), [], profile)
    reads, writes = listed_coverage(report)
    return grade(Facts(report, profile, table, 1, report.interval.elapsed_s, reads, writes)).grade
