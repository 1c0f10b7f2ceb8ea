"""The options that have scripts, each in a file of its own: its checks, its moves, the way back, and what its README says."""

from __future__ import annotations

from typing import assert_never

from segtier.errors import Infeasible, Refused
from segtier.model.option import SPECS, OptionName
from segtier.model.plan import PlanRequest
from segtier.plan.options import all as all_files
from segtier.plan.options import flash_cache, indexes, redo, segments, temp
from segtier.plan.options.option import Scripts
from segtier.plan.write import rds


def _scripts(name: OptionName) -> Scripts | None:
    match name:
        case "all":
            return all_files.OPTION
        case "indexes":
            return indexes.OPTION
        case "segments":
            return segments.OPTION
        case "redo":
            return redo.OPTION
        case "temp":
            return temp.OPTION
        case "flash-cache":
            return flash_cache.OPTION
        case "none" | "buffer-cache" | "combination":
            return None
        case _:
            assert_never(name)


SCRIPTS: dict[OptionName, Scripts] = {name: found for name in SPECS if (found := _scripts(name)) is not None}
"""Of every option that needs flash; a combination is made of those of its parts."""

__all__ = ["SCRIPTS", "scripts_of"]


def scripts_of(request: PlanRequest) -> Scripts:
    """By where they run. Raises Refused where no scripts belong to the option, Infeasible where RDS has none."""
    if request.option not in SCRIPTS:
        raise Refused(f"no scripts belong to the option {request.option[:40]!r}", code="no-scripts")
    if not request.on_rds:
        return SCRIPTS[request.option]
    if request.option not in rds.SCRIPTS:
        raise Infeasible(
            f"there is no plan for Amazon RDS of the option {SPECS[request.option].label!r} yet (plan/write/rds/__init__.py)",
            code="not-on-rds",
        )
    return rds.SCRIPTS[request.option]
