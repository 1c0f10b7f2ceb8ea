"""The first sentence, as a table: the waits of an hour, and what must be said about them."""

import re
from dataclasses import astuple, replace

import pytest

from segtier.advisor import advise
from segtier.cli.support.advice_tables import _cells
from segtier.errors import NotUsable
from segtier.model.advice import Advice
from segtier.model.workload import (
    BufferPoolAdvice,
    Database,
    InstanceStatistic,
    Interval,
    Segment,
    Source,
    TimeModelRow,
    Workload,
)
from segtier.oracle.devices import tier
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, tells, worded

SLOW = a_wait("db file sequential read", 18_000, 9)
HOT = (a_segment("ORDERS", 1_500_000, 200_000), a_segment("ORDERS_PK", 300_000, 9_000, "INDEX"))
SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("HISTORY", 900))
RAC = Database(name="SHOP", dbid=4711, release="19.0.0.0.0", rac=True, platform="Linux x86 64-bit")
EXADATA = replace(RAC, engineered="exadata")


def parsed(seconds: float) -> tuple[TimeModelRow, ...]:
    return (TimeModelRow("hard parse elapsed time", seconds), TimeModelRow("parse time elapsed", seconds))


def with_parsing(workload: Workload, seconds: float) -> Workload:
    return replace(workload, time_model=(*workload.time_model, *parsed(seconds)))


def runs_on(named: str) -> str:
    """The last sentence."""
    return like("advisor/database-runs-ssd", named).pattern + "$"


CASES: list[tuple[str, Workload, str, str, str | re.Pattern[str]]] = [
    ("slow reads", a_workload((SLOW,), segments=HOT), "storage-read", "move-segments", "71|83|db file sequential read"),
    ("idle", a_workload((a_wait("db file sequential read", 20, 9),), cpu_s=10), "idle", "not-enough-data", "idle"),
    *[
        (
            name,
            a_workload(
                (a_wait("db file sequential read", reads_s, read_ms),),
                cpu_s=300,
                segments=(a_segment("ORDERS", 800 * reads_s / read_ms),),
                statistics={"redo writes": 3_600.0},
            ),
            *answer,
        )
        for name, reads_s, read_ms, answer in (
            (
                "hardly busy",
                1_200,
                44,
                ("idle", "not-enough-data", like("advisor/sessions-active-average-i-o", "0.42", 11)),
            ),
            ("one session at work", 3_300, 44, ("storage-read", "", "44 ms a wait")),
            ("as many requests as a slow disk gives", 1_200, 8, ("storage-read", "", "8 ms a wait")),
            ("hardly busy on a sick disk", 1_200, 101, ("storage-read", "", "101 ms a wait")),
        )
    ],
    (
        "row locks",
        a_workload(
            (a_wait("enq: TX - row lock contention", 90_000, 95_000), a_wait("db file sequential read", 900, 1.2)),
            cpu_s=60_000,
        ),
        "locks",
        "tune-first",
        like("advisor/moving-data-files"),
    ),
    (
        "locks over commits that stand still",
        a_workload((a_wait("enq: TX - row lock contention", 20_000, 900), a_wait("log file sync", 9_000, 2_500))),
        "locks",
        "tune-first",
        like("advisor/commit-takes-locks", "2,500 ms"),
    ),
    (
        "locks over slow reads",
        a_workload((a_wait("enq: TX - row lock contention", 20_000, 900), SLOW), cpu_s=9_000),
        "locks",
        "tune-first",
        like("advisor/solve-locks-first-measure"),
    ),
    *[
        (
            f"locks beside {temp_s} s of temp and {reads_s} s of reads",
            a_workload(
                (
                    a_wait("enq: TX - row lock contention", 5_000, 900),
                    a_wait("direct path read temp", temp_s, 8),
                    a_wait("db file sequential read", reads_s, 9),
                ),
                cpu_s=5_000 - temp_s - reads_s,
            ),
            "locks",
            "tune-first",
            says,
        )
        for temp_s, reads_s, says in (
            (2_500, 9, like("advisor/temp-i-o-takes-look", "25 %").pattern + "$"),
            (1_900, 9, "^(?!.*look at sorts)"),
            (1_500, 2_000, "^(?!.*look at sorts)"),
        )
    ],
    ("exadata", a_workload((SLOW,), database=EXADATA), "storage-read", "do-nothing", "on Exadata storage. Its cells"),
    *[
        (
            f"locks beside {cells_s} s of storage cells, {name}",
            a_workload(
                (
                    a_wait("enq: TX - row lock contention", 5_000, 900),
                    a_wait("cell single block physical read", cells_s, 0.5),
                ),
                cpu_s=5_000 - cells_s,
                database=database,
            ),
            "locks",
            "tune-first",
            says,
        )
        for name, database, cells_s, says in (
            (
                "told",
                EXADATA,
                2_500,
                runs_on(worded("advisor/storage-whose-cells", "Exadata")),
            ),
            ("seen", None, 20, runs_on(worded("advisor/storage-whose-cells", "Exadata"))),
        )
    ],
    (
        "reads from SSD and a cache too small",
        a_workload((a_wait("db file sequential read", 18_000, 0.4),), cache_factor_at_double=0.2),
        "memory",
        "more-memory",
        "already, as from SSD.*80 %",
    ),
    (
        "reads from SSD beside more CPU",
        a_workload((a_wait("db file sequential read", 9_000, 0.4),), cpu_s=18_000, cache_factor_at_double=0.99),
        "cpu",
        "tune-first",
        "CPU is 67 %.*Reads are 33 % and take 0.4 ms already",
    ),
    (
        "parsing without a read worth its digits",
        with_parsing(a_workload((a_wait("db file sequential read", 0.5, 5),), cpu_s=20_000), 18_000),
        "sql",
        "tune-first",
        like(
            "advisor/parsing-takes-db-time-look",
            ...,
            "less than 0.01 %",
            ...,
            worded("advisor/infinitely-fast-storage", "0.01 %"),
        ),
    ),
    (
        "scans and a great unexplained rest",
        a_workload((a_wait("direct path read", 10_000, 4),), cpu_s=300, rest_s=20_000),
        "storage-read",
        "not-enough-data",
        "unexplained",
    ),
    (
        "hard parsing and an unexplained rest",
        with_parsing(a_workload((a_wait("db file sequential read", 6_000, 3),), cpu_s=5_000, rest_s=18_000), 8_000),
        "sql",
        "tune-first",
        like("advisor/takes-look-parsing", "hard parsing"),
    ),
    (
        "an unexplained rest and a little hard parsing",
        with_parsing(a_workload((a_wait("db file sequential read", 6_000, 3),), cpu_s=5_000, rest_s=18_000), 1_595),
        "sql",
        "tune-first",
        like("advisor/takes-look-parsing", "hard parsing", "5.5 %"),
    ),
    (
        "unexplained without parsing",
        a_workload((a_wait("db file sequential read", 3_000, 3),), rest_s=18_000),
        "unknown",
        "tune-first",
        "CPU queueing",
    ),
    (
        "write side",
        a_workload(
            (
                a_wait("db file sequential read", 16_000, 0.76),
                a_wait("log buffer space", 12_000, 490),
                a_wait("free buffer waits", 6_000, 11),
            ),
            cpu_s=1_700,
        ),
        "storage-write",
        "tune-first",
        like("advisor/write-side-bottleneck"),
    ),
    (
        "fast reads",
        a_workload((a_wait("db file sequential read", 16_000, 0.4),)),
        "storage-read",
        "do-nothing",
        "Reads take 0.4 ms already",
    ),
    (
        "CPU",
        a_workload((a_wait("db file sequential read", 2_000, 6),), cpu_s=20_000),
        "cpu",
        "tune-first",
        "CPU is 91 %",
    ),
    (
        "parsing within CPU and waits",
        with_parsing(a_workload((a_wait("db file sequential read", 6_000, 6),), cpu_s=5_500, rest_s=2_500), 6_500),
        "sql",
        "tune-first",
        "Parsing takes 46 %",
    ),
    (
        "cluster",
        a_workload((a_wait("gc buffer busy acquire", 20_000, 30), a_wait("db file sequential read", 2_000, 6))),
        "cluster",
        "tune-first",
        "between instances",
    ),
    (
        "latches",
        a_workload((a_wait("latch: cache buffers chains", 20_000, 30), a_wait("db file sequential read", 2_000, 6))),
        "sql",
        "tune-first",
        "latches",
    ),
    (
        "hardly any storage",
        a_workload(
            (a_wait("db file sequential read", 200, 6), a_wait("SQL*Net more data to client", 1_200, 5)), rest_s=400
        ),
        "cpu",
        "tune-first",
        "CPU is",
    ),
    (
        "commits at the disk",
        a_workload(
            (a_wait("log file sync", 18_000, 10), a_wait("log file parallel write", 2_000, 9, foreground=False))
        ),
        "commit",
        "redo",
        "log file sync",
    ),
    *[
        (
            f"commits beside {reads_s} s of fast reads",
            a_workload(
                (
                    a_wait("log file sync", 9_000, 10),
                    a_wait("log file parallel write", 200, 0.3, foreground=False),
                    a_wait("db file sequential read", reads_s, 0.4),
                ),
                cpu_s=1_000,
            ),
            *answer,
        )
        for reads_s, answer in (
            (8_950, ("commit", "tune-first", "itself takes only")),
            (9_050, ("storage-read", "do-nothing", "Reads take 0.4 ms already")),
        )
    ],
    ("RAC with a card in one server", a_workload((SLOW,), segments=HOT, database=RAC), "storage-read", "", "RAC|Smart"),
]


@pytest.mark.parametrize(
    ("workload", "bottleneck", "recommendation", "says"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_first_sentence(workload: Workload, bottleneck: str, recommendation: str, says: str | re.Pattern[str]) -> None:
    verdict = advise([workload], [SIZES], a_request()).verdict
    assert verdict.bottleneck == bottleneck, verdict.text
    assert verdict.recommendation == recommendation or not recommendation, verdict.text
    assert re.search(says, verdict.text), verdict.text
    assert verdict.move_allowed == (
        verdict.recommendation in ("move-segments", "move-all-data", "flash-cache", "redo", "temp", "combination")
    )


def options(advice: Advice) -> dict:
    return {option.option: option for option in advice.options}


def test_all_data_on_flash_takes_writes_along() -> None:
    """Every write moves, so most of the waits for DBWR go: what stays is what it waits for besides disks."""
    stalls = a_wait("free buffer waits", 10_000, 20)
    found = options(advise([a_workload((SLOW, stalls), segments=HOT)], [SIZES], a_request()))
    after = {row.event: row.time_s for row in found["all"].wait_events_after}
    assert after["free buffer waits"] == pytest.approx(1_500, rel=0.1)


@pytest.mark.parametrize(("factor", "known"), [(1.04, False), (1.06, True)])
def test_a_cache_hardly_larger_is_none(factor: float, known: bool) -> None:
    base = a_workload((SLOW,), segments=HOT)
    today = base.cache[0].buffer_cache_bytes or 0
    rows = tuple(
        BufferPoolAdvice("DEFAULT", size_bytes=int(today * each), size_factor=each, est_physical_read_factor=1 / each)
        for each in (1.0, factor)
    )
    found = options(advise([replace(base, buffer_pool_advisory=rows)], [SIZES], a_request()))
    assert (found["buffer-cache"].response_ratio is not None) is known


def test_how_many_segments_an_option_moves_and_leaves() -> None:
    """Indexes move by name and nothing is weighed; redo moves none."""
    found = options(advise([a_workload((SLOW,), segments=HOT)], [SIZES], a_request()))
    counts = {name: found[name].moves and (found[name].moves.segments, found[name].moves.left) for name in COUNTED}
    assert counts == COUNTED
    assert found["indexes"].moves.bytes == 6 * GIB


COUNTED = {"all": (2, 0), "indexes": (1, 0), "segments": (2, 0), "redo": None, "flash-cache": None}


@pytest.mark.parametrize(("cores", "bound"), [(16, False), (2, True)])
def test_cpus_are_named_where_they_bind_next_and_nowhere_else(cores: int, bound: bool) -> None:
    workload = a_workload((SLOW,), segments=HOT, cores=cores, threads=cores)
    verdict = advise([workload], [SIZES], a_request()).verdict
    assert verdict.option == "segments"
    assert ("CPU binds next" in verdict.text) is bound


@pytest.mark.parametrize(("segments", "confirm"), [(HOT, False), ((), True)])
def test_the_operating_system_is_asked_for_where_a_flash_cache_is_advised(segments: tuple, confirm: bool) -> None:
    verdict = advise(
        [a_workload((SLOW,), segments=segments, cache_factor_at_double=0.4)], [SIZES], a_request(300 * 10**9)
    ).verdict
    assert verdict.option == ("flash-cache" if confirm else "segments")
    assert (worded("advisor/runs-oracle-linux") in verdict.text) is confirm


def test_without_sizes_the_forecast_stands_but_nothing_is_placed() -> None:
    advice = advise([a_workload((SLOW,), segments=HOT)], [], a_request())
    best = options(advice)["segments"]
    assert advice.verdict.recommendation == "move-segments"
    assert not best.feasible
    assert "sizes" in best.blocked_by[0].text
    assert best.used_bytes is None
    assert best.response_ratio is not None
    assert best.response_ratio.expected < 0.6
    assert all(row.size_bytes is None and not row.included for row in advice.segments)


def test_without_segments_and_sizes_it_is_a_yes_that_needs_sizes() -> None:
    bare = a_workload((SLOW,), cache_factor_at_double=None)
    verdict = advise([bare], [], a_request(flash_cache_os=False)).verdict
    assert (verdict.state, verdict.recommendation, verdict.move_allowed) == ("needs", "move-all-data", False)
    assert [stop.needs for stop in verdict.blocked_by] == ["sizes"]
    assert verdict.headline.startswith("Yes, with sizes: all data")
    assert f"would help, but: {worded('advisor/size-not-known', 'the whole database')}" in verdict.text


def test_a_missing_size_is_not_zero_and_says_so() -> None:
    advice = advise([a_workload((SLOW,), segments=HOT)], [some_sizes(("ORDERS", 40), complete=False)], a_request())
    rows = {row.name: row for row in advice.segments}
    assert rows["ORDERS"].included
    assert rows["ORDERS_PK"].size_bytes is None
    assert not rows["ORDERS_PK"].included
    assert "not known" in rows["ORDERS_PK"].reason


def test_capacity_too_small_for_the_database_but_not_for_its_best_segments() -> None:
    advice = advise([a_workload((SLOW,), segments=HOT)], [SIZES], a_request(100 * 10**9))
    found = options(advice)
    assert not found["all"].feasible
    assert "Does not fit" in found["all"].blocked_by[0].text
    assert found["segments"].feasible
    assert found["segments"].used_bytes == 46 * 1024**3


@pytest.mark.parametrize(
    ("listed_reads", "exported", "only"),
    [
        (1_500_000, False, False),
        (1_010_000, False, False),
        (990_000, False, True),
        (40_000, False, True),
        (40_000, True, False),
    ],
)
def test_with_low_coverage_what_goes_by_names_is_a_range_and_no_figure(
    listed_reads: float, exported: bool, only: bool
) -> None:
    rows = (a_segment("ORDERS", listed_reads),)
    workload = a_workload((SLOW,), segments=rows)
    export = Workload(
        source=Source("segment-counters", "x.csv", "0"), segments=rows, segment_basis={"kind": "cumulative"}
    )
    inputs = [workload, export] if exported else [workload]
    advice = advise(inputs, [SIZES], a_request())
    told = {name for name, option in options(advice).items() if option.ranges_only}
    assert {"segments", "indexes"} <= told if only else not told
    assert not told & {"all", "redo", "temp", "flash-cache", "buffer-cache", "none"}
    cells = [cell for cell in _cells(options(advice)["segments"]) if re.search(r"\d\.\d\d-\d\.\d\d", cell)]
    assert len(cells) == 2
    assert all(cell.startswith("(") is only for cell in cells), cells
    if only and advice.verdict.option == "segments":
        assert re.search(r"DB time \d+ to \d+ % less", advice.verdict.text), advice.verdict.text


@pytest.mark.parametrize("option", ["all", "indexes", "segments", "redo", "temp"])
def test_rac_and_a_card_inside_one_server(option: str) -> None:
    local = options(advise([a_workload((SLOW,), segments=HOT, database=RAC)], [SIZES], a_request()))
    assert not local[option].feasible
    (reason,) = [stop.text for stop in local[option].blocked_by if stop.needs == "shared-flash"]
    assert tells(reason, like("advisor/rac-other-nodes"))
    shared = a_request(tier=tier(2 * 10**12, attachment="san"))
    assert options(advise([a_workload((SLOW,), segments=HOT, database=RAC)], [SIZES], shared))[option].feasible


@pytest.mark.parametrize("option", ["all", "indexes", "segments", "redo", "temp"])
def test_storage_cells_leave_no_question_who_sees_the_flash(option: str) -> None:
    cells = options(advise([a_workload((SLOW,), segments=HOT, database=EXADATA)], [SIZES], a_request()))
    assert [stop for stop in cells[option].blocked_by if "engineered storage (Exadata)" in stop.text]
    assert not [stop for stop in cells[option].blocked_by if stop.code == "not-shared"]


@pytest.mark.parametrize(
    ("database", "os_known", "word"),
    [
        (Database(release="11.2.0.4.0", platform="AIX-Based Systems (64-bit)"), None, "AIX"),
        (Database(release="11.1.0.7.0", platform="Linux x86 64-bit"), True, "11.2.0.2"),
        (Database(release="12.2.0.1.0", platform="Linux x86 64-bit", edition="SE2"), True, "Enterprise"),
        (Database(release="19.0.0.0.0", platform="Linux x86 64-bit", engineered="exadata"), True, "Exadata"),
        (Database(release="19.0.0.0.0", platform="Linux x86 64-bit"), False, "neither"),
        (Database(release="19.0.0.0.0", platform="Linux x86 64-bit"), True, None),
        (Database(release="19.0.0.0.0", platform="Linux x86 64-bit"), None, None),
    ],
)
def test_smart_flash_cache_gates(database: Database, os_known: bool | None, word: str | None) -> None:
    workload = a_workload((SLOW,), database=database)
    cache = options(advise([workload], [], a_request(flash_cache_os=os_known)))["flash-cache"]
    assert cache.feasible == (word is None), cache.blocked_by
    assert word is None or any(word in stop.text for stop in cache.blocked_by)
    assert (os_known is None) == any(a.name == "server_os" for a in cache.assumptions)


def test_db_time_adds_up_with_its_rest() -> None:
    advice = advise([a_workload((SLOW, a_wait("log file sync", 900, 2)), rest_s=1_500)], [], a_request())
    slices = {s.name: s for s in advice.db_time.slices}
    assert sum(s.db_time_pct for s in slices.values()) == pytest.approx(100)
    assert slices["unexplained"].time_s_per_hour == pytest.approx(1_500)


def test_top_reads_unknown_but_bounded_are_not_called_worthless() -> None:
    unlisted = replace(
        a_segment("ORDERS_IX", 0, 4_000, "INDEX"), physical_read_requests=None, physical_reads_blocks=None
    )
    unlisted = replace(unlisted, below={"physical_read_requests": 300_000.0})
    advice = advise([a_workload((SLOW,), segments=(*HOT, unlisted))], [SIZES], a_request())
    row = next(r for r in advice.segments if r.name == "ORDERS_IX")
    assert row.benefit_s_per_hour is None
    assert "at most 300,000" in row.reason


def test_cumulative_counters_give_shares_never_the_hours_figures() -> None:
    """Of what the hour lists nothing; it lists no reads of these."""
    hour = a_workload((SLOW,), segments=(Segment("SHOP", "ORDERS", type="TABLE", buffer_busy_waits=7),))
    export = Workload(
        source=Source(kind="segment-counters", file="segstat.csv", sha256="2" * 64),
        segments=(a_segment("ORDERS", 3e9, 1e9), a_segment("ORDERS_PK", 1e9, 1e8, "INDEX")),
        segment_basis={"kind": "cumulative", "from": None, "to": None},
    )
    advice = advise([hour, export], [SIZES], a_request())
    rows = {row.name: row for row in advice.segments}
    reads_per_hour = 2_000_000
    assert rows["ORDERS"].physical_read_requests_per_hour == pytest.approx(reads_per_hour * 0.75, rel=1e-6)
    assert rows["ORDERS_PK"].physical_read_requests_per_hour == pytest.approx(reads_per_hour * 0.25, rel=1e-6)


def test_twelve_equal_hours_are_the_same_as_one() -> None:
    hours = [a_workload((SLOW,), segments=HOT, snaps=(n, n + 1)) for n in range(100, 112)]
    average = a_request(window="average")
    one, many = advise(hours[:1], [SIZES], average), advise(hours, [SIZES], average)
    assert many.interval_hours == pytest.approx(12)
    assert replace(many.verdict, gain=None) == replace(one.verdict, gain=None)
    assert astuple(many.verdict.gain) == pytest.approx(astuple(one.verdict.gain))
    assert many.db_time.db_time_s_per_hour == pytest.approx(one.db_time.db_time_s_per_hour)


def test_the_same_interval_twice_counts_once() -> None:
    hour = a_workload((SLOW,), segments=HOT)
    advice = advise([hour, replace(hour, source=replace(hour.source, file="copy.html"))], [SIZES], a_request())
    assert advice.interval_hours == pytest.approx(1)
    assert [w.code for w in advice.warnings] == ["duplicate-interval"]


def test_typed_top_events_alone_give_a_bounded_answer() -> None:
    typed = Workload(source=Source(kind="typed"), wait_events=(replace(SLOW, db_time_pct=75.0),))
    advice = advise([typed], [], a_request())
    assert advice.verdict.recommendation in ("do-nothing", "not-enough-data", "flash-cache", "move-segments")
    assert advice.verdict.ceiling_db_time_pct == pytest.approx(100, abs=1), "nobody said what the other quarter is"
    assert advice.quality.grade != "A"


@pytest.mark.parametrize(
    ("workloads", "code"),
    [
        ([], "no-interval"),
        ([Workload()], "no-db-time"),
        ([replace(a_workload(()), time_model=(TimeModelRow("DB time", 9.0),), interval=Interval(elapsed_s=9))], "no-wait-events"),
        ([Workload(wait_events=(SLOW,), instance_statistics=(InstanceStatistic("user commits", 1.0),))], "no-db-time"),
    ],
)  # fmt: skip
def test_too_little_to_answer(workloads: list[Workload], code: str) -> None:
    with pytest.raises(NotUsable) as caught:
        advise(workloads, [], a_request())
    assert caught.value.code == code


def test_same_inputs_same_document() -> None:
    from segtier.documents import encode

    workload = a_workload((SLOW,), segments=HOT)
    assert encode(advise([workload], [SIZES], a_request())) == encode(advise([workload], [SIZES], a_request()))
