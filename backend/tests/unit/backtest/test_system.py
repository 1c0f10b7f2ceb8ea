"""A system and one draw of what its paper leaves out obey Little's law and the paper's own figures."""

import numpy as np
import pytest

from segtier.backtest import load_backtest
from segtier.backtest.cost import cost_lines, saving_pct
from segtier.backtest.inputs import drawn_inputs, expected_inputs
from segtier.backtest.moves import change_of
from segtier.backtest.system import baseline
from segtier.errors import NotUsable
from tests.sentences import like

BACKTEST = load_backtest()
EXPECTED = expected_inputs(BACKTEST)


@pytest.mark.parametrize("name", list(BACKTEST.systems))
@pytest.mark.parametrize("drawn", [EXPECTED, *drawn_inputs(BACKTEST, 3, 1)], ids=["expected", "1", "2", "3"])
def test_users_are_throughput_times_think_and_response(name, drawn):
    base = baseline(BACKTEST.systems[name], drawn)
    profile = base.profile
    assert profile.txn_per_s * (base.users.think_time_s + base.response_s) == pytest.approx(base.users.count)
    assert profile.db_time_per_s == pytest.approx(profile.txn_per_s * base.response_s)
    parts = profile.cpu_per_s + sum(demand.time_per_s for demand in profile.demands) + profile.unexplained_per_s
    assert parts == pytest.approx(profile.db_time_per_s)


def test_the_awr_figures_of_the_12c_paper():
    profile = baseline(BACKTEST.systems["SD"], EXPECTED).profile
    assert profile.db_time_per_s == pytest.approx(355_688 / 3600, rel=1e-4)
    assert profile.txn_per_s == pytest.approx(1969, rel=1e-3)
    assert profile.demand("single-block-read").latency_us == pytest.approx(13_610)
    assert profile.demand("commit").latency_us == pytest.approx(17_510)
    assert profile.share("commit") == pytest.approx(0.349)


def test_reads_take_what_the_response_leaves():
    profile = baseline(BACKTEST.systems["D12_UC1"], EXPECTED).profile
    left_ms = 1000 - 4 - 2 - 4 * 0.92
    assert profile.demand("single-block-read").latency_us == pytest.approx(left_ms / 8 * 1e3)


def test_a_draw_that_leaves_no_time_for_reads_is_refused():
    with pytest.raises(NotUsable, match=like("backtest/drawn-cpu-client")):
        baseline(BACKTEST.systems["D12_UC1"], EXPECTED | {"cpu_ms_per_txn": 1200})


def test_draws_stay_in_their_ranges_and_repeat():
    drawn = drawn_inputs(BACKTEST, 64, 5)
    assert drawn == drawn_inputs(BACKTEST, 64, 5)
    assert drawn != drawn_inputs(BACKTEST, 64, 6)
    for name, default in BACKTEST.defaults.items():
        column = np.array([one[name] for one in drawn])
        assert column.min() >= default.low
        assert column.max() <= default.high
        assert column.mean() == pytest.approx((default.low + default.expected + default.high) / 3, rel=0.03)


@pytest.mark.parametrize(
    ("change", "reads", "redo"),
    [
        ("all-data", 1.0, False),
        ("all-files", 1.0, True),
        ("indexes", 0.16, False),
        ("indexes-and-hottest", 0.68, False),
        ("indexes-and-four", 0.94, False),
        ("redo", 0.0, True),
        ("none", 0.0, False),
    ],
)
def test_shares_that_move(change, reads, redo):
    made = change_of(BACKTEST, change, EXPECTED, BACKTEST.systems["D12_UC2"], None)
    assert made.buffered_reads == pytest.approx(reads)
    assert made.redo is redo


def test_shares_never_exceed_the_whole():
    drawn = EXPECTED | {"index_share": 0.6, "hottest_table_share": 0.6}
    assert change_of(BACKTEST, "indexes-and-hottest", drawn, BACKTEST.systems["D12_UC2"], None).buffered_reads == 1


def test_the_cost_table():
    disks, flash = cost_lines(BACKTEST, 2000)
    assert saving_pct(flash.dollars, disks.dollars) == pytest.approx(56.9, abs=0.05)
    assert disks.dollars_per_gb == pytest.approx(14_551 / 1800)
    assert flash.dollars_per_gb == pytest.approx(6_268 / 1600)
    assert disks.dollars_per_iops == pytest.approx(2.65, abs=0.01)
    assert flash.dollars_per_txn_per_s == pytest.approx(6_268 / (2000 * 6.38))
