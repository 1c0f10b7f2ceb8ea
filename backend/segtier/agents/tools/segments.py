"""The ranked segments, a page at a time."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.answers.segments import Direction, SegmentQuery, SegmentSort
from segtier.dataclass import dataclass
from segtier.model.advice import RankedSegment
from segtier.model.option import OptionName

_FILTER = (
    "Words that all stand in name, type, tablespace or tier, whole ones in quotes; `in` and `out` ask for the place."
)


class OfSegments(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="The option that decides which segments are in and out.")] = (
        "segments"
    )
    sort: SegmentSort = "rank"
    direction: Direction = "asc"
    filter: Annotated[str, Meta(max_length=200, description=_FILTER)] = ""
    offset: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments:
    items: tuple[RankedSegment, ...]
    """Each with the rows its figures are from. A null figure is not known: it is not zero."""
    total: int
    """That pass the filter."""
    coverage: dict[str, float | None]
    """physical_reads, physical_writes: I/O of the segments named, as a part of the instance's, 0 to 1."""
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: OfSegments) -> Segments:
    case = desk.case(asked.database)
    query = SegmentQuery(asked.option, asked.sort, asked.direction, asked.filter, asked.offset, asked.limit)
    page = case.look(asked.question, lambda answer: answer.segments(query))
    saved = ("benefit_s_per_hour", "benefit_density_s_per_hour_per_gib")
    return Segments(
        items=page.items,
        total=page.total,
        coverage=case.summary(asked.question).quality.coverage,
        figures_from=(
            FiguresFrom(saved, "options", {"option": asked.option}),
            FiguresFrom(("coverage",), "evidence", {"figure": "segments"}),
        ),
    )


_SEGMENT = (
    "rank",
    "pdb",
    "owner",
    "name",
    "subobject",
    "type",
    "tablespace",
    "size_bytes",
    "io_share",
    "included",
    "tier",
)
_SAVES = ("benefit_s_per_hour", "benefit_low_s_per_hour", "benefit_high_s_per_hour", "reason", "evidence")
_BRIEF: Shape = {
    "items": Some(most=200, of=fields(*_SEGMENT, *_SAVES)),
    "total": None,
    "coverage": None,
    "figures_from": None,
}


TOOL = Tool(
    "segments",
    "Segments",
    "Segments by what SSD would save for them, in or out of an option and why; sorted, filtered, a page at a "
    "time. The saving is the expected one, with its ends where the best segments are forecast.",
    OfSegments,
    Segments,
    _run,
    brief=_BRIEF,
)
