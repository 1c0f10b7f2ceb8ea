"""What must hold before a plan for Amazon RDS can be made, and what no part of RDS can do."""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.oracle.gates import is_enterprise
from segtier.oracle.platforms import platform_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.targets.rds.instance_store import shares, uses_store
from segtier.plan.targets.rds.names import check_names
from segtier.plan.targets.rds.volume import uses_volume, volume_gib

BY_SEGMENTS = "Move the segments: --option segments or --option indexes."


def screen(request: TargetedRequest) -> None:
    """Raises Refused and Infeasible."""
    check_names(request.targets.rds)
    if platform_of(request.database) not in (None, "linux"):
        raise Infeasible(
            f"RDS for Oracle runs on Linux; these inputs are of {request.database.platform}", code="not-on-rds"
        )
    if request.database.rac:
        raise Infeasible("RDS for Oracle has no clusters; these inputs are of one", code="not-on-rds")
    if uses_store(request):
        shares(request)
    if uses_volume(request):
        volume_gib(request)


def screen_data_files(request: TargetedRequest) -> None:
    screen(request)
    if is_enterprise(request.database) is False:
        raise Infeasible(
            "on RDS whole data files move by rdsadmin_util.move_datafile, which needs Enterprise Edition;"
            f" this is {request.database.edition}",
            code="move-datafile-not-available",
            advice=BY_SEGMENTS,
        )
