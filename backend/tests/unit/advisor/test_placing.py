"""The placement by the full model against every placement there is, and what its figures must hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from segtier.advisor import advise
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placer
from segtier.advisor.segments.rank import rank_segments
from segtier.analysis.words import seconds
from segtier.model.advice import Advice, RankedSegment
from segtier.model.workload import Segment
from segtier.units import GIB, S_PER_HOUR
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import worded
from tests.small_databases import drawn, most_saved

GB = 10**9


@pytest.mark.parametrize("seed", range(24))
def test_no_placement_saves_more_than_one_per_cent_more(seed: int) -> None:
    """benchmarks/best_segments.py looks at 400."""
    case = drawn(seed, 8, draws=100)
    movers = movers_of(case, case.segments.loads)
    best = Placer(case, movers, Held()).best(case.capacity_bytes)
    most = most_saved(case, movers)
    assert movers.size[best.moved].sum() == best.used_bytes <= case.capacity_bytes
    assert most * 0.99 <= best.saved <= most * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_the_parts_of_the_segments_add_up_to_what_they_save_together(seed: int) -> None:
    case = drawn(seed, 10, draws=100)
    ranking = rank_segments(case)
    assert ranking.placement is not None
    together = ranking.placement.saved * case.profile.db_time_per_s * S_PER_HOUR
    parts = sum(row.benefit_s_per_hour or 0.0 for row in ranking.segments if row.included)
    assert parts == pytest.approx(together, rel=1e-6)


def test_equal_reads_have_equal_parts_and_twice_the_reads_twice_the_part() -> None:
    """One kind of wait only: what moves saves in proportion to what it reads."""
    segments = tuple(a_segment(name, reads) for name, reads in (("T1", 300_000), ("T2", 300_000), ("T3", 600_000)))
    advice = advise([a_workload(segments=segments)], [some_sizes(("T1", 5), ("T2", 50), ("T3", 20))], a_request())
    parts = {row.name: row.benefit_s_per_hour for row in advice.segments}
    assert parts["T1"] == pytest.approx(parts["T2"])
    assert parts["T3"] == pytest.approx(2 * parts["T1"])
    assert sum(parts.values()) == pytest.approx(advice.solver.saved_s_per_hour)
    assert advice.solver.rest_s_per_hour == pytest.approx(0, abs=1e-6)


def test_what_stays_is_told_what_it_would_add() -> None:
    """A segment left out saves what the option saves with it less what it saves without."""
    segments = tuple(a_segment(name, reads) for name, reads in (("T1", 900_000), ("T2", 500_000)))
    sizes = some_sizes(("T1", 40), ("T2", 60))
    small, large = (advise([a_workload(segments=segments)], [sizes], a_request(size)) for size in (60 * GB, 200 * GB))
    left = next(row for row in small.segments if row.name == "T2")
    assert (left.included, [row.included for row in large.segments]) == (False, [True, True])
    added = large.solver.saved_s_per_hour - small.solver.saved_s_per_hour
    assert left.benefit_s_per_hour == pytest.approx(added)


def in_partitions(count: int) -> tuple[Segment, ...]:
    whole = a_segment("ORDERS", 1_200_000, 90_000)
    if count == 1:
        return (whole,)
    part = {name: getattr(whole, name) / count for name in COUNTERS}
    return tuple(replace(whole, subobject=f"P{n}", type="TABLE PARTITION", **part) for n in range(count))


COUNTERS = ("physical_reads_blocks", "physical_read_requests", "physical_writes_blocks", "physical_write_requests")


@pytest.mark.parametrize("count", [10, 1_000])
def test_a_table_in_partitions_saves_what_it_saves_whole(count: int) -> None:
    """Also where each of them saves less than anyone would move."""
    others = tuple(a_segment(f"T{n}", 40_000.0 + n) for n in range(5))
    others_gib = 10.0
    saved = []
    for parts in (1, count):
        rows = tuple(replace(row, size_bytes=60 * GIB // parts) for row in in_partitions(parts))
        rest = tuple(replace(row, size_bytes=int(others_gib * GIB)) for row in others)
        advice = advise([a_workload(segments=(*rows, *rest))], [], a_request(150 * GB, draws=100))
        saved.append(next(row.db_time_saved_s_per_hour.expected for row in advice.options if row.option == "segments"))
    assert saved[1] == pytest.approx(saved[0], rel=0.01)


def test_names_and_the_order_of_rows_make_no_difference() -> None:
    segments = [a_segment(f"T{n}", 100_000.0 + 7_919 * (n % 7), 1_000.0 * n) for n in range(12)]
    sizes = [(f"T{n}", 3 + n * 5 % 11) for n in range(12)]
    renamed = [replace(row, name=f"X{97 - n}") for n, row in enumerate(segments)]
    plain = _moved(segments, sizes)
    assert plain == _moved(segments[::-1], sizes)
    masked = _moved(renamed, [(f"X{97 - n}", gib) for n, (_, gib) in enumerate(sizes)])
    assert {f"X{97 - int(name[1:])}" for name in plain} == masked


def _moved(segments: list[Segment], sizes: list[tuple[str, float]]) -> set[str]:
    advice = advise([a_workload(segments=tuple(segments))], [some_sizes(*sizes)], a_request(45 * GB, draws=60))
    return {row.name for row in advice.segments if row.included}


@pytest.mark.parametrize("seed", range(12))
def test_every_reason_is_true(seed: int) -> None:
    case = drawn(seed, 12, draws=60)
    ranking = rank_segments(case)
    chosen = [row for row in ranking.segments if row.included]
    least = min((row.benefit_density_s_per_hour_per_gib for row in chosen), default=0.0)
    room = case.capacity_bytes - sum(row.size_bytes for row in chosen)
    for row in ranking.segments:
        told = [what for what, words in WORDS.items() if words in row.reason]
        assert len(told) == 1, row.reason
        assert not row.reason.startswith("With its table")
        assert _holds(told[0], row, least, room, case.capacity_bytes), row.reason


WORDS = {
    "saves": "Saves ",
    "less for each GiB": "as its part",
    "too large": "than the usable",
    "no room": worded("advisor/left-beside-those"),
    "nothing": "would save nothing",
}


def _holds(what: str, row: RankedSegment, least: float, room: int, capacity: int) -> bool:
    match what:
        case "saves":
            return row.included and row.benefit_s_per_hour > 0
        case "less for each GiB":
            density = seconds(row.benefit_density_s_per_hour_per_gib)
            told = row.reason.startswith(worded("advisor/would-save-hour-each", density, seconds(least)))
            return told and not row.included and row.benefit_density_s_per_hour_per_gib < least
        case "too large":
            return row.size_bytes > capacity
        case "no room":
            return room < row.size_bytes <= capacity
        case _:
            return row.benefit_s_per_hour == 0


@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_out_gets_in_with_as_much_flash_as_is_said(seed: int) -> None:
    """One kind of wait: what is denser and the segment itself just fill it."""
    chance = np.random.default_rng(seed)
    rows = [(f"T{n}", float(chance.integers(10_000, 400_000)), int(chance.integers(2, 40))) for n in range(9)]
    segments = tuple(replace(a_segment(name, reads), size_bytes=gib * GIB) for name, reads, gib in rows)

    def asked(gib: int) -> dict[str, RankedSegment]:
        request = a_request(gib * GIB, draws=40, headroom_pct=0.0)
        return {row.name: row for row in advise([a_workload(segments=segments)], [], request).segments}

    rows_left = {name: row for name, row in asked(50).items() if "With about " in row.reason}
    assert rows_left
    for name, row in rows_left.items():
        said = int(row.reason.rsplit("With about ", 1)[1].split(" GiB")[0])
        assert asked(said)[name].included


def test_a_device_that_would_be_too_busy_gets_what_it_can_carry() -> None:
    """Half a million writes a second are more than the flash takes: not everything moves, and something does."""
    segments = tuple(a_segment(f"T{n}", 1_000_000.0, 1_000_000.0) for n in range(6))
    busy = a_workload(
        (a_wait("db file sequential read", 18_000, 10),),
        segments=segments,
        statistics={"physical write IO requests": 6e6, "physical writes": 6e6},
        elapsed_s=3600.0,
    )
    request = a_request()
    slow = replace(request, tier=replace(request.tier, write_iops=1_000.0))
    sizes = some_sizes(*((f"T{n}", 5) for n in range(6)))
    advice: Advice = advise([busy], [sizes], slow)
    moved = sum(row.included for row in advice.segments)
    assert 0 < moved < len(segments)
    assert np.isfinite(advice.solver.saved_s_per_hour)
