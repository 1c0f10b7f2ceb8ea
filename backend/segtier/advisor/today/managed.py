"""Managed services: whether the inputs are of Amazon RDS, and what a plan leaves out there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.errors import Infeasible
from segtier.model.inventory import Inventory
from segtier.model.option import SPECS
from segtier.model.plan import PlanRequest
from segtier.model.workload import Workload

_FILES = "/rdsdbdata"
"""Begins the names of all files of a database on RDS."""
_TABLESPACE = "RDSADMIN"
_LOOKS = (
    "These inputs look like those of Amazon RDS for Oracle, where nobody is SYSDBA or root: these scripts cannot run there."
    " Make the plan with --target rds (target=rds over REST)."
)
_REDO_STAYS = (
    "Redo is not among the parts: on RDS it stays on the main volume. The forecast counts it as moved; a faster main volume"
    " (io2, or more IOPS of gp3) comes nearest to that."
)


def for_target(request: PlanRequest, workloads: Sequence[Workload], inventories: Sequence[Inventory]) -> PlanRequest:
    """The request with what must be told of where its scripts run; of a combination on RDS without redo.

    Raises Infeasible where that leaves one part.
    """
    parts = tuple(part for part in request.parts if SPECS[part].on_rds != "main-volume")
    if request.on_rds and parts != request.parts:
        if len(parts) == 1:
            raise Infeasible(
                f"on RDS redo stays on the main volume, which leaves {parts[0]} alone of the combination",
                code="redo-stays",
                advice=f"Get the scripts of {parts[0]} by themselves.",
            )
        return replace(request, parts=parts, warnings=(*request.warnings, _REDO_STAYS))
    if not request.on_rds and is_of_rds(workloads, inventories):
        return replace(request, warnings=(*request.warnings, _LOOKS))
    return request


def is_of_rds(workloads: Sequence[Workload], inventories: Sequence[Inventory]) -> bool:
    """By names of parameters (rds.*), of files, or of the tablespace that RDS keeps for itself."""
    if any(name.startswith(_FILES) for name in _files(workloads, inventories)):
        return True
    names = (one.name for workload in workloads for one in workload.parameters)
    tablespaces = (one.name for inventory in inventories for one in inventory.tablespaces)
    return any(name.lower().startswith("rds.") for name in names) or _TABLESPACE in tablespaces


def _files(workloads: Sequence[Workload], inventories: Sequence[Inventory]) -> Iterable[str]:
    yield from (file.name for one in inventories for file in one.datafiles)
    for workload in workloads:
        yield from (row.file for row in workload.file_io)
        for parameter in workload.parameters:
            yield from (str(value) for value in (parameter.begin, parameter.end) if value is not None)
