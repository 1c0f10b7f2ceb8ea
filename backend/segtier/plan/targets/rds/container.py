"""One tenant database: on RDS a session stays in the PDB it is connected to, so a plan is for one, and the guard pins it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from segtier.errors import Infeasible
from segtier.model.plan import Known
from segtier.plan.contract import TargetedRequest
from segtier.plan.quoting import shown

_SEGMENTS = ("move", "left_out", "flash_keep", "flash_none")


def in_its_container(request: TargetedRequest) -> TargetedRequest:
    """The request without names of containers. Raises Infeasible where it is for several."""
    moving = (*request.move, *request.flash_keep, *request.flash_none)
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
