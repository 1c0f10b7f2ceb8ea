"""What was measured after the change, beside the forecast."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.comparison import Comparison
from segtier.model.option import OptionName


class OfComparison(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="The option that was applied.")] | None = None


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


_FILE = ("file", "sha256", "begin_time", "end_time")
_EVENT = (
    "event",
    "before_s_per_hour",
    "predicted_range",
    "after_s_per_hour",
    "before_avg_wait_us",
    "after_avg_wait_us",
    "change",
)
_CLASS = ("wait_class", "before_ms_per_txn", "predicted_ms_per_txn", "after_ms_per_txn", "judgement")
_BRIEF: Shape = {
    "comparison": {
        **fields("outcome", "headline", "text", "made_by", "option", "comparable", "reasons"),
        **fields("before_txn_per_s", "after_txn_per_s", "before_db_time_s_per_hour", "after_db_time_s_per_hour"),
        **fields("response_ratio", "predicted_response_ratio", "within_forecast", "forecast_state", "forecast_text"),
        "before": Some(most=3, of=fields(*_FILE)),
        "after": Some(most=3, of=fields(*_FILE)),
        "figures": Some(most=6, of=fields("name", "unit", "before", "after", "moved")),
        "events": Some(most=6, of=fields(*_EVENT)),
        "classes": Some(most=5, of=fields(*_CLASS)),
        "parts": Some(most=4, of=fields("cause", "name", "ms_per_txn", "event")),
        "redo": Some(most=4, of=fields("name", "unit", "before", "after")),
    },
    "figures_from": None,
}


TOOL = Tool(
    "compare",
    "Compare",
    "What changed from the reports before the change to those after it, event by event, compared with the forecast "
    "and its range.",
    OfComparison,
    TheComparison,
    _run,
    brief=_BRIEF,
)
