"""A report that is open: what its hour is known by is worked out when it is asked for, and can be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from segtier.analysis.grade_alone import quality_alone, quality_of
from segtier.analysis.merge import LATEST, RULES, whole, with_source
from segtier.analysis.places import placed
from segtier.analysis.profile import build_profile, unnamed_alone
from segtier.analysis.report import Report
from segtier.analysis.setup import setup_of
from segtier.errors import NotUsable
from segtier.model.advice import Quality
from segtier.model.hour import Hour, Setup
from segtier.model.profile import Profile, Unnamed
from segtier.model.workload import Workload

_MANY_WAITS, _FEWEST_EVENTS = 1_000, 3
"""Of events so often waited for, so many tell a report from any other."""


class OpenReport:
    """By its document."""

    def __init__(self, workload: Workload) -> None:
        self._document = workload
        self.source, self.database, self.instances = workload.source, workload.database, workload.instances
        self.interval, self.warnings = workload.interval, workload.warnings

    def document(self) -> Workload:
        return self._document

    def figures(self) -> Workload:
        return self._whole

    @cached_property
    def _whole(self) -> Workload:
        return whole(self._document)

    @cached_property
    def same_figures(self) -> str | None:
        """Figures no two intervals share by chance: DB time and its heaviest waits to the printed digit."""
        one = self._document
        waits = sorted((w.event, w.waits, w.time_s) for w in one.wait_events if w.waits and w.waits > _MANY_WAITS)
        if len(waits) < _FEWEST_EVENTS:
            return None
        instances = sorted(instance.number or 0 for instance in one.instances)
        told = (instances, one.interval.elapsed_s, one.interval.db_time_s, waits)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    @property
    def tells_time(self) -> bool:
        one = self._document
        return bool(one.interval.db_time_s or one.wait_events or one.time_model)

    @cached_property
    def profile(self) -> Profile | None:
        try:
            return build_profile(self._whole, self.unnamed)
        except NotUsable:
            return None

    @cached_property
    def unnamed(self) -> tuple[Unnamed, ...]:
        return unnamed_alone(self._whole)

    @cached_property
    def quality(self) -> Quality | None:
        return None if self.profile is None else quality_of(self._whole, self.profile)

    @property
    def setup(self) -> Setup:
        return setup_of(self._document)


class ReadAgain:
    """A report whose load is known, and whose document is read each time it is asked for: of hundreds none is held."""

    def __init__(self, load: Workload, document: Callable[[], Workload]) -> None:
        known = OpenReport(load)
        self.source, self.database, self.instances = known.source, known.database, known.instances
        self.interval, self.warnings = known.interval, known.warnings
        self.same_figures, self.tells_time = known.same_figures, known.tells_time
        self.profile, self.unnamed = known.profile, known.unnamed
        self.document = document

    def figures(self) -> Workload:
        return whole(self.document())

    @cached_property
    def quality(self) -> Quality | None:
        return OpenReport(self.document()).quality

    @cached_property
    def setup(self) -> Setup:
        return setup_of(self.document())


class Joined:
    """A report with the segments of a bundle's snapshot of the same interval."""

    def __init__(self, report: Report, snapshot: Workload) -> None:
        self._report, self._snapshot = report, snapshot
        self.source, self.database, self.instances = report.source, report.database, report.instances
        self.interval, self.warnings = report.interval, report.warnings
        self.same_figures, self.tells_time, self.setup = report.same_figures, report.tells_time, report.setup
        self.profile, self.unnamed = report.profile, report.unnamed

    def document(self) -> Workload:
        return self._with_segments(self._report.document())

    def figures(self) -> Workload:
        return self._with_segments(self._report.figures())

    @property
    def quality(self) -> Quality | None:
        return quality_alone(self.figures())

    def _with_segments(self, workload: Workload) -> Workload:
        named = with_source(self._snapshot)
        return replace(workload, segments=named.segments, segment_coverage=named.segment_coverage)


def hour_of(report: Report) -> Hour:
    """What is kept of it."""
    profile = report.profile
    return Hour(
        source=report.source,
        database=report.database,
        instances=report.instances,
        interval=report.interval,
        warnings=report.warnings,
        same_figures=report.same_figures,
        tells_time=report.tells_time,
        profile=profile and replace(profile, events=tuple(replace(one, evidence=()) for one in profile.events)),
        unnamed=report.unnamed,
        quality=report.quality,
        setup=report.setup,
    )


def bare_figures(report: Report) -> Workload:
    """The figures without their places, of which a document is made for the greater part."""
    figures, statements = report.figures(), report.figures().statement_coverage
    changed: dict[str, Any] = {
        name: tuple(placed(row, ()) for row in getattr(figures, name)) for name in (*RULES, *LATEST)
    }
    return replace(
        figures,
        segment_coverage={name: placed(row, ()) for name, row in figures.segment_coverage.items()},
        statement_coverage=statements and placed(statements, ()),
        **changed,
    )
