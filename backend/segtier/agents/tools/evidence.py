"""The rows of the files that figures are from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape
from segtier.agents.desk import Case, Desk, Placed
from segtier.agents.tool import Tool
from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import Refused
from segtier.model.advice import Sources, Summary
from segtier.model.evidence import Cell, Evidence, Place

MOST_ROWS = 20
_Row = tuple[str, Evidence]
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
    case = desk.case(asked.database)
    if bool(asked.rows) == (asked.figure is not None):
        raise Refused(
            "give either `rows` or `figure`", code="which-rows", advice="Take rows from another tool's answer."
        )
    if asked.figure is None:
        cells = [Cell(Evidence(r.section, r.occurrence, r.row, r.source, r.column), r.field) for r in asked.rows]
        return Rows(rows=_found(case, [None] * len(cells), cells), total=len(cells))
    figure, shown = asked.figure, range(asked.offset, asked.offset + MOST_ROWS)
    page, total = case.look(asked.question, lambda answer: _page(_of_figure(answer, figure), shown))
    return Rows(rows=_found(case, [name for name, _ in page], [Cell(one) for _, one in page]), total=total)


def _page(rows: Iterable[_Row], shown: range) -> tuple[list[_Row], int]:
    """The rows at these places, each counted once, and how many there are."""
    page, seen = [], set[int]()  # hashes: there may be millions of rows
    for row in rows:
        if (key := hash(row)) not in seen:
            if len(seen) in shown:
                page.append(row)
            seen.add(key)
    return page, len(seen)


def _of_figure(answer: Answer, figure: Figure) -> Iterator[_Row]:
    """What stands before the evidence is the name of the one figure it belongs to."""
    match figure:
        case "statements":
            sources = decode(answer.piece("sources"), Sources)
            named: Iterable[tuple[str, Sequence[Evidence]]] = ((one.sql_id, one.evidence) for one in sources.statements)
        case "segments":
            named = ((f"{one.owner}.{one.name}", one.evidence) for one in answer.ranked())
        case _:
            named = _of_summary(decode(answer.piece("summary"), Summary), figure)
    return ((name, one) for name, rows in named for one in rows)


def _of_summary(
    advice: Summary, figure: Literal["db_time", "slices", "top_events", "findings"]
) -> list[tuple[str, Sequence[Evidence]]]:
    match figure:
        case "db_time":
            return [("db_time", advice.db_time.evidence)]
        case "slices":
            return [(one.name, one.evidence) for one in advice.db_time.slices]
        case "top_events":
            return [(one.event, one.evidence) for one in advice.top_events]
        case "findings":
            return [(one.code, one.evidence) for one in advice.findings]


def _found(case: Case, figures: Sequence[str | None], cells: Sequence[Cell]) -> tuple[FoundRow, ...]:
    return tuple(map(_row, figures, (cell.evidence for cell in cells), case.places(cells)))


def _row(figure: str | None, evidence: Evidence, placed: Placed) -> FoundRow:
    if isinstance(placed, tuple):
        file, place = placed
        return FoundRow(figure=figure, evidence=evidence, file=file, place=place, problem=None)
    reason = f"{placed.message}. {placed.advice or ''}".strip()
    return FoundRow(figure=figure, evidence=evidence, file=None, place=None, problem=reason)


_BRIEF: Shape = {"rows": None, "total": None}


TOOL = Tool(
    "evidence",
    "Evidence",
    "The source rows of figures: file, digest, section, row, and the cells as the file prints them. Give `rows` "
    "taken from the `evidence` of another answer, or `figure` for all rows of a part of the answer. The text of "
    "SQL statements is left out.",
    OfEvidence,
    Rows,
    _run,
    brief=_BRIEF,
)
