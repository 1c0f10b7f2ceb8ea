"""A report among the others of its database: what it says of its hour is at hand, its rows are read where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from segtier.model.advice import Quality
from segtier.model.evidence import Warn
from segtier.model.hour import Hour, Setup
from segtier.model.profile import Profile, Unnamed
from segtier.model.workload import Database, Instance, Interval, Source, Workload

MOST_OPENED = 48
"""Reports that are opened for one answer. Of more the figures are added up without their places, and only those with most DB
time are opened, for theirs.
"""
PLACED = 12
"""So many."""


class Report(Protocol):
    """See `Hour`."""

    @property
    def source(self) -> Source: ...
    @property
    def database(self) -> Database: ...
    @property
    def instances(self) -> tuple[Instance, ...]: ...
    @property
    def interval(self) -> Interval: ...
    @property
    def warnings(self) -> tuple[Warn, ...]: ...
    @property
    def same_figures(self) -> str | None: ...
    @property
    def tells_time(self) -> bool: ...
    @property
    def profile(self) -> Profile | None: ...
    @property
    def unnamed(self) -> tuple[Unnamed, ...]: ...
    @property
    def quality(self) -> Quality | None: ...
    @property
    def setup(self) -> Setup: ...
    def figures(self) -> Workload:
        """A row for each figure, of a cluster's report as of one database; places may be missing."""

    def document(self) -> Workload:
        """As it was read, with all places."""


class KeptReport:
    """Knows what its kept hour says; fetches the rest."""

    def __init__(self, hour: Hour, figures: Callable[[], Workload], document: Callable[[], Workload]) -> None:
        self.source, self.database, self.instances, self.interval = (
            hour.source,
            hour.database,
            hour.instances,
            hour.interval,
        )
        self.warnings, self.same_figures, self.tells_time = hour.warnings, hour.same_figures, hour.tells_time
        self.profile, self.unnamed, self.quality, self.setup = hour.profile, hour.unnamed, hour.quality, hour.setup
        self.figures, self.document = figures, document


R = TypeVar("R", bound=Report)


def opened(reports: Sequence[R]) -> list[R]:
    """Those that an answer from all of them opens, in their order."""
    if len(reports) <= MOST_OPENED:
        return list(reports)
    most = sorted(range(len(reports)), key=lambda at: -_load(reports[at]))[:PLACED]
    return [reports[at] for at in sorted(most)]


def _load(report: Report) -> float:
    return report.profile.db_time_per_s if report.profile else 0.0
