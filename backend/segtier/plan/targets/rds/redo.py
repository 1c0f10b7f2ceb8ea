"""Redo on RDS: it stays where it is, and the plan says which way there is instead."""

from __future__ import annotations

from dataclasses import replace

from segtier.errors import Infeasible
from segtier.model.plan import PlanRequest
from segtier.plan.contract import TargetedRequest
from segtier.plan.options.redo import Redo
from segtier.plan.targets.rds.screen import screen

_STAYS = (
    "Redo is not among the parts: on RDS it stays on the main volume. The forecast counts it as moved; a faster main volume"
    " (io2, or more IOPS of gp3) comes nearest to that."
)


def without_redo(request: PlanRequest) -> PlanRequest:
    """A combination without redo. Raises Infeasible where that leaves one part."""
    parts = tuple(part for part in request.parts if part != "redo")
    if parts == request.parts:
        return request
    if len(parts) == 1:
        raise Infeasible(
            f"on RDS redo stays on the main volume, which leaves {parts[0]} alone of the combination",
            code="redo-stays",
            advice=f"Get the scripts of {parts[0]} by themselves.",
        )
    return replace(request, parts=parts, warnings=(*request.warnings, _STAYS))


class RedoOnRds(Redo):
    def screen(self, request: TargetedRequest) -> None:
        screen(request)
        raise Infeasible(
            "on RDS the redo logs stay on the main storage volume: no procedure takes them to another one",
            code="redo-stays",
            advice="Make the main volume faster instead: aws rds modify-db-instance --storage-type io2 --iops N, or a gp3 volume"
            " with more IOPS and throughput; moving hot segments to their own volume leaves more throughput for the redo.",
        )
