"""Laws of the forecast: no change changes nothing, nothing beats the ceiling, more moved never gains less, units scale."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.analysis.profile import build_profile
from segtier.forecast import Basis, Change, ceiling, forecast_change, solve
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.forecast import Forecast
from segtier.model.profile import Profile
from segtier.model.workload import WaitEvent
from segtier.oracle.devices import tier
from tests.builders import a_wait, a_workload

FLASH = tier(700 * 10**9)
DRAWS, SEED = 64, 7


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    hours = draw(st.floats(0.2, 3))
    waits = (
        a_wait("db file sequential read", draw(st.floats(10, 200_000)), draw(st.floats(0.3, 30))),
        a_wait("db file scattered read", draw(st.floats(0, 20_000)), draw(st.floats(1, 40))),
        a_wait("direct path read", draw(st.floats(0, 20_000)), draw(st.floats(1, 40))),
        a_wait("log file sync", draw(st.floats(0, 80_000)), draw(st.floats(0.3, 30))),
        *(row for row in _log_writer(draw) if draw(st.booleans())),
        a_wait("free buffer waits", draw(st.floats(0, 20_000)), 15),
        a_wait("direct path read temp", draw(st.floats(0, 20_000)), draw(st.floats(0.3, 20))),
        a_wait("enq: TX - row lock contention", draw(st.floats(0, 50_000)), 300),
    )
    cores = draw(st.sampled_from([4, 16, 64]))
    cpu_s = draw(st.floats(1, cores * 0.8 * 3600 * hours))
    return build_profile(a_workload(waits, elapsed_s=3600 * hours, cpu_s=cpu_s, cores=cores, threads=cores * 2))


def _log_writer(draw: st.DrawFn) -> Iterator[WaitEvent]:
    for event in ("log file parallel write", "SYNC Remote Write"):
        yield a_wait(event, draw(st.floats(10, 5_000)), draw(st.floats(0.2, 12)), foreground=False)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    share = st.floats(0, 1)
    kind = draw(st.sampled_from(["segments", "redo", "temp", "flash"]))
    if kind == "segments":
        return Change(buffered_reads=draw(share), direct_reads=draw(share), writes=draw(share), share_error=0.1)
    if kind == "flash":
        return Change(flash_cache_bytes=draw(st.integers(16, 80)) * 1024**3, flash_cache_metadata_bytes=10**9)
    return Change(redo=kind == "redo", temp=kind == "temp")


storages = st.sampled_from(
    [None, *(StorageToday((StorageGroup("d", spindles=k, raid="raid10", inferred=False),)) for k in (4, 24))]
)


def basis(profile: Profile, storage: StorageToday | None = None, tier: Tier = FLASH) -> Basis:
    return Basis(profile=profile, tier=tier, storage=storage, draws=DRAWS, seed=SEED)


def run(profile: Profile, change: Change, storage: StorageToday | None = None) -> Forecast:
    return forecast_change(basis(profile, storage), change)


@settings(max_examples=40)
@given(profiles(), storages)
def test_an_empty_change_changes_nothing(profile: Profile, storage: StorageToday | None) -> None:
    result = run(profile, Change(), storage)
    assert (result.response_ratio.low, result.response_ratio.high) == (1.0, 1.0)
    assert (result.throughput_ratio.low, result.throughput_ratio.high) == (1.0, 1.0)
    assert result.dominant_input is None


@settings(max_examples=60)
@given(profiles(), changes(), storages)
def test_nothing_beats_the_ceiling(profile: Profile, change: Change, storage: StorageToday | None) -> None:
    result, most = run(profile, change, storage), ceiling(basis(profile, storage))
    assert (1 - result.response_ratio.low) * 100 <= most.db_time_pct + 1e-6
    if most.throughput_ratio is not None:
        every_draw = solve(basis(profile, storage), change).throughput_ratio
        assert every_draw.max() <= most.throughput_ratio * (1 + 1e-4)
    ordered = (result.response_ratio, result.throughput_ratio, result.db_time_saved_s_per_hour)
    assert all(r.low <= r.expected <= r.high for r in ordered)


@settings(max_examples=40)
@given(profiles(), st.floats(0, 1), st.floats(0, 1))
def test_moving_more_reads_from_slow_disks_never_gains_less(profile: Profile, a: float, b: float) -> None:
    latency = profile.demand("single-block-read").latency_us or 0
    # Near its limit a device slows down: there, moving more can indeed gain less.
    if latency < 1_000 or (profile.buffered_read_requests_per_s or 0) > FLASH.read_iops * 0.3:
        return
    less, more = (run(profile, Change(buffered_reads=share)) for share in sorted((a, b)))
    assert more.response_ratio.expected <= less.response_ratio.expected + 1e-9


@settings(max_examples=30)
@given(profiles(), changes())
def test_same_seed_same_bytes(profile: Profile, change: Change) -> None:
    assert run(profile, change) == run(profile, change)


def test_twice_the_hours_at_the_same_rates_is_the_same_forecast() -> None:
    hour = a_workload((a_wait("db file sequential read", 20_000, 12),), segments=())
    day = a_workload(
        (a_wait("db file sequential read", 40_000, 12),),
        elapsed_s=7200,
        cpu_s=7200,
        statistics={"user commits": 720_000.0, "redo writes": 400_000.0, "redo size": 4e9},
    )
    change = Change(buffered_reads=0.6)
    one, two = run(build_profile(hour), change), run(build_profile(day), change)
    assert one.response_ratio.expected == pytest.approx(two.response_ratio.expected, rel=1e-3)
    assert one.throughput_ratio.expected == pytest.approx(two.throughput_ratio.expected, rel=1e-3)


def test_a_faster_device_never_forecasts_less() -> None:
    profile = build_profile(a_workload((a_wait("db file sequential read", 20_000, 12),)))
    slower = replace(FLASH, read_us=2_000, read_us_low=1_900, read_us_high=2_100)
    change = Change(buffered_reads=0.8)
    fast, slow = (forecast_change(basis(profile, tier=t), change) for t in (FLASH, slower))
    assert fast.response_ratio.expected < slow.response_ratio.expected
