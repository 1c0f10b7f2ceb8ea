"""More memory that the advisories offer: what of it counts, and which is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.analysis.more_memory import LARGEST, larger_cache, larger_caches
from segtier.model.profile import OF_THE_SERVER, CachePoint, Profile
from segtier.units import GIB
from tests.builders import a_profile, a_workload

TODAY_GIB = 10


def advised(*factors: tuple[float, float], server_gib: float | None = None, beside_gib: int = 0) -> Profile:
    """By size in GiB: the reads left."""
    points = tuple(CachePoint(round(size * GIB), factor) for size, factor in factors)
    profile = replace(
        a_profile(a_workload(cache_gib=TODAY_GIB)),
        cache_advice=points,
        server_memory_bytes=server_gib and round(server_gib * GIB),
    )
    return replace(profile, other_pools_bytes=beside_gib * GIB)


def gib_of(points: list[CachePoint]) -> list[float]:
    return [point.size_bytes / GIB for point in points]


def test_larger_is_above_today_up_to_the_last_row_of_an_advisory() -> None:
    assert LARGEST == 2.2
    profile = advised((5, 1.4), (10, 1.0), (11, 0.9), (20, 0.6), (22, 0.5), (22.1, 0.4))
    assert gib_of(larger_caches(profile)) == [11, 20, 22]


@pytest.mark.parametrize(
    ("server_gib", "beside_gib", "left"), [(20 / OF_THE_SERVER, 0, [15, 20]), (20 / OF_THE_SERVER, 1, [15]), (9, 0, [])]
)
def test_no_larger_than_the_server_holds_beside_its_other_pools(
    server_gib: float, beside_gib: int, left: list[float]
) -> None:
    factors = ((15, 0.9), (20, 0.7), (22, 0.6))
    assert gib_of(larger_caches(advised(*factors, server_gib=server_gib, beside_gib=beside_gib))) == left


@pytest.mark.parametrize(
    ("factors", "named_gib"),
    [
        (((15, 0.9), (20, 0.7)), 20),
        (((15, 0.6), (20, 0.5)), 20),
        (((15, 0.9), (20, 0.71)), None),
        (((5, 0.6),), None),
        ((), None),
    ],
    ids=["enough by the largest", "the largest of two", "not enough", "none larger", "no advisory"],
)
def test_the_largest_is_named_where_it_takes_enough_reads_away(
    factors: tuple[tuple[float, float], ...], named_gib: int | None
) -> None:
    found = larger_cache(advised(*factors))
    assert (found and found.size_bytes) == (named_gib and named_gib * GIB)
