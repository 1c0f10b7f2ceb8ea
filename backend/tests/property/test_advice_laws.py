"""Laws of the options: more flash never gains less, and the flash cache advised is the best of the sizes net of metadata."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.options import all_options
from segtier.advisor.rank import rank_segments
from segtier.forecast import Change, metadata_bytes, same_work_ratio, sizes_to_try
from segtier.model.advice import OptionAdvice
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


def options(database, capacity: int) -> dict[str, OptionAdvice]:
    workload, sizes = database
    return {row.option: row for row in advise([workload], [sizes], a_request(capacity, draws=40)).options}


@settings(max_examples=25, deadline=None)
@given(databases(), st.integers(5, 600), st.integers(0, 600))
def test_more_capacity_never_gains_less(database, capacity_gb: int, more_gb: int) -> None:
    less, more = options(database, capacity_gb * GB), options(database, (capacity_gb + more_gb) * GB)
    for option in ("segments", "indexes", "all"):
        assert more[option].feasible >= less[option].feasible, option
        if less[option].feasible:
            gained = more[option].response_ratio.expected - less[option].response_ratio.expected
            assert gained <= 1e-6, option


@settings(max_examples=25, deadline=None)
@given(st.floats(0.3, 1.0), st.floats(2, 20), st.floats(1, 32), st.integers(40, 700))
def test_the_flash_cache_advised_is_the_best_net_of_its_metadata(
    factor: float, latency_ms: float, cache_gib: float, capacity_gb: int
) -> None:
    workload = a_workload(
        (a_wait("db file sequential read", 18_000, latency_ms),), cache_factor_at_double=factor, cache_gib=cache_gib
    )
    case = build_case([workload], [], a_request(capacity_gb * GB, draws=40))
    chosen = next(row for row in all_options(case, rank_segments(case))[0] if row.option == "flash-cache")
    sizes = sizes_to_try(case.profile.buffer_cache_bytes, case.capacity_bytes)
    assert (chosen.flash_cache is None) == (not sizes)
    ratios = {size: _ratio(case, size) for size in sizes}
    if chosen.flash_cache:
        assert ratios[chosen.flash_cache.size_bytes] <= min(ratios.values()) + 5e-5


def _ratio(case, size: int) -> float:
    request = case.request
    taken = metadata_bytes(size, case.profile.block_size_bytes, case.rac)
    change = Change(flash_cache_bytes=size, flash_cache_metadata_bytes=taken)
    return same_work_ratio(case.profile, request.tier, case.storage, change, request.draws, request.seed)


def test_a_flat_advisory_makes_every_cache_a_loss_for_its_metadata() -> None:
    case = build_case([a_workload(cache_factor_at_double=0.6)], [], a_request())
    falling = replace(case.profile, cache_advice=tuple(replace(p, read_factor=1.0) for p in case.profile.cache_advice))
    flat = replace(case, profile=falling)
    assert _ratio(case, 40 * 1024**3) < 0.9
    assert _ratio(flat, 40 * 1024**3) >= 1.0
