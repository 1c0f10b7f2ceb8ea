"""What nobody can tell of read times makes a range and moves no expected value."""

from dataclasses import replace

import pytest

from segtier.forecast import Basis, Change, forecast_change
from segtier.forecast.constants import REPEATS
from segtier.model.device import StorageToday
from segtier.model.forecast import Forecast
from segtier.model.stations import ReadTimes
from segtier.oracle.devices import tier
from tests.builders import a_profile
from tests.two_speeds import FAST, SLOW, two_speeds, two_speeds_seen

FLASH = tier(700 * 10**9)
DOUBTED = StorageToday(read_times=ReadTimes(False, "not printed"))
ALIKE = StorageToday(read_times=ReadTimes(True, "all alike"))


def forecast(storage: StorageToday | None, change: Change, *, sampled: bool = True) -> Forecast:
    basis = Basis(profile=a_profile(two_speeds()), tier=FLASH, storage=storage, sampled=sampled, draws=400, seed=1)
    return forecast_change(basis, change)


@pytest.mark.parametrize("part", [0.05, 0.3, 0.5, 0.8, 0.99])
def test_times_that_are_not_trusted_widen_and_expect_the_same(part: float) -> None:
    change = Change(buffered_reads=part, share_error=0.1)
    alike, unsampled, doubted = (
        forecast(ALIKE, change),
        forecast(ALIKE, change, sampled=False),
        forecast(DOUBTED, change),
    )
    assert forecast(None, change) == alike
    for name in ("response_ratio", "throughput_ratio", "db_time_saved_s_per_hour"):
        told, wider, widest = (getattr(one, name) for one in (alike, unsampled, doubted))
        assert told.expected == wider.expected == widest.expected
        for one in (wider, widest):
            assert one.low <= told.low
            assert told.high <= one.high
        # Tablespaces that may differ are most often the slower the more they are read, so the ranges do not nest to the hair.
        assert abs(widest.low) <= abs(wider.low) * 1.05
    # All but all on flash, both are at what no storage can shorten.
    assert doubted.response_ratio.low < alike.response_ratio.low or part > 0.9
    for one in (unsampled, doubted):
        assert "reads_apart" in {row.name for row in one.assumptions}


@pytest.mark.parametrize("change", [Change(buffered_reads=1.0), Change(redo=True), Change(temp=True), Change()])
def test_where_all_reads_move_or_none_there_is_nothing_to_doubt(change: Change) -> None:
    assert forecast(DOUBTED, change) == forecast(ALIKE, change, sampled=False) == forecast(ALIKE, change)


@pytest.mark.parametrize(
    ("times", "by_kind"),
    [*((times, False) for times in (0.9, 1.0, 1.5, 2.6)), *((times, True) for times in (0.45, 0.9, 1.0, 1.5, 2.6))],
)
def test_the_range_covers_classes_apart_and_alike(times: float, by_kind: bool) -> None:
    """Half the reads move, each so many times as long as one that stays. What reads most is seldom the faster; what is chosen
    by its kind, as indexes are, may be."""
    change = Change(buffered_reads=0.5, by_kind=by_kind)
    time = 0.5 * times / (0.5 * times + 0.5)
    told = forecast(two_speeds_seen(), replace(change, by_queue=((0.5, time, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))))
    doubted = forecast(DOUBTED, change)
    assert doubted.response_ratio.low <= told.response_ratio.expected <= doubted.response_ratio.high


@pytest.mark.parametrize("ms", [0.3, 0.8, 1.2])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_part_of_fast_reads_gains_and_loses_no_more_than_all(ms: float, part: float) -> None:
    profile = a_profile(two_speeds({SLOW: ms, FAST: ms}))
    basis = Basis(profile=profile, tier=FLASH, storage=DOUBTED, draws=400, seed=1)
    some, all_ = (forecast_change(basis, Change(buffered_reads=one, by_kind=True)).response_ratio for one in (part, 1))
    assert all_.low - 0.01 <= some.low
    assert some.high <= max(all_.high, 1 + REPEATS) + 0.01


def seen_as(guess: str) -> StorageToday:
    found = two_speeds_seen()
    stations = tuple(
        replace(
            station,
            classes=tuple(
                replace(one, guess=guess) if one.tablespaces[0].name == FAST else one for one in station.classes
            ),
        )
        for station in found.stations
    )
    return replace(found, stations=stations)


def test_a_fast_class_that_may_be_a_cache_earns_from_nothing_to_its_share() -> None:
    today = Basis(profile=a_profile(two_speeds()), tier=FLASH, storage=seen_as("fast-here"), draws=5, seed=1).today
    perhaps = tuple(queue.perhaps for queue in today.queues)
    share = 270 / 13_470 * (1 - FLASH.read_us / 450)
    assert sum(perhaps) == pytest.approx(share, rel=0.02)
    assert float(today.perhaps(None, FAST).sum()) * 0.5 == pytest.approx(share, rel=0.02)
    change = Change(buffered_reads=0.5, by_queue=((0.1, 0.2, 0.1, 0.1), (0.0, 0.0, 0.0, 0.0)))
    none, some = (forecast(seen_as("fast-here"), replace(change, perhaps=one)) for one in ((), perhaps))
    assert some.response_ratio.expected == none.response_ratio.expected
    assert some.response_ratio.high == none.response_ratio.high
    assert some.response_ratio.low < none.response_ratio.low


def test_a_class_known_to_be_flash_earns_nothing() -> None:
    today = Basis(profile=a_profile(two_speeds()), tier=FLASH, storage=seen_as("flash"), draws=5, seed=1).today
    assert [queue.perhaps for queue in today.queues] == [0.0, 0.0]


def test_no_faster_than_the_flash_is_no_gain() -> None:
    slow = replace(FLASH, read_us=450.0)
    today = Basis(profile=a_profile(two_speeds()), tier=slow, storage=seen_as("fast-here"), draws=5, seed=1).today
    assert [queue.perhaps for queue in today.queues] == pytest.approx([0.0, 0.0], abs=1e-9)
