"""A tier of two equal halves takes what it would take whole."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import pytest

from segtier.analysis.storage.found import StorageSeen
from segtier.forecast import Change
from segtier.forecast.basis import Basis
from segtier.forecast.placed import Placed, Shares
from segtier.question.tiers import AskedTier, compose_tiers
from tests.builders import a_profile
from tests.two_speeds import FAST, SLOW, two_speeds

READ_US = (120.0, 120.0, 600.0)
MS = {"two speeds": {SLOW: 22.0, FAST: 9.0}, "one speed": {SLOW: 9.0, FAST: 9.0}}


def placed(ms: dict[str, float], *, timed: bool = True) -> Placed:
    workload = two_speeds(ms, timed=timed)
    seen = StorageSeen()
    seen.add(workload)
    tiers = compose_tiers(tuple(AskedTier(f"T{at}", size="1TB", read_us=us) for at, us in enumerate(READ_US)))
    first, *further = (one.tier for one in tiers)
    basis = Basis(
        profile=a_profile(workload), tier=first, further=tuple(further), storage=seen.found(None), draws=60, seed=1
    )
    return Placed(basis, 0.1, Change())


def shared(one: Placed, *parts: float) -> Shares:
    """So much of everything on each tier."""
    of_all = one.today.average.reshape(-1) if one.today.apart else np.ones(one.today.columns)
    return np.concatenate([of_all * part for part in parts])


@pytest.mark.parametrize("ms", list(MS.values()), ids=list(MS))
@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize(("part", "beside"), [(1.0, 0.0), (0.6, 0.0), (0.6, 0.3)])
def test_two_halves_save_what_one_saves(ms: dict[str, float], timed: bool, part: float, beside: float) -> None:
    one = placed(ms, timed=timed)
    whole, halves, other = (
        one.saved(shared(one, *parts, beside)) for parts in ((part, 0.0), (part / 2, part / 2), (0.0, part))
    )
    assert halves == pytest.approx(whole, abs=1e-6)
    assert other == pytest.approx(whole, abs=1e-6)


def test_what_no_tier_gets_first_is_left_to_all() -> None:
    """More than there is by the lists: no tier goes short because it is named last."""
    one = placed(MS["two speeds"])
    found = one.saved(shared(one, 1.0, 1.0, 1.0))
    assert found == pytest.approx(one.saved(shared(one, 1 / 3, 1 / 3, 1 / 3)), abs=0.02)


def test_the_drawn_error_is_of_what_moves_in_all() -> None:
    """So the range of two halves is that of the whole too."""
    one = placed(MS["two speeds"])
    whole, halves = one.range(shared(one, 0.8, 0.0, 0.0)), one.range(shared(one, 0.4, 0.4, 0.0))
    assert astuple(halves) == pytest.approx(astuple(whole), abs=1e-6)
