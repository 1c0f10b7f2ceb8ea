"""A paper left out of tuning is forecast with constants that the other papers chose."""

import pytest

from segtier.backtest import load_backtest
from segtier.backtest.leave_out import leave_out, tuned_constants
from segtier.forecast.constants import WRITE_GROWTH, Spread

BACKTEST = load_backtest()


def test_the_fit_stays_in_its_range():
    found = leave_out(BACKTEST, "SD", {"write_growth": Spread(0.7, 0.75, 0.8, "")})
    assert 0.7 <= found.fitted["write_growth"] <= 0.8
    assert found.rows == 9
    assert 0 <= found.median_error <= found.worst_error


def test_without_tuned_constants_nothing_is_fitted():
    assert leave_out(BACKTEST, "JC", {}).fitted == {}


def test_a_paper_of_orders_has_no_error():
    assert leave_out(BACKTEST, "GH", {"write_growth": WRITE_GROWTH}) is None


@pytest.mark.parametrize("name", sorted(tuned_constants()))
def test_tuned_constants_are_ranges(name):
    spread = tuned_constants()[name]
    assert spread.low <= spread.expected <= spread.high
