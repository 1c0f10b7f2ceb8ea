"""Scans that waits alone count, and whose size nobody tells, may be most of what today's disks do: the range holds that."""

from dataclasses import replace

import pytest

from segtier.analysis.profile import build_profile
from segtier.forecast import Basis, Change, forecast_change
from segtier.forecast.untold_scans import if_scanned
from segtier.model.forecast import Range
from segtier.model.profile import Profile
from segtier.model.workload import IoFunction, Workload
from segtier.oracle.devices import tier
from segtier.units import GIB
from tests.builders import a_wait, a_workload

BUFFERED, DIRECT = 12_000, 500_000
COUNTS_SCANS = ("physical reads direct",)


def scanning(waits_a_scan: float, blocks: int) -> Workload:
    """Half a million scans an hour of so many blocks, few buffered reads, and commits on the same disks."""
    scans, reads = a_wait("direct path read", 9_000, 18 / waits_a_scan), a_wait("db file sequential read", 180, 15)
    return a_workload(
        (scans, reads, a_wait("direct path write", 900, 9)),
        statistics={
            "physical reads": BUFFERED + float(DIRECT * blocks),
            "physical reads direct": float(DIRECT * blocks),
            "physical read IO requests": float(BUFFERED + DIRECT),
        },
        io_functions=(
            IoFunction("Direct Reads", read_requests_per_s=DIRECT / 3600),
            IoFunction("Buffer Cache Reads", read_requests_per_s=BUFFERED / 3600),
        ),
    )


def uncounted(whole: Workload, *statistics: str) -> Workload:
    kept = tuple(row for row in whole.instance_statistics if row.name not in statistics)
    known = {} if "physical reads" in statistics else whole.segment_coverage
    return replace(whole, io_functions=(), instance_statistics=kept, segment_coverage=known)


def ratio(profile: Profile, change: Change) -> Range:
    return forecast_change(Basis(profile=profile, tier=tier(700 * 10**9), draws=200, seed=1), change).response_ratio


@pytest.mark.parametrize("waits_a_scan", [0.7, 0.92, 1.0])
@pytest.mark.parametrize("blocks", [1, 16, 121])
@pytest.mark.parametrize("lost", [(), COUNTS_SCANS], ids=["functions", "functions and statistics"])
@pytest.mark.parametrize(
    "change",
    [
        Change(flash_cache_bytes=40 * GIB),
        Change(buffered_reads=1.0),
        Change(direct_reads=0.5),
        Change(buffered_reads=0.5, direct_reads=1.0, writes=1.0),
    ],
    ids=["flash cache", "buffered", "half of the scans", "most"],
)
def test_the_range_holds_what_counted_scans_say(
    waits_a_scan: float, blocks: int, lost: tuple[str, ...], change: Change
) -> None:
    whole = scanning(waits_a_scan, blocks)
    told = ratio(build_profile(whole), change).expected
    range_ = ratio(build_profile(uncounted(whole, *lost)), change)
    assert range_.low - 0.005 <= told <= range_.high + 0.005


@pytest.mark.parametrize(
    ("lost", "buffered", "direct", "blocks"),
    [
        ((), 12_000, 500_000, 16),
        (COUNTS_SCANS, 12_000, 500_000, 16),
        (("physical reads", *COUNTS_SCANS), 12_000, 500_000, 128),
    ],
)
def test_as_many_as_may_be_are_scans(lost: tuple[str, ...], buffered: float, direct: float, blocks: int) -> None:
    """Sessions waited for the others; without a count of blocks each reads as much as Oracle asks for at once."""
    found = if_scanned(build_profile(uncounted(scanning(0.8, 16), *lost)))
    assert found is not None
    assert (found.buffered_read_requests_per_s or 0.0) * 3600 == pytest.approx(buffered)
    assert (found.direct_read_requests_per_s or 0.0) * 3600 == pytest.approx(direct)
    assert (found.direct_read_bytes_per_s or 0.0) * 3600 == pytest.approx(direct * blocks * 8192)


@pytest.mark.parametrize(
    "whole", [scanning(0.8, 16), a_workload()], ids=["counted by function", "no blocks are scanned"]
)
def test_where_they_are_counted_nothing_is_open(whole: Workload) -> None:
    assert if_scanned(build_profile(whole)) is None


def test_blocks_bound_the_scans() -> None:
    """No request reads less than a block."""
    statistics = {"physical reads direct": 4_200.0, "physical read IO requests": 50_000.0, "physical reads": 54_000.0}
    whole = a_workload(
        (a_wait("direct path read", 40, 10), a_wait("db file sequential read", 450, 15)), statistics=statistics
    )
    assert (build_profile(whole).most_direct_reads_per_s or 0.0) * 3600 == pytest.approx(4_200)
