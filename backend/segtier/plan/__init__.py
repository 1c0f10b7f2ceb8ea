"""Placement in, scripts out. Nothing here runs anything: people do, after they have read it."""

from __future__ import annotations

from segtier.model.option import COMBINATION
from segtier.model.plan import Plan, PlanRequest
from segtier.plan.bundle import as_written, bundle
from segtier.plan.combination import combination_plan
from segtier.plan.folders import path_of
from segtier.plan.ledger import ledger_of
from segtier.plan.one_option import write_option

__all__ = ["write_plan"]


def write_plan(request: PlanRequest) -> Plan:
    """The bundle for one option, or for several at once: the same request gives the same bytes.

    Raises Refused for names that cannot be used and options without scripts, Infeasible where release, edition,
    cluster or size forbid the option. A single segment that cannot move is listed in `Plan.refused` instead.
    """
    asked = as_written(request)
    if asked.option == COMBINATION:
        return combination_plan(asked)
    written = write_option(asked)
    return Plan(
        option=asked.option,
        operations=written.operations,
        ledger=ledger_of(written.operations, asked.known.archivelog if asked.known else None),
        steps=tuple(f"{path_of(step.file)}: {step.what}" for step in written.steps),
        files=bundle((*written.pages, *written.files), written.steps, written.refused, asked),
        refused=(*written.refused, *asked.left_out) if asked.spec.by_name else (),
    )
