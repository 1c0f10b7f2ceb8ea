"""Sizes of a flash cache: there are some wherever twice the buffer cache fits."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from segtier.forecast import sizes_to_try
from segtier.units import GIB, MIB
from tests.builders import a_request, a_workload
from tests.sentences import worded


@pytest.mark.parametrize(
    ("cache_bytes", "usable_bytes", "sizes"),
    [
        (8 * GIB, 30 * GIB, (16 * GIB, 24 * GIB, 30 * GIB)),
        (8 * GIB, 16 * GIB, (16 * GIB,)),
        (8 * GIB, 16 * GIB - 1, ()),
        (72 * MIB, 1_000 * GIB, tuple(72 * factor * MIB for factor in range(2, 11))),
        (72 * MIB, 150 * MIB, (144 * MIB, 150 * MIB)),
        (1_229 * MIB, 2_900 * MIB, (2_458 * MIB,)),
        (0, GIB, ()),
    ],
)
def test_sizes(cache_bytes: int, usable_bytes: int, sizes: tuple[int, ...]) -> None:
    assert sizes_to_try(cache_bytes, usable_bytes) == sizes


@pytest.mark.parametrize(("cache_gib", "fits"), [(0.07, True), (293, True), (294, False)])
def test_too_little_flash_is_said_where_it_is_true(cache_gib: float, fits: bool) -> None:
    """586 GiB may be filled."""
    found = advise([a_workload(cache_gib=cache_gib)], [], a_request())
    cache = next(one for one in found.options if one.option == "flash-cache")
    assert any(stop.text == worded("advisor/below-twice-buffer") for stop in cache.blocked_by) is not fits
