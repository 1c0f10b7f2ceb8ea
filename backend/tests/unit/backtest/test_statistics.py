"""The arithmetic of the statistics, on made-up rows."""

import pytest

from segtier.backtest.proofs import Proof
from segtier.backtest.rows import Row
from segtier.backtest.score import MISSED, Scored, statistics
from segtier.model.forecast import Range


def scored(row_id, published, low, expected, high, *, contradicted=False, rounding=0.0):
    row = Row(row_id, "S", "T", "throughput-ratio", published=published, rounding=rounding)
    proof = Proof("quotient", contradicted, "") if contradicted else None
    return Scored(row, "P", Range(low, expected, high), None, proof)


def test_median_worst_band_and_spread():
    rows = [
        scored("a", 2.0, 1.8, 2.2, 2.7),  # +10 %, inside, spread 1.5
        scored("b", 4.0, 1.0, 2.0, 3.0),  # -50 %, outside, spread 3
        scored("c", 10.0, 9.0, 10.0, 18.0),  # 0, inside, spread 2
    ]
    found = statistics(rows)
    assert found.rows == 3
    assert found.median_error == pytest.approx(0.1)
    assert (found.worst_error, found.worst_row) == (pytest.approx(0.5), "b")
    assert found.in_band == pytest.approx(2 / 3)
    assert found.median_spread == pytest.approx(2.0)


def test_contradicted_rows_orders_and_claims_do_not_count():
    order = Scored(Row("o", "S", "T", "order", order=("x", "y"), measure="throughput"), "P", None, False, None)
    claim = Scored(Row("p", "S", "T", "cost-saving-pct", published=63.0), "P", None, None, None)
    found = statistics([scored("a", 2.0, 1.0, 2.0, 3.0), scored("b", 1.0, 8, 9, 10, contradicted=True), order, claim])
    assert (found.rows, found.worst_error) == (1, 0.0)


def test_the_disputed_rows_count_where_asked_for():
    row = scored("a", 2.0, 1.0, 3.0, 4.0)
    disputed = Scored(row.row, "P", row.forecast, None, Proof("equal-response", True, "", with_row="b"))
    own = scored("b", 1.0, 8, 9, 10, contradicted=True)
    assert statistics([disputed, own]).rows == 0
    assert statistics([disputed, own], disputed=True).worst_error == pytest.approx(0.5)
    assert disputed.missed


def test_a_proof_that_fails_leaves_nothing_out():
    row = scored("a", 2.0, 1.0, 4.0, 6.0)
    kept = Scored(row.row, "P", row.forecast, None, Proof("quotient", False, ""))
    assert statistics([kept]).worst_error == pytest.approx(1.0)


def test_nothing_counted():
    assert statistics([]).median_error is None


@pytest.mark.parametrize(
    ("published", "rounding", "inside"),
    [
        (1.0, 0.0, True),
        (3.0, 0.0, True),
        (3.04, 0.05, True),
        (3.06, 0.05, False),
        (0.96, 0.05, True),
        (0.94, 0.05, False),
    ],
)
def test_a_figure_is_inside_as_rounded_as_it_is_printed(published, rounding, inside):
    assert scored("a", published, 1.0, 2.0, 3.0, rounding=rounding).in_band is inside


@pytest.mark.parametrize(("expected", "missed"), [(1 + MISSED - 0.01, False), (1 + MISSED + 0.01, True), (0.5, True)])
def test_missed(expected, missed):
    assert scored("a", 1.0, 0.1, expected, 9.0).missed is missed
