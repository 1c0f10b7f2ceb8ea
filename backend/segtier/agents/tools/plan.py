"""The plan of an option, as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.option import OptionName
from segtier.model.plan_document import PlanDocument


class OfPlan(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="None: the one the answer advises.")] | None = None
    override: Annotated[bool, Meta(description="Plan it even though the advice is not to move.")] = False
    offset: Annotated[
        int, Meta(ge=0, le=10_000_000, description="Operations, and segments that stay, to leave out.")
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ThePlan:
    plan: PlanDocument
    """With a page of its operations and of the segments that stay; statements are text to be reviewed, and "
    "nothing runs them."""
    operations_total: int
    stays_total: int
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: OfPlan) -> ThePlan:
    plan = desk.case(asked.database).plan(asked.question, asked.option, asked.override)
    page = slice(asked.offset, asked.offset + asked.limit)
    return ThePlan(
        plan=replace(plan, operations=plan.operations[page], stays=plan.stays[page]),
        operations_total=len(plan.operations),
        stays_total=len(plan.stays),
        figures_from=(
            FiguresFrom(("decision", "assumptions"), "options", {"option": plan.option}),
            FiguresFrom(("operations", "ledger", "size_bytes"), "segments", {"option": plan.option, "filter": "in"}),
        ),
    )


_STATEMENTS = (
    "id",
    "kind",
    "file",
    "owner",
    "table",
    "index",
    "part",
    "target",
    "statement",
    "outage_text",
    "gate",
    "risk",
)
_LEDGER = ("moved_bytes", "redo_bytes", "archive_bytes", "sort_bytes", "minutes_low", "minutes_high", "of_unknown_size")
_BRIEF: Shape = {
    "plan": {
        **fields("schema", "option", "decision", "usable_bytes", "needed_bytes", "places", "targets"),
        "database": fields("name", "release"),
        "assumptions": Some(most=3, of=fields("name", "title", "value", "low", "high", "unit")),
        "steps": Some(most=12, of=fields("file", "who", "what", "outage")),
        "operations": Some(most=20, of=fields(*_STATEMENTS)),
        "ledger": fields(*_LEDGER),
        "stays": Some(most=5, of=fields("pdb", "owner", "name", "subobject", "type", "reason")),
        "warnings": Some(most=4),
    },
    **fields("operations_total", "stays_total", "figures_from"),
}


TOOL = Tool(
    "plan",
    "Plan",
    "What the scripts of an option would do, in order, as data: operations, what they need, what stays. It is "
    "never executed and no file is written; `segtier script` writes the files for somebody to review. Refused "
    "where the advice is not to move.",
    OfPlan,
    ThePlan,
    _run,
    brief=_BRIEF,
    needs="plans:read",
)
