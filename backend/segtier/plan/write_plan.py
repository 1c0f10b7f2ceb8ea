"""A request into its bundle of scripts."""

from __future__ import annotations

from segtier.model.option import COMBINATION
from segtier.model.plan import Plan, PlanRequest
from segtier.plan.bundle.combination import combination_plan
from segtier.plan.bundle.files import as_written, bundle
from segtier.plan.bundle.folders import placed
from segtier.plan.bundle.ledger import ledger_of
from segtier.plan.bundle.one_option import write_option
from segtier.plan.bundle.tiers import tiers_plan
from segtier.plan.targets import targeted


def write_plan(request: PlanRequest) -> Plan:
    """The bundle for one option, or for several at once: the same request gives the same bytes.

    Raises Refused for names that cannot be used and options without scripts, Infeasible where release, edition,
    cluster or size forbid the option. A single segment that cannot move is listed in `Plan.refused` instead.
    """
    asked = as_written(request)
    whole = targeted(asked)
    if whole.option == COMBINATION:
        return combination_plan(asked, whole)
    if asked.tiers:
        return tiers_plan(asked, whole)
    written = write_option(whole)
    steps, operations = placed(written.steps), placed(written.operations)
    return Plan(
        request=asked,
        operations=operations,
        ledger=ledger_of(operations, asked.known.archivelog if asked.known else None),
        steps=steps,
        files=bundle((*written.pages, *written.files), steps, operations, written.refused, asked),
        needed_bytes=written.needed_bytes or None,
        refused=(*written.refused, *asked.left_out) if asked.spec.by_name else (),
    )
