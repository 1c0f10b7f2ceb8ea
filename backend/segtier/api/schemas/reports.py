"""Reports and the places their figures came from."""

from __future__ import annotations

from dataclasses import dataclass, fields

from segtier.api.schemas.base import Answer, Question, Text
from segtier.model.document_kind import OF_SEVERAL
from segtier.model.evidence import Place
from segtier.store.records import Period, ReportFacts, ReportRecord


@dataclass(frozen=True, kw_only=True)
class ReportItem(ReportFacts):
    """One document of a database, with all that is known of it. Times are in its own time zone; None is not in the source."""

    id: str
    upload_id: str | None
    database_id: str | None
    period: Period
    second_period: bool
    """The second half of a compare-period report: ignored until it is said to be after the change."""

    @classmethod
    def of(cls, report: ReportRecord) -> ReportItem:
        facts = {field.name: getattr(report.facts, field.name) for field in fields(ReportFacts)}
        return cls(
            **{**facts, "warnings": report.warnings},
            id=report.id,
            upload_id=report.upload_id,
            database_id=report.database_id,
            period=report.period,
            second_period=report.part == 1 and report.facts.kind not in OF_SEVERAL,
        )


class ReportList(Answer):
    items: list[ReportItem]
    next_cursor: str | None


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
