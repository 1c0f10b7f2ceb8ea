"""Whether the inputs are of Amazon RDS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.inventory import Inventory
from segtier.model.workload import Workload

_FILES = "/rdsdbdata"
"""Begins the names of all files of a database on RDS."""
_TABLESPACE = "RDSADMIN"


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
