"""What segments may make of the requests where only their blocks are counted, on paper; per second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor.segments.requests_open import not_counted
from segtier.forecast.not_counted import NotCounted
from segtier.model.profile import Profile, SegmentLoad
from tests.builders import a_profile, a_workload

BLOCK = 8192


def instance(requests: float, blocks: float, counted_by: str = "requests") -> Profile:
    whole = a_profile(a_workload())
    return replace(
        whole,
        reads_counted_by=counted_by,  # type: ignore[arg-type]
        buffered_read_requests_per_s=requests,
        direct_read_requests_per_s=0.0,
        direct_read_bytes_per_s=None,
        data_read_bytes_per_s=blocks * BLOCK,
        block_size_bytes=BLOCK,
    )


def load(
    name: str, requests: float | None, blocks: float | None, guessed: bool = True, below: float | None = None
) -> SegmentLoad:
    return SegmentLoad(
        key=(None, "SHOP", name, None, "TABLE"),
        type="TABLE",
        tablespace="D",
        size_bytes=1,
        read_requests_per_s=requests,
        direct_read_requests_per_s=0.0,
        write_requests_per_s=None,
        read_blocks_per_s=blocks,
        write_blocks_per_s=None,
        reads_estimated=guessed,
        writes_estimated=False,
        unmovable_reason=None,
        reads_below_per_s=below,
    )


CASES: list[tuple[str, Profile, list[SegmentLoad], tuple[float, float] | None]] = [
    # (what, the instance, segments of which the first moves, the ends of what it makes; None: as counted)
    ("a block a request: exact", instance(100, 100), [load("A", 40, 40), load("B", 60, 60)], None),
    ("no more than its blocks, no fewer than the others leave", instance(100, 120), [load("A", 50, 60)], (40, 60)),
    ("no more than all requests", instance(100, 800), [load("A", 50, 400)], (400 / 128, 100)),
    (
        "counted ones are taken off",
        instance(100, 400),
        [load("A", 20, 80), load("B", 70, 300, guessed=False)],
        (10, 30),
    ),
    ("no more than a full list leaves open", instance(100, 400), [load("A", 25, 100, below=30)], (100 / 128, 30)),
    ("no list names its reads", instance(100, 400), [load("A", 20, 20, guessed=False)], None),
    ("requests nobody counts are another case", instance(100, 400, "waits"), [load("A", 25, 100)], None),
]


@pytest.mark.parametrize(("profile", "loads", "wanted"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_what_blocks_allow(profile: Profile, loads: list[SegmentLoad], wanted: tuple[float, float] | None) -> None:
    found = not_counted(profile, loads, loads[:1])
    taken = loads[0].read_requests_per_s or 0.0
    if wanted is None:
        assert found is None
        return
    assert found is not None
    assert tuple(taken * end for end in found.reads) == pytest.approx(wanted)


def test_one_that_a_full_list_leaves_out_may_add_so_much() -> None:
    moved = [load("A", 40, 40, guessed=False), load("B", None, None, guessed=False, below=10)]
    found = not_counted(instance(100, 100), moved, moved)
    assert found is not None
    assert found.reads == pytest.approx((1.0, 50 / 40))


def test_crossed_ends_hold_few_writes_beside_many_reads() -> None:
    assert NotCounted((0.5, 2.0), (1.0, 1.0), (0.25, 4.0)).crossed.at(1) == (2.0, 1.0, 0.25)
