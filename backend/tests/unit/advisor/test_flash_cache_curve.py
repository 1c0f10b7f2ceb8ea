"""The hits of a flash cache by its size, and what is in use today."""

from __future__ import annotations

import itertools
from dataclasses import astuple, replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.today.flash_cache_today import in_use
from segtier.forecast.flash_cache_curve import sizes_of_curve
from segtier.model.advice import FlashCacheInUse, FlashCacheSkip, OptionAdvice
from segtier.model.workload import Parameter
from segtier.oracle.flash_cache import metadata_bytes
from segtier.units import GIB, MIB
from tests.builders import a_request, a_wait, a_workload
from tests.sentences import worded

READS = (a_wait("db file sequential read", 18_000, 9), a_wait("log file sync", 9_000, 6))


def advised(capacity_gib: float = 100, **changed: Any) -> OptionAdvice:
    request = a_request(int(capacity_gib * GIB / 0.9) + 1)
    found = next(
        one for one in advise([a_workload(READS, **changed)], [], request).options if one.option == "flash-cache"
    )
    assert found.flash_cache is not None
    assert found.response_ratio is not None
    (own,) = [point for point in found.flash_cache_curve if point.size_bytes == found.flash_cache.size_bytes]
    assert own.response_ratio == pytest.approx(found.response_ratio.expected, abs=1e-5)
    assert astuple(own.hit_ratio) == pytest.approx(astuple(found.flash_cache.hit_ratio), abs=1e-5)
    assert own.metadata_bytes == found.flash_cache.metadata_bytes
    return found


@pytest.mark.parametrize(
    ("cache_bytes", "usable_bytes", "ends"),
    [
        (8 * GIB, 100 * GIB, (819 * MIB, 80 * GIB)),
        (8 * GIB, 50 * GIB, (819 * MIB, 50 * GIB)),
        (GIB // 2, 50 * GIB, (51 * MIB, 5 * GIB)),
        (8 * GIB, GIB // 2, None),
        (0, GIB, None),
    ],
)
def test_sizes_from_a_tenth_to_ten_times_the_buffer_cache(
    cache_bytes: int, usable_bytes: int, ends: tuple[int, int] | None
) -> None:
    sizes = sizes_of_curve(cache_bytes, usable_bytes)
    assert (sizes[0], sizes[-1]) == ends if ends else sizes == ()
    assert len(sizes) in (0, 12)
    factors = [after / before for before, after in itertools.pairwise(sizes)]
    assert factors == pytest.approx([factors[0]] * len(factors) if factors else [], rel=0.03)


def test_the_larger_the_more_hits_and_the_more_metadata() -> None:
    curve = advised().flash_cache_curve
    assert [point.size_bytes for point in curve] == sorted(point.size_bytes for point in curve)
    assert len(curve) in (12, 13)
    for ends in ("low", "expected", "high"):
        hits = [getattr(point.hit_ratio, ends) for point in curve]
        assert hits == sorted(hits)
        assert 0 < hits[0] < hits[-1] < 1
    assert [point.metadata_bytes for point in curve] == [
        metadata_bytes(point.size_bytes, 8192, rac=False) for point in curve
    ]
    assert min(point.response_ratio or 0 for point in curve) <= curve[0].response_ratio  # type: ignore[operator]


def test_what_does_not_fit_is_no_point() -> None:
    assert advised(capacity_gib=40).flash_cache_curve[-1].size_bytes == 40 * GIB


@pytest.mark.parametrize(
    ("parameters", "statistics", "expected"),
    [
        ((), {}, None),
        ((("db_flash_cache_size", "0"),), {}, None),
        ((("db_flash_cache_size", "64G"),), {}, FlashCacheInUse(64 * GIB, None, None)),
        (
            (("db_flash_cache_size", "34359738368, 32G"),),
            {"physical read flash cache hits": 36_000.0, "physical reads cache": 144_000.0},
            FlashCacheInUse(64 * GIB, 10.0, 0.25),
        ),
        ((), {"physical read flash cache hits": 36_000.0}, FlashCacheInUse(None, 10.0, None)),
        (
            (("db_flash_cache_size", "64G"),),
            {"physical read flash cache hits": 0.0, "physical reads cache": 144_000.0},
            FlashCacheInUse(64 * GIB, 0.0, 0.0),
        ),
        ((("db_flash_cache_size", "64G, much"),), {}, None),
    ],
)
def test_what_is_in_use_today(
    parameters: tuple[tuple[str, str], ...], statistics: dict[str, float], expected: FlashCacheInUse | None
) -> None:
    rows = tuple(Parameter(name, value) for name, value in parameters)
    found = advised(parameters=rows, statistics=statistics).flash_cache
    assert found is not None
    assert found.in_use == (expected and replace(expected, stalled_pct=0.0))


def test_what_goes_into_it_and_why_the_rest_does_not() -> None:
    statistics = {
        "physical read flash cache hits": 36_000.0,
        "flash cache inserts": 72_000.0,
        "flash cache eviction: aged out": 36_000.0,
        "flash cache eviction: invalidated": 3_600.0,
        "flash cache insert skip: DBWR overloaded": 18_000.0,
        "flash cache insert skip: exists": 90_000.0,
        "flash cache insert skip: corrupt": 0.0,
    }
    found = advised(parameters=(Parameter("db_flash_cache_size", "64G"),), statistics=statistics).flash_cache
    assert found is not None
    assert found.in_use is not None
    today = found.in_use
    assert (today.inserts_per_s, today.evictions_per_s) == (20.0, 11.0)
    assert today.skipped == (FlashCacheSkip("exists", 25.0), FlashCacheSkip("DBWR overloaded", 5.0))
    assert today.stays_s == pytest.approx(64 * GIB / (20 * 8192))
    # 18,000 of the 90,000 that could have come in; two come in for each that is served.
    assert today.remarks == (
        worded("advisor/dbwr-too-busy", "20 %"),
        worded("advisor/takes-blocks-each", "2"),
    )


def test_of_a_cluster_nobody_tells_how_long_a_block_stays() -> None:
    """The size is of one instance, inserts are of all."""
    statistics = {"flash cache inserts": 72_000.0}
    alone = a_workload(READS, parameters=(Parameter("db_flash_cache_size", "64G"),), statistics=statistics)
    cluster = replace(alone, database=replace(alone.database, rac=True))
    today = in_use(build_case([cluster], [], a_request(100 * GIB)))
    assert today is not None
    assert (today.inserts_per_s, today.stays_s) == (20.0, None)


@pytest.mark.parametrize("lost", ["flash cache inserts", "physical read flash cache hits"])
def test_without_a_counter_nothing_is_said_of_it(lost: str) -> None:
    statistics = {
        "physical read flash cache hits": 36_000.0,
        "flash cache inserts": 72_000.0,
        "flash cache insert skip: DBWR overloaded": 18_000.0,
    }
    del statistics[lost]
    found = advised(parameters=(Parameter("db_flash_cache_size", "64G"),), statistics=statistics).flash_cache
    assert found is not None
    assert found.in_use is not None
    assert not any(word in text for text in found.in_use.remarks for word in ("for each", "serves none"))
