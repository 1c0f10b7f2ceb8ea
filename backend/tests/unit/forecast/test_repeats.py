"""No range of a forecast is narrower than two measurements of one load differ by."""

from math import exp, hypot, log

import pytest

from segtier.forecast import Basis, Change, forecast_change
from segtier.forecast.constants import REPEATS
from segtier.forecast.repeats import repeated
from segtier.model.forecast import Range
from segtier.model.request import Users
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload

INF = float("inf")


@pytest.mark.parametrize(
    ("given", "low", "high"),
    [
        (Range(0.5, 0.5, 0.5), 0.5 * exp(-REPEATS), 0.5 * exp(REPEATS)),
        (Range(0.4, 0.5, 0.6), 0.5 * exp(-hypot(log(1.25), REPEATS)), 0.5 * exp(hypot(log(1.2), REPEATS))),
        (Range(0.99, 1.0, 1.0), exp(-hypot(log(0.99), REPEATS)), exp(REPEATS)),
        (Range(1.0, 1.0, 1.0), 1.0, 1.0),
        (Range(0.0, 0.5, INF), 0.0, INF),
        (Range(0.0, 0.0, 0.0), 0.0, 0.0),
        (Range(2.0, INF, INF), 2.0, INF),
    ],
    ids=["no width", "a width of its own", "today's at one end", "nothing changes", "open", "gone", "not carried"],
)
def test_what_does_not_repeat_is_added_in_squares(given: Range, low: float, high: float) -> None:
    found = repeated(given)
    assert (found.low, found.expected, found.high) == pytest.approx((low, given.expected, high))


READS = (a_wait("db file sequential read", 18_000, 10),)


@pytest.mark.parametrize(
    ("users", "part"), [(None, 1.0), (Users(60, 0.0), None)], ids=["nobody thinks", "nine in ten think"]
)
def test_throughput_repeats_the_better_the_longer_users_think(users: Users | None, part: float | None) -> None:
    """A thousandth of the reads moves: what is drawn hardly gives a width."""
    profile = a_profile(a_workload(READS))
    basis = Basis(profile=profile, tier=tier(700 * 10**9), users=users, draws=20, seed=1)
    found = forecast_change(basis, Change(buffered_reads=1e-3)).throughput_ratio
    width = log(found.high / found.low) / 2
    working = profile.db_time_per_s / users.count if users else part
    assert width == pytest.approx(REPEATS * (working or 0.0), rel=0.05)


def test_every_range_of_a_change_that_changes_something_has_a_width() -> None:
    basis = Basis(profile=a_profile(a_workload(READS)), tier=tier(700 * 10**9), draws=20, seed=1)
    found = forecast_change(basis, Change(buffered_reads=0.001))
    figures = (found.response_ratio, found.throughput_ratio, found.demand_ratio["single-block-read"])
    assert all(one.high / one.low >= exp(2 * REPEATS) * 0.999 for one in figures)
    saved = found.db_time_saved_s_per_hour
    assert saved.low < 0 < saved.expected < saved.high


def test_doing_nothing_is_no_forecast() -> None:
    basis = Basis(profile=a_profile(a_workload(READS)), tier=tier(700 * 10**9), draws=20, seed=1)
    found = forecast_change(basis, Change())
    assert (found.response_ratio, found.throughput_ratio) == (Range(1, 1, 1), Range(1, 1, 1))
    assert all(one == Range(1, 1, 1) for one in found.demand_ratio.values())
