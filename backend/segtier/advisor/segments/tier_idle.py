"""Moves over tiers that are told as saving nothing."""

from __future__ import annotations

import numpy as np

from segtier.advisor.segments.movers import Floats
from segtier.advisor.segments.tier_case import LEAST_SAID, TierCase, TierFound
from segtier.placement.problem import NOWHERE
from segtier.placement.tiers import ANYWHERE, Flags

LEAST_OF_ALL = 5e-4
"""Of DB time: moves that are told as 0 are no reason to move as long as all of them together save less than that."""


def idle_moves(over: TierCase, best: TierFound, saves: Floats) -> Flags:
    """(segments, tiers): of those that move and are told to save nothing, where they are. Not where that is a demotion, as
    asked: it counts as no saving, and frees room on a tier.

    What goes together is judged together; what is held there is asked for. `saves`: as told, by the parts of what the
    placement saves.
    """
    found = np.zeros(saves.shape, bool)
    rows = np.flatnonzero(best.tier != over.lies)
    if not len(rows):
        return found
    there, unit = best.tier[rows], over.segments.unit
    counted = _by_unit(unit, rows, np.nan_to_num(over.saves(best.point)[rows, there]))
    told = _by_unit(unit, rows, saves[rows, there])
    asked = np.bincount(unit, weights=over.segments.held != ANYWHERE) > 0
    frees = _by_unit(unit, rows, (over.lies[rows] != NOWHERE).astype(float)) > 0
    demoted = over.moves.demotion & frees & (counted <= 0)
    here = np.isin(np.arange(len(told)), unit[rows])
    small = np.flatnonzero(here & (told < LEAST_SAID) & ~asked & ~demoted)
    small = small[np.argsort(told[small], kind="stable")]
    most = LEAST_OF_ALL * over.case.profile.db_time_s_per_hour
    small = small[np.cumsum(np.maximum(told[small], 0.0)) <= most]
    idle = np.isin(unit[rows], small)
    found[rows[idle]] = saves[rows[idle]] < LEAST_SAID
    found[rows[idle], there[idle]] = True
    return found


def _by_unit(unit: np.ndarray, rows: np.ndarray, amounts: Floats) -> Floats:
    summed: Floats = np.bincount(unit[rows], weights=amounts, minlength=int(unit.max()) + 1).astype(np.float64)
    return summed
