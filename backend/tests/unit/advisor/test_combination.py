"""Several options at once: which parts belong together, and what is said where a second one is not worth its trouble."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.comparison.periods import compare
from segtier.advisor.plan_option import plan_option
from segtier.advisor.segments.rank import rank_segments
from segtier.advisor.segments.shares import share_of
from segtier.advisor.weighing.weigh import weigh_options
from segtier.errors import Infeasible
from segtier.forecast import same_work, sizes_to_try
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.constraints import Constraints
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.inventory import DatabaseFile, Inventory, RedoGroup
from segtier.model.plan import Destination
from segtier.model.workload import Database, WaitEvent, Workload
from segtier.oracle.flash_cache import metadata_bytes
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, tells, worded

READS = a_wait("db file sequential read", 18_000, 9)
COMMITS = (a_wait("log file sync", 9_000, 12), a_wait("log file parallel write", 7_000, 9, foreground=False))
QUICK_COMMITS = (a_wait("log file sync", 900, 0.4), a_wait("log file parallel write", 700, 0.3, foreground=False))
LONG_COMMITS = a_wait("log file sync", 19_000, 95)
SORTS = (a_wait("direct path read temp", 9_000, 15),)
HOT = (a_segment("ORDERS", 1_500_000, 200_000), a_segment("ORDERS_PK", 300_000, 9_000, "INDEX"))
SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("HISTORY", 900))
REDO = Inventory(redo_groups=tuple(RedoGroup(number, thread=1, size_bytes=4 * GIB) for number in (1, 2, 3)))
TEMP = Inventory(temp_files=(DatabaseFile("+DATA/t1", tablespace="TEMP", size_bytes=20 * GIB),))
EXADATA = Database(release="19.0.0.0.0", rac=False, engineered="exadata")
RAC = Database(release="19.0.0.0.0", rac=True, platform="Linux x86 64-bit")

SLOW_COMMITS = a_workload((READS, *COMMITS), segments=HOT)
EVERYTHING = a_workload((READS, *COMMITS, *SORTS), segments=HOT)


def advised(workload: Workload, *inventories: Inventory, gb: int = 700) -> Advice:
    return advise([workload], [SIZES, *inventories], a_request(gb * 10**9))


def option(advice: Advice, name: str = "combination") -> OptionAdvice:
    return next(row for row in advice.options if row.option == name)


CASES: list[tuple[str, Workload, int, tuple[str, ...]]] = [
    ("slow reads and slow commits", SLOW_COMMITS, 700, ("redo", "segments")),
    ("and sorts", EVERYTHING, 700, ("redo", "temp", "segments")),
    ("redo takes the room of a segment worth more", replace(SLOW_COMMITS, buffer_pool_advisory=()), 60, ()),
    ("no room for the segments, but for a flash cache", SLOW_COMMITS, 40, ("redo", "flash-cache")),
    ("commits no log write explains", a_workload((READS, LONG_COMMITS), segments=HOT), 700, ()),
    (
        "but sorts go with the segments",
        a_workload((READS, LONG_COMMITS, *SORTS), segments=HOT),
        700,
        ("temp", "segments"),
    ),
    ("reads alone", a_workload((READS,), segments=HOT), 700, ()),
    ("redo is fast already", a_workload((READS, *QUICK_COMMITS), segments=HOT), 700, ()),
    ("engineered", replace(EVERYTHING, database=EXADATA), 700, ()),
    ("a card in one server of a cluster", replace(EVERYTHING, database=RAC), 700, ()),
    ("no advisory, so no flash cache", replace(SLOW_COMMITS, buffer_pool_advisory=()), 40, ("redo", "segments")),
]


@pytest.mark.parametrize(("workload", "gb", "parts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_parts(workload: Workload, gb: int, parts: tuple[str, ...]) -> None:
    found = option(advised(workload, REDO, gb=gb))
    assert found.parts == parts
    assert found.feasible is bool(parts)
    assert found.worth_it is bool(parts)
    if not parts:
        assert found.response_ratio is None
        assert found.blocked_by[0].text.startswith("Nothing to combine")


@pytest.mark.parametrize(
    ("waits", "parts", "worth_it"),
    [((*COMMITS, *SORTS), ("redo", "temp"), True), ((READS, *COMMITS, *SORTS), ("redo", "temp", "segments"), False)],
    ids=["no part moves reads", "one part does"],
)
def test_data_on_flash_casts_doubt_on_parts_that_move_reads_only(
    waits: tuple[WaitEvent, ...], parts: tuple[str, ...], worth_it: bool
) -> None:
    today = StorageToday((StorageGroup("data", holds=("data",), media="flash", inferred=False),))
    found = option(
        advise([a_workload(waits, segments=HOT)], [SIZES, REDO], a_request(700 * 10**9, storage_today=today))
    )
    assert (found.parts, found.worth_it) == (parts, worth_it)
    assert tells(found.worth_text, like("advisor/may-gain-not")) is not worth_it


NO_PART = worded("advisor/nothing-combine-can", worded("advisor/none-redo-temp"))


@pytest.mark.parametrize(
    ("workload", "says"),
    [
        (
            a_workload((READS,), segments=HOT),
            "(redo: no gain, temp: no gain",
        ),
        (replace(EVERYTHING, database=EXADATA), NO_PART),
        (replace(EVERYTHING, database=RAC), NO_PART),
    ],
)
def test_nothing_to_combine_says_why(workload: Workload, says: str) -> None:
    assert says in option(advised(workload)).blocked_by[0].text


def test_nothing_to_combine_where_a_pin_leaves_nothing_to_be_done_alone() -> None:
    """All data does not fit, and nothing else moves a segment that nobody reads."""
    unread = a_workload((READS, *COMMITS), segments=(a_segment("ORDERS", 0.0),))
    held = a_request(60 * GIB, headroom_pct=0.0, constraints=Constraints(pinned=("SHOP.ORDERS",)))
    found = option(advise([unread], [some_sizes(("ORDERS", 1), ("HISTORY", 90)), REDO], held))
    assert [stop.text for stop in found.blocked_by] == [worded("advisor/nothing-combine-no-part")]


def test_the_verdict_recommends_it_where_no_single_option_comes_near() -> None:
    advice = advised(SLOW_COMMITS, REDO)
    assert (advice.verdict.recommendation, advice.verdict.option) == ("combination", "combination")
    assert advice.verdict.move_allowed
    assert "Redo and best segments together (58 GiB)" in advice.verdict.text


def test_the_verdict_names_what_moves_less_and_what_more_would_give() -> None:
    little = (a_wait("log file sync", 3_000, 12), a_wait("log file parallel write", 2_400, 9, foreground=False))
    advice = advised(a_workload((READS, *little), segments=HOT), REDO)
    assert advice.verdict.recommendation == "move-segments"
    assert option(advice).worth_it
    assert "Redo and best segments together: " in advice.verdict.text


def test_the_bytes_of_all_parts_count_together() -> None:
    alone, together = option(advised(EVERYTHING, REDO, TEMP), "segments"), option(advised(EVERYTHING, REDO, TEMP))
    assert alone.used_bytes is not None
    assert together.used_bytes == alone.used_bytes + 12 * GIB + 20 * GIB


def test_a_size_that_is_not_known_is_said() -> None:
    found = option(advised(EVERYTHING))
    assert found.used_bytes is None
    assert worded("advisor/size-not-known-see-all", "redo logs and the temp files") in found.worth_text


def test_the_segments_are_placed_again_in_what_is_left() -> None:
    parts = advised(replace(SLOW_COMMITS, buffer_pool_advisory=()), REDO, gb=60)
    one = {row.name: row for row in (one.placed("segments") for one in parts.segments)}
    assert one["ORDERS"].included
    less = advised(replace(SLOW_COMMITS, buffer_pool_advisory=()), REDO, gb=40)
    rows = {row.name: row for row in (one.placed("combination") for one in less.segments)}
    assert (rows["ORDERS"].included, rows["ORDERS_PK"].included) == (False, True)


def test_its_scripts_hold_every_part() -> None:
    advice = advised(EVERYTHING, REDO)
    plan = plan_option(advice, [EVERYTHING], None, Destination(), False, [SIZES, REDO])
    paths = [file.path for file in plan.files]
    assert plan.option == "combination"
    assert {"1_redo/steps/50_redo.sql", "2_temp/steps/50_temp.sql", "3_segments/steps/40_move_segments.sql"} <= {*paths}


def test_nothing_to_combine_has_no_scripts() -> None:
    workload = a_workload((READS,), segments=HOT)
    with pytest.raises(Infeasible, match="Nothing to combine"):
        plan_option(advised(workload), [workload], "combination", Destination(), True, [SIZES])


def test_after_it_was_done_its_own_forecast_is_held_against_what_came() -> None:
    advice = advised(SLOW_COMMITS, REDO)
    after = a_workload(
        (a_wait("db file sequential read", 2_500, 1.2), a_wait("log file sync", 1_500, 2)), snaps=(300, 301)
    )
    found = compare([SLOW_COMMITS], [after], advice, None)
    assert found.option == "combination"
    assert found.predicted_response_ratio == option(advice).response_ratio
    assert any("chosen here" in reason for reason in found.reasons)


def test_an_option_without_a_forecast_predicts_nothing() -> None:
    workload = a_workload((READS,), segments=HOT)
    found = compare([workload], [replace(workload)], advised(workload), "combination")
    assert all(row.predicted_s_per_hour is None for row in found.events)


def _evenly_read(count: int = 12) -> tuple[Workload, Inventory]:
    """Each segment reads a little less than the one before, of the same size: the last ones are worth less than a cache."""
    segments = tuple(a_segment(f"T{n}", 510_000 * 0.7**n, 1_000) for n in range(count))
    return a_workload((READS,), segments=segments, cache_gib=4.0, cache_factor_at_double=0.6), some_sizes(
        *((f"T{n}", 8) for n in range(count))
    )


def test_segments_and_a_flash_cache_share_the_flash_as_both_gain_most() -> None:
    """Against every other size of the cache, with as many of the best segments as then fit."""
    workload, sizes = _evenly_read()
    case = build_case([workload], [sizes], a_request(60 * 10**9, flash_cache_os=True))
    ranking = rank_segments(case)
    drafts = {one.option.name: one.draft for one in weigh_options(case, ranking)}
    together = drafts["combination"]
    assert together.parts == ("segments", "flash-cache")
    assert (together.used_bytes or 0) <= case.capacity_bytes
    ratio = same_work(case.basis)
    ordered = sorted(case.segments.loads, key=lambda load: -(load.read_requests_per_s or 0.0))
    for moved in range(1, 6):
        left = case.capacity_bytes - moved * 8 * GIB
        for cache in sizes_to_try(4 * GIB, left):
            change = replace(
                share_of(case, ordered[:moved]),
                flash_cache_bytes=cache,
                flash_cache_metadata_bytes=metadata_bytes(cache, 8192, False),
            )
            assert ratio(together.change) <= ratio(change) + 0.002, (moved, cache)
