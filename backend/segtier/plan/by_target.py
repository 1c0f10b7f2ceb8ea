"""What differs in a script by where it runs: who runs it, and pieces of SQL of the same name under `templates/own` and `rds`."""

from __future__ import annotations

from segtier.model.plan import PlanRequest
from segtier.plan.template import template


def dba(request: PlanRequest) -> str:
    """Who runs the SQL."""
    return "master user" if request.on_rds else "SYSDBA"


def piece(name: str, request: PlanRequest, **slots: str) -> str:
    return template(f"{request.targets.target}/{name}", **slots)
