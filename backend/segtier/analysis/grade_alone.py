"""How far one report can be trusted taken by itself, before anything else of its database is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.analysis.counters import choose_counters
from segtier.analysis.coverage import listed_coverage
from segtier.analysis.facts import Facts
from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.merge import whole
from segtier.analysis.profile import build_profile
from segtier.analysis.quality import grade
from segtier.analysis.report import Report
from segtier.analysis.sound import unsound_alone
from segtier.errors import NotUsable
from segtier.model.advice import Grade, Quality
from segtier.model.profile import Profile, SegmentTable
from segtier.model.workload import Workload


def grade_alone(report: Workload) -> Grade | None:
    """The letter an advice from this report alone would carry; None where no advice can be made from it."""
    quality = quality_alone(report)
    return None if quality is None else quality.grade


def no_better_than(hours: Sequence[Report], facts: Facts, whole: Quality) -> Quality:
    """The grade of several hours together: that of the worst of them at best. What an export settles it settles for each."""
    if len(hours) < 2:
        return whole
    counted = facts.segments if facts.segments.basis == "export" else None
    each = ((hour, quality_alone(hour.figures(), counted) if counted else hour.quality) for hour in hours)
    alone = [(hour, quality) for hour, quality in each if quality is not None]
    hour, worst = max(alone, key=lambda one: one[1].grade, default=(None, whole))
    if hour is None or worst.grade <= whole.grade:
        return whole
    named = f"{hour.source.file or 'One of its hours'} is {worst.grade} by itself: {' '.join(worst.reasons)}"
    return replace(whole, grade=worst.grade, meaning=worst.meaning, reasons=(*whole.reasons, named))


def quality_alone(report: Workload, counted: SegmentTable | None = None) -> Quality | None:
    """Of a report of several instances as one database, as an answer takes it."""
    report = whole(report)
    try:
        profile = build_profile(report)
    except NotUsable:
        return None
    return quality_of(report, profile, counted)


def quality_of(report: Workload, profile: Profile, counted: SegmentTable | None = None) -> Quality:
    """The same of a report that is one database already, with its profile."""
    table = counted or _own_segments(report, profile)
    reads, writes = listed_coverage(report)
    reason = unsound_alone([report], profile)
    facts = Facts(report, profile, table, 1, report.interval.elapsed_s, reads, writes)
    return grade(facts if reason is None else replace(facts, unsound=(reason,)))


def _own_segments(report: Workload, profile: Profile) -> SegmentTable:
    from segtier.analysis.segments import segment_table  # noqa: PLC0415 - numpy, which a reader at rest goes without

    return segment_table(report, choose_counters([]), KnownFacts([]), profile)
