"""Requests and bytes a second that go to a volume, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from segtier.advisor.case import build_case
from segtier.advisor.segments.moved_load import moved_load, whole_load
from segtier.model.profile import Profile
from segtier.model.volume import IoLoad
from tests.builders import a_request, a_workload

MB = 1e6


def a_profile(**known: float | None) -> Profile:
    rates: dict[str, float | None] = {
        "buffered_read_requests_per_s": 400.0,
        "direct_read_requests_per_s": 50.0,
        "data_write_requests_per_s": 100.0,
        "data_read_bytes_per_s": 60 * MB,
        "direct_read_bytes_per_s": 50 * MB,
        "data_write_bytes_per_s": 2 * MB,
    }
    return replace(build_case([a_workload()], [], a_request()).profile, **(rates | known))


@pytest.mark.parametrize(
    ("shares", "requests", "size_mb"),
    [
        ((0.5, 0.0, 0.0), 200, 5),
        ((0.0, 0.2, 0.0), 10, 10),
        ((0.0, 0.0, 1.0), 100, 2),
        ((0.5, 0.2, 1.0), 310, 17),
        ((0.0, 0.0, 0.0), 0, 0),
    ],
)
def test_each_share_takes_its_part(shares: tuple[float, float, float], requests: float, size_mb: float) -> None:
    found = moved_load(a_profile(), np.array(shares))
    assert (found.requests_per_s, found.bytes_per_s) == pytest.approx((requests, size_mb * MB))


def test_what_is_not_known_moves_nothing() -> None:
    unknown = a_profile(data_read_bytes_per_s=None, direct_read_bytes_per_s=None, direct_read_requests_per_s=None)
    assert moved_load(unknown, np.ones(3)) == IoLoad(500.0, 2 * MB)


def test_scans_are_no_buffered_reads() -> None:
    """More bytes by scans than by all reads: two counters of one report that do not agree; no read has fewer than none."""
    assert moved_load(a_profile(data_read_bytes_per_s=40 * MB), np.array([1.0, 0.0, 0.0])).bytes_per_s == 0


def test_all_there_is() -> None:
    profile = a_profile(redo_bytes_per_s=3 * MB)
    assert whole_load(profile).bytes_per_s == pytest.approx(65 * MB)
    assert whole_load(profile).requests_per_s == pytest.approx(sum(rate or 0 for rate in profile.request_rates))
