"""The forecast must be able to say no, or worse."""

import pytest

from segtier.analysis.profile import build_profile
from segtier.forecast import Basis, Change, forecast_change
from segtier.model.forecast import Forecast
from segtier.model.workload import WaitEvent
from segtier.oracle.devices import tier
from tests.builders import a_wait, a_workload

ALL = Change(buffered_reads=1, direct_reads=1, writes=1)
REDO = Change(redo=True)
TEMP = Change(temp=True)
CACHE = Change(flash_cache_bytes=40 * 1024**3, flash_cache_metadata_bytes=500 * 1024**2)


def forecast(change: Change, *waits: WaitEvent, cpu_s: float = 3600, factor: float | None = 0.8) -> Forecast:
    profile = build_profile(a_workload(waits, cpu_s=cpu_s, cache_factor_at_double=factor))
    return forecast_change(Basis(profile=profile, tier=tier(700 * 10**9), draws=200, seed=1), change)


SLOW_READS = a_wait("db file sequential read", 18_000, 12)
FAST_READS = a_wait("db file sequential read", 18_000, 0.5)
SCANS = a_wait("direct path read", 18_000, 6)
SYNC = a_wait("log file sync", 6_000, 0.9)
FAST_LOG = a_wait("log file parallel write", 200, 0.15, foreground=False)
SLOW_LOG = a_wait("log file parallel write", 2_000, 9, foreground=False)
SLOW_SYNC = a_wait("log file sync", 18_000, 10)


@pytest.mark.parametrize(
    ("case", "result", "low", "high"),
    [
        ("disks at 12 ms: a clear gain", forecast(ALL, SLOW_READS), 0.15, 0.35),
        ("reads at 0.5 ms already: the range crosses one", forecast(ALL, FAST_READS), 0.4, 1.1),
        ("fast redo: no gain or a loss", forecast(REDO, SLOW_READS, SYNC, FAST_LOG), 0.97, 1.2),
        ("redo at 9 ms: a gain", forecast(REDO, SLOW_SYNC, SLOW_LOG), 0.1, 0.4),
        ("temp without temp waits: none", forecast(TEMP, SLOW_READS), 1.0, 1.0),
        ("scans never hit a flash cache", forecast(CACHE, SCANS), 0.999, 1.01),
        ("a flat advisory: a flash cache gains nothing", forecast(CACHE, SLOW_READS, factor=1.0), 0.99, 1.05),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_response_ratio_lies_in(case: str, result: Forecast, low: float, high: float) -> None:
    assert low <= result.response_ratio.low <= result.response_ratio.high <= high, (case, result.response_ratio)


def test_fast_reads_cross_one() -> None:
    ratio = forecast(ALL, FAST_READS).response_ratio
    assert ratio.low < 1 < ratio.high


def test_fast_redo_can_lose() -> None:
    ratio = forecast(REDO, SYNC, FAST_LOG).response_ratio
    assert ratio.high > 1.0


def test_cpu_bounds_the_throughput() -> None:
    result = forecast(ALL, SLOW_READS, cpu_s=16 * 3600 * 0.8)
    assert result.limited_by == "cpu"
    assert result.throughput_ratio.high < 1.8


def test_a_write_stalled_flash_cache_gains_less_as_it_drives_more_load() -> None:
    stalled = (SLOW_READS, a_wait("free buffer waits", 12_000, 12))
    free = (SLOW_READS, a_wait("enq: TX - row lock contention", 12_000, 12))
    assert forecast(CACHE, *stalled).throughput_ratio.expected <= forecast(CACHE, *free).throughput_ratio.expected
