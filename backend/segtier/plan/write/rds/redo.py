"""Redo on RDS: it stays where it is, and the plan says which way there is instead."""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.plan import PlanRequest
from segtier.plan.options.redo import Redo
from segtier.plan.write.rds.screen import screen


class RedoOnRds(Redo):
    def screen(self, request: PlanRequest) -> None:
        screen(request)
        raise Infeasible(
            "on RDS the redo logs stay on the main storage volume: no procedure takes them to another one",
            code="redo-stays",
            advice="Make the main volume faster instead: aws rds modify-db-instance --storage-type io2 --iops N, or a gp3 volume"
            " with more IOPS and throughput; moving hot segments to a volume of their own leaves more of it to the redo.",
        )
