"""The smallest segment whose move alone is worth its trouble, for where the flash holds none that is."""

from __future__ import annotations

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.material import MATERIAL
from segtier.advisor.segments.placing import Placement, Placer
from segtier.advisor.segments.shares import of_lists
from segtier.forecast import forecast_change
from segtier.forecast.placed import Shares

_NEAR = MATERIAL / 2
"""Of DB time, by the slopes where nothing has moved: who saves less by them is not worth its trouble by the full model."""


def least_useful(case: Case, placer: Placer) -> Placement | None:
    """With all that goes with it. None alone is worth its trouble: the smallest that saves anything. None saves: None."""
    units, placed = placer.units, placer.placed
    gain = units.shares @ placed.slopes(placed.none_moved)
    smallest_first = units.free[np.argsort(units.size[units.free], kind="stable")]
    saving = smallest_first[gain[smallest_first] > 0]
    if not len(saving):
        return None
    useful = (unit for unit in saving[gain[saving] > _NEAR] if _is_useful(case, units.shares[unit]))
    return placer.of_units(np.array([next(useful, saving[0])]), case.capacity_bytes)


def _is_useful(case: Case, shares: Shares) -> bool:
    change = of_lists(case, np.clip(shares, 0.0, 1.0))
    return forecast_change(case.basis, change).response_ratio.high < 1 - MATERIAL
