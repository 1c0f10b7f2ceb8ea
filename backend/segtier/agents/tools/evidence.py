"""The rows of the files that figures are from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.databases import Documents
from segtier.agents.desk import Desk
from segtier.agents.tool import Tool
from segtier.errors import NotFound, Refused, UnreadableInput
from segtier.model.advice import Advice
from segtier.model.evidence import Evidence, Place

MOST_ROWS = 20
Figure = Literal["db_time", "slices", "top_events", "findings", "statements", "segments"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As `evidence` of another tool's answer names it, and the field whose cell is wanted."""

    section: Annotated[str, Meta(max_length=200)]
    occurrence: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    row: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    source: Annotated[str, Meta(max_length=64, description="SHA-256 of the file.")] | None = None
    column: Annotated[str, Meta(max_length=200)] | None = None
    field: Annotated[str, Meta(max_length=200)] | None = None


class OfEvidence(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rows: Annotated[tuple[Row, ...], Meta(max_length=MOST_ROWS, description="Rows by name.")] = ()
    figure: Annotated[Figure, Meta(description="All rows of a figure of the answer.")] | None = None
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Rows of the figure to leave out.")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRow:
    figure: str | None
    """Which of the figures asked for: an event, a slice, a finding's code, a segment."""
    evidence: Evidence
    file: str | None
    place: Place | None
    """The row as the file prints it; null where `problem` says why not."""
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    rows: tuple[FoundRow, ...]
    total: int
    """Of the figure; ask for more with `offset`."""


def _run(desk: Desk, asked: OfEvidence) -> Rows:
    documents = desk.documents(asked.database)
    if bool(asked.rows) == (asked.figure is not None):
        raise Refused(
            "give either `rows` or `figure`", code="which-rows", advice="Take rows from another tool's answer."
        )
    if asked.figure is None:
        named = [(Evidence(r.section, r.occurrence, r.row, r.source, r.column), r.field) for r in asked.rows]
        return Rows(rows=tuple(_found(desk, documents, None, *one) for one in named), total=len(named))
    rows = list(dict.fromkeys(_of_figure(desk.advice(documents, asked.question), asked.figure)))
    shown = rows[asked.offset : asked.offset + MOST_ROWS]
    return Rows(rows=tuple(_found(desk, documents, name, one, None) for name, one in shown), total=len(rows))


def _of_figure(advice: Advice, figure: Figure) -> Iterator[tuple[str, Evidence]]:
    match figure:
        case "db_time":
            named = [("db_time", advice.db_time.evidence)]
        case "slices":
            named = [(one.name, one.evidence) for one in advice.db_time.slices]
        case "top_events":
            named = [(one.event, one.evidence) for one in advice.top_events]
        case "findings":
            named = [(one.code, one.evidence) for one in advice.findings]
        case "statements":
            named = [(one.sql_id, one.evidence) for one in advice.statements]
        case "segments":
            named = [(f"{one.owner}.{one.name}", one.evidence) for one in advice.segments]
    return ((name, one) for name, rows in named for one in rows)


def _found(desk: Desk, documents: Documents, figure: str | None, evidence: Evidence, field: str | None) -> FoundRow:
    try:
        file, place = desk.place(documents, evidence, field)
    except (NotFound, UnreadableInput) as fault:
        reason = f"{fault.message}. {fault.advice or ''}".strip()
        return FoundRow(figure=figure, evidence=evidence, file=None, place=None, problem=reason)
    return FoundRow(figure=figure, evidence=evidence, file=file, place=place, problem=None)


TOOL = Tool(
    "evidence",
    "Evidence",
    "The source rows of figures: file, digest, section, row, and the cells as the file prints them. Give `rows` "
    "taken from the `evidence` of another answer, or `figure` for all rows of a part of the answer. The text of "
    "SQL statements is left out.",
    OfEvidence,
    Rows,
    _run,
)
