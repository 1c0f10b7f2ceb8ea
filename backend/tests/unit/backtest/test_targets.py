"""What the forecast reaches on published measurements, held so that nobody makes it worse unseen."""

from pathlib import Path

import pytest

from segtier.backtest import load_backtest, run_backtest
from segtier.backtest.table import BEGIN, END, rows_table

PAGE = Path(__file__).parents[4] / "docs" / "internals" / "forecast-figures.md"


@pytest.fixture(scope="module")
def report():
    return run_backtest(load_backtest())


@pytest.fixture(scope="module")
def by_id(report):
    return {one.row.id: one for one in report.scored}


def test_every_row_has_an_answer(report):
    assert len(report.scored) == len(load_backtest().rows)
    unanswered = [one.row.id for one in report.scored if one.forecast is None and one.order_holds is None]
    assert unanswered == ["SD-54"]  # a price


@pytest.mark.parametrize("row_id", ["GH-08", "GH-12", "GH-13"])
def test_published_orders_hold(by_id, row_id):
    assert by_id[row_id].order_holds


@pytest.mark.parametrize("size", ["020", "040", "060", "080", "100", "120", "140"])
def test_the_size_curve_within_a_quarter_at_every_point(by_id, size):
    assert abs(by_id[f"D10-2-{size}"].error) < 0.25


def test_the_fitted_curve_is_near_the_hit_share_it_was_not_fitted_to(by_id):
    assert abs(by_id["D10-40-node1-flash_cache_inserts"].error) < 0.12


@pytest.mark.parametrize(("row_id", "within"), [("SD-10", 0.15), ("SD-20", 0.15), ("SD-30", 0.15), ("SD-40", 0.15)])
def test_throughput_of_the_12c_paper(by_id, row_id, within):
    assert abs(by_id[row_id].error) < within


def test_the_statistics(report):
    assert report.overall.rows == 29
    assert report.overall.median_error < 0.12
    assert report.overall.in_band >= 23 / 29
    assert report.overall.median_spread <= 1.8


def test_the_harder_reading(report):
    assert report.with_disputed.rows == 33
    assert report.with_disputed.median_error < 0.15


def test_a_missed_row_says_why(report):
    assert [one.row.id for one in report.scored if one.missed and not one.row.missed] == []


def test_the_page_carries_these_figures(report):
    page = PAGE.read_text(encoding="utf-8")
    block = page[page.index(BEGIN) : page.index(END)]
    expected = rows_table(load_backtest(), [one for one in report.scored if one.counted]).splitlines()
    stale = [line for line in expected if line not in block]
    assert stale == [], "run: segtier backtest --write docs/internals/forecast-figures.md"
