"""The map of the segments: each is in it once, as the option places it, and what is not known stays apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.answers import grouped, mapped
from segtier.answers.read import Answer
from segtier.answers.write import answer_bytes
from segtier.model.advice import RankedSegment
from segtier.model.segment_map import MapGroup, SegmentMap
from segtier.units import GIB
from tests.unit.answers.test_answers import advice


def a_row(rank: int, gib: float | None = 1.0, saves: float | None = 10.0, **part: Any) -> RankedSegment:
    first = advice().segments[0]
    size = None if gib is None else int(gib * GIB)
    given = {"owner": "SHOP", "tablespace": "DATA", "options": ("all",), "fast_today": False, **part}
    density = saves / gib if saves is not None and gib else None
    return replace(
        first,
        rank=rank,
        name=f"S{rank}",
        size_bytes=size,
        benefit_s_per_hour=saves,
        benefit_density_s_per_hour_per_gib=density,
        **given,
    )


def map_of(tmp_path: Path, *rows: RankedSegment, option: str = "segments") -> SegmentMap:
    path = tmp_path / "an.answer"
    path.write_bytes(answer_bytes(replace(advice(), segments=rows)))
    return Answer(path).segment_map(option)


@pytest.fixture
def two_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouped, "ONE_BY_ONE", 2)


MOVES = {"options": ("all", "segments")}


@pytest.mark.parametrize(
    ("row", "place"),
    [
        (a_row(1, **MOVES), "in"),
        (a_row(1), "out"),
        (a_row(1, saves=0.0), "out"),
        (a_row(1, saves=None), "unknown"),
        (a_row(1, saves=0.0, fast_today=True), "fast"),
        (a_row(1, saves=None, **MOVES), "in"),
        (a_row(1, saves=0.0, fast_today=True, **MOVES), "in"),
    ],
)
def test_where_one_is(tmp_path: Path, row: RankedSegment, place: str) -> None:
    (drawn,) = map_of(tmp_path, row).segments
    assert (drawn.place, drawn.benefit_s_per_hour) == (place, row.benefit_s_per_hour)


@pytest.mark.usefixtures("two_by_one")
def test_the_largest_one_by_one_and_the_others_by_owner_and_place(tmp_path: Path) -> None:
    found = map_of(
        tmp_path,
        a_row(1, 5, 40, **MOVES),
        a_row(2, 9, None),
        a_row(3, 2, 6.0),
        a_row(4, 2, 4.0),
        a_row(5, 1, 3.0, **MOVES),
        a_row(6, 4, None),
        a_row(7, 3, 9.0, owner="HR"),
    )
    assert [one.rank for one in found.segments] == [2, 1]
    assert found.groups == (
        MapGroup("SHOP", "out", 2, 4 * GIB, 2, 10.0, 2.5),
        MapGroup("SHOP", "unknown", 1, 4 * GIB, 0, None, None),
        MapGroup("HR", "out", 1, 3 * GIB, 1, 9.0, 3.0),
        MapGroup("SHOP", "in", 1, GIB, 1, 3.0, 3.0),
    )


@pytest.mark.usefixtures("two_by_one")
def test_a_saving_nobody_knows_is_no_zero_in_its_group(tmp_path: Path) -> None:
    """Both move, so they are one group; the density is that of the one whose saving is known."""
    found = map_of(tmp_path, a_row(1, 9), a_row(2, 9), a_row(3, 2, 8.0, **MOVES), a_row(4, 2, None, **MOVES))
    assert found.groups == (MapGroup("SHOP", "in", 2, 4 * GIB, 1, 8.0, 4.0),)


@pytest.mark.parametrize("gib", [None, 0])
def test_without_a_size_there_is_no_area_but_a_count(tmp_path: Path, gib: int | None) -> None:
    found = map_of(
        tmp_path,
        a_row(1),
        a_row(2, gib, 5.0),
        a_row(3, gib, None),
        a_row(4, gib, None, tablespace="INDX"),
        a_row(5, gib, 2.0, tablespace=None),
    )
    assert [one.rank for one in found.segments] == [1]
    assert [(one.tablespace, one.segments, one.saving_known, one.benefit_s_per_hour) for one in found.unsized] == [
        ("DATA", 2, 1, 5.0),
        ("INDX", 1, 0, None),
        (None, 1, 1, 2.0),
    ]


@pytest.mark.parametrize("option", ["segments", "all", "redo"])
@pytest.mark.usefixtures("two_by_one")
def test_each_is_in_it_once(tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped, "MOST_OWNERS", 2)
    monkeypatch.setattr(mapped, "MOST_UNSIZED", 2)
    rows = [
        a_row(
            n,
            None if n % 3 == 0 else n % 7 + 1,
            None if n % 5 == 0 else n / 2,
            owner=f"O{n % 4}",
            tablespace=f"T{n % 4}",
            options=("all", "segments") if n % 2 else ("all",),
        )
        for n in range(1, 60)
    ]
    found = map_of(tmp_path, *rows, option=option)
    assert len(found.segments) + sum(one.segments for one in (*found.groups, *found.unsized)) == len(rows)
    assert sum(one.size_bytes for one in (*found.segments, *found.groups)) == sum(row.size_bytes or 0 for row in rows)
    saved = sum(one.benefit_s_per_hour or 0.0 for one in (*found.segments, *found.groups, *found.unsized))
    assert saved == pytest.approx(sum(row.benefit_s_per_hour or 0.0 for row in rows))
    moved = sum(one.segments for one in found.groups if one.place == "in")
    moved += sum(one.place == "in" for one in found.segments)
    assert moved == sum(option in row.options and bool(row.size_bytes) for row in rows)
    assert max(Counter((one.owner, one.place) for one in found.groups).values()) == 1
    assert len({one.owner for one in found.groups}) == 3


def test_over_tiers_it_tells_what_tiers_save(tmp_path: Path) -> None:
    row = replace(a_row(1, 2, 10.0), options=("tiers",), tier_rank=1, tier_benefit_s_per_hour=30.0)
    (drawn,) = map_of(tmp_path, row, option="tiers").segments
    assert (drawn.place, drawn.benefit_s_per_hour, drawn.benefit_density_s_per_hour_per_gib) == ("in", 30.0, 15.0)
