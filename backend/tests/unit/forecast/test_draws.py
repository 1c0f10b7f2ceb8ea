"""Uncertain inputs: by name, pinned, listed, and where each draw stands among the others."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import rankdata

from segtier.errors import NotUsable
from segtier.forecast import Basis, forecast_change, solve
from segtier.forecast.change import Change
from segtier.forecast.constants import FOLLOW_UNEXPLAINED, INPUTS, STALL_GAIN, WRITE_GROWTH, Spread
from segtier.forecast.draws import Draws, all_quantiles
from segtier.model.device import StorageToday
from segtier.model.request import Users
from segtier.model.stations import ReadTimes
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload
from tests.sentences import like
from tests.two_speeds import two_speeds_seen

FLASH = tier(700 * 10**9)
SLOW = a_profile(a_workload((a_wait("db file sequential read", 18_000, 12), a_wait("log file sync", 9_000, 3))))
FAST = a_profile(
    a_workload(
        (
            a_wait("db file sequential read", 18_000, 0.5),
            a_wait("direct path read temp", 900, 0.5),
            a_wait("log file sync", 900, 0.5),
        )
    )
)
NEARLY_FAST = a_profile(a_workload((a_wait("db file sequential read", 18_000, 1.2),)))
WITHOUT_ADVISORY = a_profile(
    a_workload((a_wait("log file sync", 9_000, 3),), cpu_s=50_000, cache_factor_at_double=None)
)
FULL_LOG_WRITER = a_profile(
    a_workload((a_wait("log file sync", 9_000, 80), a_wait("log file parallel write", 3_500, 17.5, foreground=False)))
)
OPEN = a_profile(
    a_workload(
        (
            a_wait("enq: TX - row lock contention", 900, 5),
            a_wait("free buffer waits", 900, 10),
            replace(a_wait("direct path read", 900, 5), waits=None, avg_wait_us=None),
        ),
        rest_s=900,
    )
)
"""Who holds the locks, how long a scan waits, what the rest is: nothing tells."""
TWICE = a_profile(a_workload((a_wait("db file sequential read", 18_000, 12),), rest_s=-900))
HALF = Spread(0.4, 0.5, 0.6, "told")
CACHE = 40 * 1024**3


def a_basis(profile=SLOW, **given) -> Basis:
    return Basis(**{"profile": profile, "tier": FLASH, "draws": 50, "seed": 1, **given})


def test_a_pinned_input_is_not_drawn() -> None:
    free, pinned = (solve(a_basis(pinned=pins), Change()).assumptions for pins in ({}, {"write_growth": 0.75}))
    assert np.ptp(free["write_growth"]) > 0
    assert set(pinned["write_growth"]) == {0.75}
    assert np.array_equal(free["stall_gain"], pinned["stall_gain"])


@pytest.mark.parametrize("names", [("write_grwoth",), ("model_error", "no_such", "another")])
def test_pins_of_no_input_are_refused_by_name(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=like("forecast/no-inputs-forecast")) as refusal:
        solve(a_basis(pinned=dict.fromkeys(names, 1.0)), Change())
    told = str(refusal.value).partition(";")[0]
    assert [name in told for name in names] == [name not in INPUTS for name in names]


def test_an_input_that_is_not_listed_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="nobody_listed_me"):
        Draws(5, 1).triangle("nobody_listed_me", STALL_GAIN)


def test_every_input_listed_is_drawn_somewhere() -> None:
    changes = (
        Change(buffered_reads=0.5, share_error=0.1, reads_extra=0.1),
        Change(flash_cache_bytes=CACHE),
        Change(flash_cache_bytes=CACHE, hit_share=HALF),
        Change(read_factor=HALF),
    )
    drawn = [
        name
        for profile in (SLOW, FAST, NEARLY_FAST, WITHOUT_ADVISORY, FULL_LOG_WRITER, OPEN, TWICE)
        for change in changes
        for name in solve(a_basis(profile), change).assumptions
    ]
    drawn += solve(a_basis(storage=two_speeds_seen()), changes[0]).assumptions
    doubted = a_basis(storage=StorageToday(read_times=ReadTimes(False, "not printed")))
    drawn += (row.name for row in forecast_change(doubted, changes[0]).assumptions)
    assert sorted(set(drawn)) == sorted(INPUTS)


def test_what_a_fork_draws_is_its_own() -> None:
    draws = Draws(20, 1)
    draws.triangle("write_growth", WRITE_GROWTH)
    fork = draws.fork()
    fork.triangle("read_factor", HALF)
    assert list(draws.columns) == ["write_growth"]
    assert list(fork.columns) == ["write_growth", "read_factor"]
    assert fork.columns["write_growth"] is draws.columns["write_growth"]


def test_ranks_are_those_of_the_columns_that_vary() -> None:
    draws = Draws(200, 3, pinned={"read_factor": 0.5})
    columns = {
        "write_growth": draws.triangle("write_growth", WRITE_GROWTH),
        "follow_unexplained": draws.uniform("follow_unexplained", FOLLOW_UNEXPLAINED),
    }
    draws.triangle("read_factor", HALF)
    ranks = draws.ranks(draws.columns)
    assert ranks.keys() == columns.keys()
    for name, column in columns.items():
        assert ranks[name] == pytest.approx(rankdata(column) - 100.5)
    assert draws.ranks(["write_growth"]).keys() == {"write_growth"}


@pytest.mark.parametrize("count", [0.0, 0.5])
def test_there_must_be_a_user(count: float) -> None:
    with pytest.raises(NotUsable, match=like("forecast/there-must-least")):
        a_basis(users=Users(count, 1.0))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("infinite", "ends"),
    [
        (0, (4.9, 24.5, 44.1)),
        (3, (4, 24, 44)),
        (20, (4, 24, math.inf)),
        (49, (math.inf, math.inf, math.inf)),
        (50, (math.inf, math.inf, math.inf)),
    ],
)
def test_between_infinite_draws_nothing_is_interpolated(infinite: int, ends: tuple[float, ...]) -> None:
    counted = np.arange(50.0)
    column = np.where(counted >= 50 - infinite, math.inf, counted)
    beside, found = all_quantiles([counted, column])
    below = all_quantiles([-column])[0]
    assert (beside.low, beside.expected, beside.high) == pytest.approx((4.9, 24.5, 44.1))
    assert (found.low, found.expected, found.high) == pytest.approx(ends)
    assert not any(math.isnan(end) for end in (below.low, below.expected, below.high))
