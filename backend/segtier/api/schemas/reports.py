"""Reports and the places their figures came from."""

from __future__ import annotations

from datetime import datetime

from segtier.api.schemas.base import Answer, Question, Text
from segtier.model.advice import Grade
from segtier.model.evidence import Place, Warn
from segtier.store.records import Period, ReportRecord


class ReportItem(Answer):
    """One document of a database. Times are in the database's own time zone; None is not in the source."""

    id: str
    upload_id: str | None
    database_id: str | None
    kind: str
    file: str | None
    period: Period
    second_period: bool
    """The second half of a compare-period report: ignored until it is said to be after the change."""
    instance: str | None
    begin_snap: int | None
    end_snap: int | None
    begin_time: datetime | None
    end_time: datetime | None
    elapsed_s: float | None
    db_time_s: float | None
    has_counters: bool
    has_sizes: bool
    """Whether it lists segments with their I/O, and with their sizes."""
    grade: Grade | None
    """How far this report can be trusted by itself; null where no advice can be made from it alone."""
    sections_found: int
    sections_missing: list[str]
    sections_unreadable: list[str]
    warnings: list[Warn]

    @classmethod
    def of(cls, report: ReportRecord) -> ReportItem:
        second = report.part == 1 and report.facts.kind != "bundle"
        return cls.made_of(report.facts, report, second_period=second)


class ReportList(Answer):
    items: list[ReportItem]


class ReportChange(Question):
    """What may be changed of a report: the period it counts for, and the database an export belongs to."""

    period: Period | None = None
    database_id: Text | None = None


class FoundPlace(Answer):
    """A figure's place in its file: `line` and `column_in_line` count from 1, `row` from 0."""

    file: str | None
    source: str
    section: str
    table_heading: str
    row: int
    column: str | None
    raw_text: str | None
    line: int | None
    column_in_line: int | None
    row_cells: list[str]
    headings: list[str]

    @classmethod
    def of(cls, place: Place, file: str | None, source: str) -> FoundPlace:
        return cls.made_of(place, file=file, source=source)
