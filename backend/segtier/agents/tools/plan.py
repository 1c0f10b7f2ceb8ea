"""The plan of an option, as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.option import OptionName
from segtier.model.plan_document import PlanDocument


class OfPlan(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="None: the one the answer advises.")] | None = None
    override: Annotated[bool, Meta(description="Plan it although the advice is not to move.")] = False
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


TOOL = Tool(
    "plan",
    "Plan",
    "What the scripts of an option would do, in order, as data: operations, what they need, what stays. It is "
    "never executed and no file is written; `segtier script` writes the files for somebody to review. Refused "
    "where the advice is not to move.",
    OfPlan,
    ThePlan,
    _run,
    needs="plans:read",
)
