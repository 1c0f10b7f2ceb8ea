"""What the proof says of the placement on one SSD."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from tests.builders import a_request
from tests.two_speeds import FAST, SLOW, sizes, two_speeds

GIB = 2**30


@pytest.mark.parametrize("gib", [45, 60, 100])
@pytest.mark.parametrize("ms", [{SLOW: 22.0, FAST: 0.45}, {SLOW: 16.0, FAST: 12.0}])
def test_no_placement_saves_more_than_the_bound(gib: int, ms: dict[str, float]) -> None:
    """The one that is told least of all: by the full model it may save more than the slopes at it say."""
    advice = advise([two_speeds(ms)], [sizes()], a_request(gib * GIB, headroom_pct=0.0, draws=50))
    solver = advice.solver
    assert solver is not None
    assert (solver.bound_s_per_hour or 0.0) >= (solver.saved_s_per_hour or 0.0) > 0
