"""What was measured after the change, beside the forecast."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.comparison import Comparison
from segtier.model.option import OptionName


class OfComparison(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="The option that was carried out.")] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TheComparison:
    comparison: Comparison
    """`before` and `after` name the files by digest."""
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: OfComparison) -> TheComparison:
    comparison = desk.case(asked.database).comparison(asked.question, asked.option)
    basis = FiguresFrom(
        ("predicted_response_ratio", "predicted_range"), "options", {"option": comparison.option or "none"}
    )
    measured = FiguresFrom(("before_s_per_hour", "before_ms_per_txn"), "evidence", {"figure": "top_events"})
    return TheComparison(comparison=comparison, figures_from=(basis, measured))


TOOL = Tool(
    "compare",
    "Compare",
    "What happened between the reports of before and those of after the change, event by event, beside what the "
    "forecast said with its range.",
    OfComparison,
    TheComparison,
    _run,
)
