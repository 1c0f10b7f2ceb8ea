"""Laws of stations and latency classes: what is alike counts alike, names decide nothing, stations do not touch each other."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor.case import build_case
from segtier.advisor.segments.rank import Ranking, rank_segments
from segtier.forecast import Basis, Change, forecast_change
from segtier.forecast.calibration import calibrate
from segtier.forecast.network import Network
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.stations import FAST_US, LatencyClass, ReadTimes, SpaceHere, Station
from segtier.model.workload import Workload
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_request, a_wait, a_workload
from tests.two_speeds import FAST, SLOW, sizes, two_speeds

TIER = tier(700 * 10**9)
PROFILE = a_profile(a_workload((a_wait("db file sequential read", 18_000, 10),)))
APART = ReadTimes(True, "", apart=True)


def a_station(name: str, part: float, factor: float = 1.0) -> Station:
    """With this part of all reads, `factor` times as long as the mean of all."""
    one = LatencyClass(
        (SpaceHere(name),), 500 * part, 150 * part, 1e4 * factor, 1e4, 1e4, part * factor, factor, "disks", ""
    )
    return Station(name, True, 1, (one,), part)


def a_basis(storage: StorageToday) -> Basis:
    return Basis(profile=PROFILE, tier=TIER, storage=storage, sampled=True, draws=40, seed=1)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 9), st.floats(0.05, 1.0), st.floats(0.0, 1.0))
def test_equal_stations_answer_as_one(tenths: int, moved: float, written: float) -> None:
    """With spindles in proportion to load, and the same part moved from each."""
    part = tenths / 10
    groups = tuple(
        StorageGroup(name, ("data",), "hdd", spindles, "raid10", inferred=False)
        for name, spindles in (("A", 2 * tenths), ("B", 2 * (10 - tenths)))
    )
    apart = StorageToday(groups, (a_station("A", part), a_station("B", 1 - part)), APART)
    one = StorageToday((StorageGroup("all", ("data",), "hdd", 20, "raid10", inferred=False),))
    by_queue = tuple((moved * share, moved * share, 0.0, written * share) for share in (part, 1 - part))
    found = forecast_change(a_basis(apart), Change(moved, 0.0, written, by_queue=by_queue))
    known = forecast_change(a_basis(one), Change(moved, 0.0, written))
    for each, other in (
        (found.response_ratio, known.response_ratio),
        (found.throughput_ratio, known.throughput_ratio),
    ):
        assert (each.low, each.expected, each.high) == pytest.approx((other.low, other.expected, other.high), rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(st.floats(0.1, 0.9), st.floats(0.1, 1.0), st.floats(0.0, 1.0))
def test_load_off_one_station_changes_nothing_on_another(part: float, moved: float, written: float) -> None:
    storage = StorageToday((), (a_station("A", part), a_station("B", 1 - part)), APART)
    rows = ((moved * part, moved * part, 0.0, written * part), (0.0, 0.0, 0.0, 0.0))
    base = calibrate(a_basis(storage))
    network = Network(base, Change(moved * part, 0.0, written * part, by_queue=rows))
    relieved, other = network.disk_loads(np.ones(40))
    assert np.all(relieved < 1)
    assert other == pytest.approx(1.0)


speeds = st.floats(0.05, 40.0)
counts = st.integers(50_000, 900_000)


def ranked(report: Workload) -> Ranking:
    return rank_segments(build_case([report], [sizes()], a_request(draws=40)))


def benefits(report: Workload) -> dict[str, float]:
    return {row.name: row.benefit_s_per_hour or 0.0 for row in ranked(report).segments}


SWAPPED = {"ORDERS": "ORDERS_PK", "ORDERS_PK": "ORDERS", "LINES": "LINES_IX", "LINES_IX": "LINES"}


@settings(max_examples=10, deadline=None)
@given(speeds, speeds, counts, counts)
def test_swapped_latencies_and_counters_swap_the_ranking(one_ms: float, other_ms: float, one: int, other: int) -> None:
    """And so names decide nothing."""
    found = benefits(two_speeds({SLOW: one_ms, FAST: other_ms}, {SLOW: one, FAST: other}))
    swapped = benefits(two_speeds({SLOW: other_ms, FAST: one_ms}, {SLOW: other, FAST: one}))
    for name, benefit in found.items():
        assert swapped[SWAPPED[name]] == pytest.approx(benefit, rel=1e-6, abs=1e-6)


@settings(max_examples=10, deadline=None)
@given(speeds, speeds, counts, counts, st.booleans())
def test_what_is_as_fast_as_the_flash_is_never_credited_and_parts_add_up(
    one_ms: float, other_ms: float, one: int, other: int, together: bool
) -> None:
    prefixes = ("/u01", "/u01" if together else "/u02")
    report = two_speeds({SLOW: one_ms, FAST: other_ms}, {SLOW: one, FAST: other}, prefixes=prefixes)
    case = build_case([report], [sizes()], a_request(draws=40))
    ranking = rank_segments(case)
    if case.storage.told_apart:
        classes = [each for station in case.storage.stations for each in station.classes]
        fast = {each.tablespaces[0].name for each in classes if (each.read_us or FAST_US) < FAST_US}
        earned = [row.benefit_s_per_hour for row in ranking.segments if row.tablespace in fast]
        assert not any(earned)
    if ranking.placement:
        parts = sum(row.benefit_s_per_hour or 0.0 for row in ranking.segments if row.included)
        whole = ranking.placement.saved * case.profile.db_time_s_per_hour
        assert parts == pytest.approx(whole, rel=1e-6, abs=1e-6)


@settings(max_examples=10, deadline=None)
@given(speeds, speeds, counts, counts)
def test_without_times_the_answer_is_the_averages(one_ms: float, other_ms: float, one: int, other: int) -> None:
    report = two_speeds({SLOW: one_ms, FAST: other_ms}, {SLOW: one, FAST: other}, timed=False)
    assert benefits(report) == benefits(replace(report, tablespace_io=(), file_io=()))
