"""A row is left out only where its contradiction is computed; figures that agree prove nothing."""

import msgspec
import pytest

from segtier.backtest import load_backtest
from segtier.backtest.proofs import proof_of, prove
from tests.sentences import worded

BACKTEST = load_backtest()
LEFT_OUT = [row for row in BACKTEST.rows if row.left_out]


@pytest.mark.parametrize("row", LEFT_OUT, ids=[row.id for row in LEFT_OUT])
def test_every_row_left_out_is_contradicted(row):
    proof = proof_of(BACKTEST, row)
    assert proof.holds, proof.text


@pytest.mark.parametrize(
    ("row_id", "kind", "against"),
    [
        ("D12-20", "equal-response", ("D12-24", "D12-29")),
        ("D12-25", "monotony", ("D12-24-ms",)),
        ("D12-26", "monotony", ("D12-25",)),
        ("SD-22", "cpu-per-transaction", ("SD-06c", "SD-20")),
        ("SD-41", "cpu-per-transaction", ("SD-06c", "SD-40")),
        ("SD-14", "used-as-input", ()),
    ],
)
def test_figures_that_agree_prove_nothing(row_id, kind, against):
    assert not prove(BACKTEST, BACKTEST.row(row_id), kind, against).holds


@pytest.mark.parametrize(
    ("row_id", "agreeing"),
    [
        ("D12-14", 3.5),
        ("D12-21", 2.5),
        ("D12-22", 3.0),
        ("D12-12", 83.3),
        ("D12-28", 15.9),
        ("SD-54", 56.9),
        ("SD-16", 9),
    ],
)
def test_the_proof_goes_with_the_right_figure(row_id, agreeing):
    row = msgspec.structs.replace(BACKTEST.row(row_id), published=agreeing, rounding=0.05)
    assert not proof_of(BACKTEST, row).holds


@pytest.mark.parametrize(
    ("row_id", "arithmetic"),
    [
        ("D12-21", "x 2.50 for any"),
        ("D12-22", "x 3.00 for any"),
        ("D12-14", "x 3.50 for any"),
        ("D12-12", "1000 / 12 = 83.3"),
        ("D12-27", worded("backtest/ms-more-ssd", 63, 50)),
        ("SD-54", "56.9 % with the enclosure, 37.7 % without"),
    ],
)
def test_the_arithmetic_is_said(row_id, arithmetic):
    assert arithmetic in proof_of(BACKTEST, BACKTEST.row(row_id)).text


@pytest.mark.parametrize(
    ("row_id", "with_row"),
    [("D12-13", "D12-14"), ("D12-30", "D12-21"), ("D12-31", "D12-22"), ("D12-26", "D12-27")],
)
def test_of_two_measurements_that_contradict_each_other_both_leave(row_id, with_row):
    proof = proof_of(BACKTEST, BACKTEST.row(row_id))
    assert (proof.holds, proof.with_row) == (True, with_row)


@pytest.mark.parametrize("row_id", ["D12-11", "SD-10", "SD-30"])
def test_a_figure_is_not_blamed_for_what_somebody_made_of_it(row_id):
    assert proof_of(BACKTEST, BACKTEST.row(row_id)) is None


def test_a_row_stays_once_the_other_agrees():
    agreeing = msgspec.structs.replace(BACKTEST.row("D12-14"), published=3.5)
    rows = tuple(agreeing if row.id == "D12-14" else row for row in BACKTEST.rows)
    assert proof_of(msgspec.structs.replace(BACKTEST, rows=rows), BACKTEST.row("D12-13")) is None


def test_a_consistent_row_has_no_proof():
    assert proof_of(BACKTEST, BACKTEST.row("SD-40")) is None
