"""Laws of the options: more flash never gains less, the flash cache advised is the best of the sizes net of metadata, and
every part of a combination earns its keep."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor.case import build_case
from segtier.advisor.material import MATERIAL
from segtier.advisor.segments.rank import rank_segments
from segtier.advisor.weighing.weigh import weigh_options
from segtier.forecast import Change, same_work, sizes_to_try
from segtier.model.advice import OptionAdvice
from segtier.model.inventory import DatabaseFile, Inventory, RedoGroup
from segtier.model.option import title_of
from segtier.oracle.flash_cache import metadata_bytes
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

GB = 10**9
NAMES = [f"T{number}" if number % 3 else f"T{number}_IX" for number in range(12)]


@st.composite
def databases(draw: st.DrawFn):
    reads = draw(st.lists(st.integers(0, 200_000), min_size=len(NAMES), max_size=len(NAMES)))
    gib = draw(st.lists(st.floats(0.5, 90), min_size=len(NAMES), max_size=len(NAMES)))
    kinds = ["INDEX" if name.endswith("_IX") else "TABLE" for name in NAMES]
    segments = tuple(
        a_segment(name, float(count), count * 0.3, kind) for name, count, kind in zip(NAMES, reads, kinds, strict=True)
    )
    waits = (a_wait("db file sequential read", 18_000, draw(st.floats(4, 20))), a_wait("log file sync", 2_000, 4))
    return a_workload(waits, segments=segments), some_sizes(*zip(NAMES, gib, strict=True))


def weighed(workload, inventories, capacity: int) -> dict[str, OptionAdvice]:
    """The options of `advise` by name, without what an answer has beside them: the frontier alone takes half its time."""
    case = build_case([workload], inventories, a_request(capacity, draws=40))
    return {row.option.name: row.advice for row in weigh_options(case, rank_segments(case))}


def options(database, capacity: int) -> dict[str, OptionAdvice]:
    workload, sizes = database
    return weighed(workload, [sizes], capacity)


@settings(max_examples=25)
@given(databases(), st.integers(5, 600), st.integers(0, 600))
def test_more_capacity_never_gains_less(database, capacity_gb: int, more_gb: int) -> None:
    less, more = options(database, capacity_gb * GB), options(database, (capacity_gb + more_gb) * GB)
    for option in ("segments", "indexes", "all"):
        assert more[option].feasible >= less[option].feasible, option
        if less[option].feasible:
            gained = more[option].response_ratio.expected - less[option].response_ratio.expected
            assert gained <= 1e-6, option


@settings(max_examples=25)
@given(st.floats(0.3, 1.0), st.floats(2, 20), st.floats(1, 32), st.integers(40, 700))
def test_the_flash_cache_advised_is_the_best_net_of_its_metadata(
    factor: float, latency_ms: float, cache_gib: float, capacity_gb: int
) -> None:
    workload = a_workload(
        (a_wait("db file sequential read", 18_000, latency_ms),), cache_factor_at_double=factor, cache_gib=cache_gib
    )
    case = build_case([workload], [], a_request(capacity_gb * GB, draws=40))
    chosen = next(one.advice for one in weigh_options(case, rank_segments(case)) if one.option.name == "flash-cache")
    sizes = sizes_to_try(case.profile.buffer_cache_bytes, case.capacity_bytes)
    assert (chosen.flash_cache is None) == (not sizes)
    ratios = {size: _ratio(case, size) for size in sizes}
    if chosen.flash_cache:
        assert ratios[chosen.flash_cache.size_bytes] <= min(ratios.values()) + 1e-4


def _ratio(case, size: int) -> float:
    taken = metadata_bytes(size, case.profile.block_size_bytes, case.rac)
    change = Change(flash_cache_bytes=size, flash_cache_metadata_bytes=taken)
    return same_work(case.basis)(change)


def test_a_flat_advisory_makes_every_cache_a_loss_for_its_metadata() -> None:
    case = build_case([a_workload(cache_factor_at_double=0.6)], [], a_request())
    falling = replace(case.profile, cache_advice=tuple(replace(p, read_factor=1.0) for p in case.profile.cache_advice))
    flat = replace(case, facts=replace(case.facts, profile=falling))
    assert _ratio(case, 40 * 1024**3) < 0.9
    assert _ratio(flat, 40 * 1024**3) >= 1.0


@st.composite
def mixtures(draw: st.DrawFn):
    """Databases with reads, commits and sorts in any proportion, and redo and temp of known or unknown size."""
    waits = (
        a_wait("db file sequential read", draw(st.integers(1_000, 18_000)), draw(st.floats(1.5, 20))),
        a_wait("log file sync", draw(st.integers(100, 12_000)), draw(st.floats(1.5, 20))),
        a_wait("log file parallel write", 80, draw(st.floats(0.3, 1.4)), foreground=False),
        a_wait("direct path read temp", draw(st.integers(100, 12_000)), draw(st.floats(2, 20))),
    )
    reads = draw(st.lists(st.integers(0, 200_000), min_size=4, max_size=4))
    gib = draw(st.lists(st.floats(0.5, 90), min_size=4, max_size=4))
    segments = tuple(a_segment(name, float(count), count * 0.3) for name, count in zip(NAMES[:4], reads, strict=True))
    kept = Inventory(
        redo_groups=tuple(RedoGroup(n, thread=1, size_bytes=draw(st.integers(1, 20)) * GB) for n in (1, 2)),
        temp_files=(DatabaseFile("+DATA/t1", size_bytes=draw(st.integers(1, 90)) * GB),),
    )
    workload = a_workload(waits, segments=segments, cache_factor_at_double=draw(st.floats(0.4, 1.0)))
    return workload, [some_sizes(*zip(NAMES[:4], gib, strict=True)), *([kept] if draw(st.booleans()) else [])]


def mixed(database, capacity: int) -> dict[str, OptionAdvice]:
    workload, inventories = database
    return weighed(workload, inventories, capacity)


@settings(max_examples=25)
@given(mixtures(), st.integers(5, 400))
def test_every_part_of_a_combination_is_possible_and_none_is_better_alone(database, capacity_gb: int) -> None:
    found = mixed(database, capacity_gb * GB)
    together = found["combination"]
    for part in together.parts:
        assert found[part].feasible, part
        assert together.response_ratio.expected <= found[part].response_ratio.expected - MATERIAL + 1e-6, part
    assert together.feasible == (len(together.parts) > 1) == (together.response_ratio is not None)
    assert together.title == title_of(together.parts)
    if together.used_bytes is not None:
        assert together.used_bytes <= capacity_gb * GB * 0.9
    if together.worth_it:
        singles = [
            row for row in found.values() if row.feasible and row.option not in ("none", "buffer-cache", "combination")
        ]
        best = min(singles, key=lambda row: row.response_ratio.expected)
        assert together.response_ratio.high <= best.response_ratio.high - MATERIAL


@settings(max_examples=25)
@given(mixtures(), st.integers(5, 400), st.integers(0, 400))
def test_more_capacity_never_leaves_less_to_gain(database, capacity_gb: int, more_gb: int) -> None:
    """Of the best of all that can be done. The combination alone may end: with more room one option can do as much."""
    less, more = mixed(database, capacity_gb * GB), mixed(database, (capacity_gb + more_gb) * GB)
    assert _least(more) <= _least(less) + MATERIAL


def _least(found: dict[str, OptionAdvice]) -> float:
    return min(row.response_ratio.expected for row in found.values() if row.feasible and row.option != "buffer-cache")


@settings(max_examples=10)
@given(mixtures(), st.integers(20, 400), st.floats(0.2, 5))
def test_an_interval_twice_as_long_with_twice_the_waits_gives_the_same_combination(
    database, capacity_gb: int, times: float
) -> None:
    """Rates decide, not totals: the same hour, only measured longer."""
    workload, inventories = database
    one = mixed((workload, inventories), capacity_gb * GB)["combination"]
    other = mixed((_longer(workload, times), inventories), capacity_gb * GB)["combination"]
    assert other.parts == one.parts
    if one.response_ratio is not None:
        assert abs(other.response_ratio.expected - one.response_ratio.expected) < 1e-6


def _longer(workload, times: float):
    def scaled(rows, *names):
        return tuple(replace(row, **{name: getattr(row, name) * times for name in names}) for row in rows)

    return replace(
        workload,
        interval=replace(
            workload.interval,
            elapsed_s=workload.interval.elapsed_s * times,
            db_time_s=workload.interval.db_time_s * times,
            db_cpu_s=workload.interval.db_cpu_s * times,
        ),
        time_model=scaled(workload.time_model, "time_s"),
        wait_events=scaled(workload.wait_events, "time_s", "waits"),
        segments=scaled(
            workload.segments,
            "physical_reads_blocks",
            "physical_read_requests",
            "physical_writes_blocks",
            "physical_write_requests",
        ),
        segment_coverage={
            name: replace(row, listed=row.listed * times, total=row.total * times)
            for name, row in workload.segment_coverage.items()
        },
        instance_statistics=scaled(workload.instance_statistics, "total"),
    )
