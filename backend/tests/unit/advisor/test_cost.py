"""What an option costs, against sums done on paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor.weighing.cost import S_PER_YEAR, endurance_years
from segtier.forecast import Change
from segtier.model.forecast import Range
from segtier.oracle.devices import tier
from tests.builders import a_profile

PROFILE = replace(
    a_profile(),
    block_size_bytes=8_192,
    data_write_bytes_per_s=1_000_000.0,
    redo_bytes_per_s=500_000.0,
    temp_write_requests_per_s=100.0,
    buffered_read_requests_per_s=1_000.0,
)
FLASH = replace(tier(700 * 10**9), endurance_bytes=10 * S_PER_YEAR * 1_000_000)
"""Ten years of a million bytes a second."""
CACHE = Change(flash_cache_bytes=1 << 30)
HITS = Range(0.5, 0.75, 0.9)


@pytest.mark.parametrize(
    ("change", "hits", "bytes_per_s"),
    [
        (Change(writes=1.0), None, 1_000_000),
        (Change(writes=0.25), None, 250_000),
        (Change(redo=True), None, 500_000),
        (Change(temp=True), None, 819_200),
        (Change(writes=0.5, redo=True, temp=True), None, 1_819_200),
        # A quarter of 1,000 blocks a second is missed and taken in; of 600 that stay below, a quarter.
        (CACHE, HITS, 2_048_000),
        (replace(CACHE, buffered_reads=0.4), HITS, 1_228_800),
    ],
)
def test_years_of_rated_writes(change: Change, hits: Range | None, bytes_per_s: float) -> None:
    assert endurance_years(FLASH, PROFILE, change, hits) == pytest.approx(10 * 1_000_000 / bytes_per_s)


@pytest.mark.parametrize(
    ("change", "without"),
    [
        (Change(writes=1.0, redo=True), {"data_write_bytes_per_s": None}),
        (Change(writes=1.0, redo=True), {"redo_bytes_per_s": None}),
        (Change(writes=1.0, temp=True), {"temp_write_requests_per_s": None}),
        (replace(CACHE, redo=True), {"buffered_read_requests_per_s": None}),
        (Change(writes=1.0), {"data_write_bytes_per_s": 0.0}),
        (Change(buffered_reads=1.0), {}),
    ],
)
def test_writes_that_are_not_known_are_not_none_at_all(change: Change, without: dict[str, Any]) -> None:
    assert endurance_years(FLASH, replace(PROFILE, **without), change, HITS) is None


def test_a_device_without_a_rating() -> None:
    assert endurance_years(replace(FLASH, endurance_bytes=None), PROFILE, Change(writes=1.0)) is None
