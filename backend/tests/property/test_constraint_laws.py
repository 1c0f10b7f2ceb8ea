"""Laws of what a placement is asked to keep to: it is kept, one constraint fewer never gains less, and order decides nothing."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor import advise
from segtier.model.advice import Advice
from segtier.model.constraints import Constraints
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

NAMES = tuple(f"T{number}" for number in range(9))
WAITS = (a_wait("db file sequential read", 18_000, 9), a_wait("log file sync", 2_000, 4))


@st.composite
def databases(draw: st.DrawFn, alike: bool = False) -> tuple[Workload, Inventory]:
    """`alike`: many segments that nothing but their numbers tells apart."""
    count = len(NAMES)
    reads = draw(
        st.lists(
            st.sampled_from([40_000, 90_000]) if alike else st.integers(0, 200_000), min_size=count, max_size=count
        )
    )
    gib = draw(st.lists(st.sampled_from([4, 9]) if alike else st.integers(1, 90), min_size=count, max_size=count))
    segments = tuple(
        a_segment(name, float(one), one * 0.3, object_id=500 + number)
        for number, (name, one) in enumerate(zip(NAMES, reads, strict=True))
    )
    return a_workload(WAITS, segments=segments), some_sizes(*zip(NAMES, map(float, gib), strict=True))


def advised(workload: Workload, sizes: Inventory, gib: int, constraints: Constraints = Constraints()) -> Advice:  # noqa: B008
    request = a_request(gib * GIB, draws=40, headroom_pct=0.0, constraints=constraints)
    return advise([workload], [sizes], request)


def saved(advice: Advice) -> float:
    (row,) = [one for one in advice.options if one.option == "segments"]
    return 1 - row.response_ratio.expected if row.response_ratio else 0.0


some = st.lists(st.sampled_from(NAMES), max_size=2, unique=True)


@settings(max_examples=25)
@given(databases(), st.integers(60, 300), some, some, st.none() | st.integers(2, 5), st.none() | st.integers(200, 300))
def test_constraints_are_kept_and_one_fewer_never_gains_less(
    database: tuple[Workload, Inventory],
    gib: int,
    pins: list[str],
    stay: list[str],
    moves: int | None,
    moved: int | None,
) -> None:
    sizes = {row.name: row.size_bytes or 0 for row in database[1].segments}
    pins = [name for name in pins if name not in stay and sizes[name] <= 30 * GIB]
    asked = Constraints(
        most_moves=moves,
        most_moved_bytes=None if moved is None else moved * GIB,
        pinned=tuple(f"SHOP.{name}" for name in pins),
        excluded=tuple(f"SHOP.{name}" for name in stay),
    )
    advice = advised(*database, gib, asked)
    there = {row.name for row in advice.segments if row.included}
    assert set(pins) <= there
    assert not there & set(stay)
    assert moves is None or len(there) <= moves
    assert sum(sizes[name] for name in there) <= min(gib, moved or gib) * GIB
    for name in ("most_moves", "most_moved_bytes", "pinned", "excluded"):
        freed = replace(asked, **{name: getattr(Constraints(), name)})
        if freed != asked:
            assert saved(advised(*database, gib, freed)) >= saved(advice) - 1e-6, name


@settings(max_examples=25)
@given(databases(alike=True), st.integers(5, 60), st.randoms(use_true_random=False))
def test_rows_in_any_order_and_under_any_names_give_the_same_placement(
    database: tuple[Workload, Inventory], gib: int, chance: random.Random
) -> None:
    workload, sizes = database
    order, names = chance.sample(range(len(NAMES)), len(NAMES)), chance.sample(NAMES, len(NAMES))
    other = dict(zip(NAMES, names, strict=True))
    segments = tuple(replace(workload.segments[at], name=other[workload.segments[at].name]) for at in order)
    rows = tuple(replace(sizes.segments[at], name=other[sizes.segments[at].name]) for at in reversed(order))
    plain = advised(workload, sizes, gib)
    mixed = advised(replace(workload, segments=segments), replace(sizes, segments=rows), gib)
    moved = {other[row.name] for row in plain.segments if row.included}
    assert {row.name for row in mixed.segments if row.included} == moved
    assert [other[row.name] for row in plain.segments] == [row.name for row in mixed.segments]
    assert [row.reason for row in plain.segments] == [row.reason for row in mixed.segments]
