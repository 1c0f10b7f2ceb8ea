"""A stated limit of the machine, held against what its hours take."""

from __future__ import annotations

import pytest

from segtier.analysis.throttle import throttle_of
from segtier.errors import Refused
from segtier.model.timeline import TimelinePoint
from segtier.model.volume import Machine
from tests.builders import a_profile, a_workload

HOUR = a_workload()


def an_hour(io_per_s: float) -> TimelinePoint:
    return TimelinePoint(1, 2, None, None, 3_600.0, 4.0, 80.0, 100.0, (1,), (), True, io_per_s=io_per_s)


@pytest.mark.parametrize(
    ("io_per_s", "headroom"), [(899, None), (900, 1000 / 900), (1_000, 1.0), (1_100, 1.0)], ids=str
)
def test_an_hour_near_it_is_bound_by_it(io_per_s: float, headroom: float | None) -> None:
    """The busiest of those looked at."""
    hours = [an_hour(200), an_hour(io_per_s)]
    found = throttle_of(HOUR, a_profile(HOUR), hours, hours, Machine(requests_per_s=1_000))
    assert (found and (found.sign, found.headroom)) == (headroom and ("machine", pytest.approx(headroom)))


def test_nothing_passes_it() -> None:
    hours = [an_hour(1_101)]
    with pytest.raises(Refused, match=r"1,101 .* 1,000"):
        throttle_of(HOUR, a_profile(HOUR), hours, hours, Machine(requests_per_s=1_000))
