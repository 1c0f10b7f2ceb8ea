"""The options that have scripts, each in a file of its own: its checks, its moves, the way back, and what its README says."""

from __future__ import annotations

from typing import assert_never

from segtier.errors import Infeasible, Refused
from segtier.model.option import SPECS, OptionName
from segtier.model.plan import PlanRequest
from segtier.plan.options.all import AllData
from segtier.plan.options.flash_cache import FlashCache
from segtier.plan.options.indexes import Indexes
from segtier.plan.options.option import Scripts
from segtier.plan.options.redo import Redo
from segtier.plan.options.segments import Segments
from segtier.plan.options.temp import Temp
from segtier.plan.write import rds


def _scripts(name: OptionName) -> Scripts | None:
    match name:
        case "all":
            return AllData()
        case "indexes":
            return Indexes()
        case "segments":
            return Segments()
        case "redo":
            return Redo()
        case "temp":
            return Temp()
        case "flash-cache":
            return FlashCache()
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
