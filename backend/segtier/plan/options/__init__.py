"""The options that have scripts, each in a file of its own: its checks, its moves, the way back, and what its README says."""

from __future__ import annotations

from segtier.errors import Refused
from segtier.model.option import COMBINATION, SPECS, OptionName
from segtier.model.plan import PlanRequest
from segtier.plan.options import all as all_files
from segtier.plan.options import flash_cache, indexes, redo, segments, temp
from segtier.plan.options.option import Scripts

_ALL = (all_files, indexes, segments, redo, temp, flash_cache)
SCRIPTS: dict[OptionName, Scripts] = {module.OPTION.name: module.OPTION for module in _ALL}
"""Of every option that needs flash; a combination is made of those of its parts."""
_MISSING = {name for name, spec in SPECS.items() if spec.needs_flash} - {*SCRIPTS, COMBINATION}
if _MISSING:
    raise LookupError(
        f"{', '.join(sorted(_MISSING))}: give each a module in plan/options/ and name it in its __init__.py"
    )

__all__ = ["SCRIPTS", "scripts_of"]


def scripts_of(request: PlanRequest) -> Scripts:
    """Raises Refused where no scripts belong to the option."""
    if request.option not in SCRIPTS:
        raise Refused(f"no scripts belong to the option {request.option[:40]!r}", code="no-scripts")
    return SCRIPTS[request.option]
