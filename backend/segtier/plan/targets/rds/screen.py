"""What must hold before a plan for Amazon RDS can be made, and what no part of RDS can do.

Source: Amazon RDS API Reference, CreateDBInstance (DBInstanceIdentifier) and CreateDBParameterGroup.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from segtier.errors import Infeasible, Refused, named
from segtier.model.plan import Known, Rds
from segtier.oracle.gates import is_enterprise
from segtier.oracle.platforms import platform_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.quoting import shown
from segtier.plan.targets.rds.instance_store import shares, uses_store
from segtier.plan.targets.rds.volume import refuse_bad_iops, uses_volume, volume_gib

BY_SEGMENTS = f"Move the segments: {named('option=segments')} or {named('option=indexes')}."

NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
"""As RDS keeps names, and as the shell scripts read them from rds.env: small letters, digits, single hyphens, a letter first.
A `default.` group cannot be changed."""
LONGEST = {"instance": 63, "parameter group": 255}

_SEGMENTS = ("move", "left_out", "flash_keep", "flash_none")


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
    if uses_volume(request) and not request.place_there:
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


def check_names(rds: Rds) -> None:
    """Raises Refused for what no shell script may carry; empty is asked for in rds.env."""
    for what, name in (("instance", rds.instance), ("parameter group", rds.parameter_group)):
        if name and (len(name) > LONGEST[what] or not re.fullmatch(NAME, name, re.ASCII)):
            raise Refused(
                f"{what} name {shown(name[:60])} cannot be used",
                code="bad-name",
                advice=f"Use up to {LONGEST[what]} small letters, digits and single hyphens, a letter first; no default group.",
            )
    refuse_bad_iops(rds)


def in_its_container(request: TargetedRequest) -> TargetedRequest:
    """The request without names of containers: a session stays in the PDB it is connected to. Raises Infeasible for several."""
    moving = (
        *request.move,
        *request.flash_keep,
        *request.flash_none,
        *(row for one in request.tiers for row in one.move),
    )
    pdbs = sorted({name for name in (request.database.pdb, *(one.pdb for one in moving)) if name})
    if not pdbs:
        return request
    if len(pdbs) > 1:
        raise Infeasible(
            f"on RDS a session cannot go from one tenant database to another, and this is about {', '.join(map(shown, pdbs))}",
            code="several-containers",
            advice="Make a plan for each from reports of that PDB alone.",
        )
    changes: dict[str, Any] = {name: _of(getattr(request, name), pdbs[0]) for name in _SEGMENTS}
    changes["tiers"] = tuple(replace(one, move=_of(one.move, pdbs[0])) for one in request.tiers)
    known = _known(request.known, pdbs[0]) if request.known else None
    return replace(request, database=replace(request.database, pdb=pdbs[0]), known=known, **changes)


def _known(known: Known, pdb: str) -> Known:
    lists: dict[str, Any] = {field.name: getattr(known, field.name) for field in fields(known)}
    changes: dict[str, Any] = {name: _of(rows, pdb) for name, rows in lists.items() if isinstance(rows, tuple)}
    return replace(known, **changes)


def _of(rows: tuple[Any, ...], pdb: str) -> tuple[Any, ...]:
    """Those of the container, or of none; what is of the whole instance stays as it is."""
    placed = [row for row in rows if getattr(row, "pdb", None) in (None, pdb)]
    return tuple(replace(row, pdb=None) if hasattr(row, "pdb") else row for row in placed)
