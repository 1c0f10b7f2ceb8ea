"""Whether the inputs are of Amazon RDS."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.analysis.setup import is_rds_file
from segtier.model.hour import Setup
from segtier.model.inventory import Inventory

_TABLESPACE = "RDSADMIN"


def is_of_rds(setups: Sequence[Setup], inventories: Sequence[Inventory]) -> bool:
    """By names of parameters (rds.*), of files, or of the tablespace that RDS keeps for itself."""
    files = (file.name for one in inventories for file in one.datafiles)
    tablespaces = (one.name for inventory in inventories for one in inventory.tablespaces)
    return any(one.of_rds for one in setups) or any(map(is_rds_file, files)) or _TABLESPACE in tablespaces
