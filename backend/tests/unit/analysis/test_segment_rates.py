"""Rates of segments and of the instance, against divisions done on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.counters import INTERVAL_SHARE_ERROR, ChosenCounters
from segtier.analysis.db_time import split_db_time, top_events
from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.segments import segment_table, with_no_less_than
from segtier.model.profile import Profile, SegmentLoad, SegmentTable
from segtier.model.workload import (
    Coverage,
    Instance,
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    LoadMetric,
    Parameter,
    Segment,
    TimeModelRow,
    Workload,
)
from tests.builders import GIB, a_profile, a_request, a_segment, a_wait, a_workload, some_sizes, without_cpu

PER_HOUR = {
    "physical reads": 7_200_000.0,
    "physical read IO requests": 1_800_000.0,
    "physical writes": 720_000.0,
    "physical write IO requests": 540_000.0,
}
HOUR = a_workload(statistics=PER_HOUR)
"""Four blocks a read request, 4/3 a write request; 500 reads and 150 writes a second."""


def table(segments: tuple[Segment, ...], export: tuple[Segment, ...] | None = None, **changed: object) -> SegmentTable:
    workload = replace(HOUR, segments=segments, segment_coverage={}, **changed)
    counters = ChosenCounters()
    if export is not None:
        counters = ChosenCounters(replace(HOUR, segments=export, segment_coverage={}), INTERVAL_SHARE_ERROR)
    return segment_table(workload, counters, KnownFacts(()), a_profile(HOUR))


def loads(found: SegmentTable) -> dict[str, SegmentLoad]:
    return {load.key[2]: load for load in found.loads}


LISTED: list[tuple[str, Segment, dict[str, object]]] = [
    # (what, row of an hour's list, load per second)
    (
        "requests as printed",
        Segment("SHOP", "A", physical_read_requests=36_000, physical_write_requests=3_600),
        {"read_requests_per_s": 10.0, "write_requests_per_s": 1.0, "requests_estimated": False},
    ),
    (
        "blocks only: four a read, 4/3 a write",
        Segment("SHOP", "A", physical_reads_blocks=144_000, physical_writes_blocks=4_800),
        {
            "read_requests_per_s": 10.0,
            "read_blocks_per_s": 40.0,
            "write_requests_per_s": 1.0,
            "write_blocks_per_s": 4_800 / 3_600,
            "requests_estimated": True,
        },
    ),
    (
        "a quarter of the blocks past the cache: a quarter of the requests",
        Segment("SHOP", "A", physical_reads_blocks=144_000, physical_read_requests=36_000, direct_reads_blocks=36_000),
        {"read_requests_per_s": 10.0, "direct_read_requests_per_s": 2.5, "requests_estimated": False},
    ),
    (
        "never more past the cache than read",
        Segment("SHOP", "A", physical_reads_blocks=144_000, direct_reads_blocks=200_000),
        {"direct_read_requests_per_s": 10.0},
    ),
    (
        "nothing known",
        Segment("SHOP", "A"),
        {"read_requests_per_s": None, "write_requests_per_s": None, "direct_read_requests_per_s": 0.0},
    ),
    (
        "not listed: the most blocks",
        Segment("SHOP", "A", below={"physical_reads_blocks": 14_400}),
        {"read_requests_per_s": None, "reads_below_per_s": 1.0},
    ),
    (
        "not listed: the most requests",
        Segment("SHOP", "A", below={"physical_reads_blocks": 14_400, "physical_read_requests": 7_200}),
        {"reads_below_per_s": 2.0},
    ),
    ("a size of its own", Segment("SHOP", "A", size_bytes=5), {"size_bytes": 5}),
]


@pytest.mark.parametrize(("row", "wanted"), [row[1:] for row in LISTED], ids=[row[0] for row in LISTED])
def test_a_listed_segment_per_second(row: Segment, wanted: dict[str, object]) -> None:
    load = table((row,)).loads[0]
    assert {name: getattr(load, name) for name in wanted} == pytest.approx(wanted)


def counting(buffered: float, direct: float, scanned: float | None = None) -> Workload:
    """The hour with IOStat's requests per second."""
    functions = [IoFunction("Buffer Cache Reads", read_requests_per_s=buffered)]
    functions += [IoFunction("Direct Reads", read_requests_per_s=direct)]
    functions += [IoFunction("Smart Scan", read_requests_per_s=scanned)] if scanned is not None else []
    data = IoFiletype("Data File", read_requests_per_s=buffered + direct + (scanned or 0.0))
    return replace(HOUR, wait_events=(), io_functions=tuple(functions), io_filetypes=(data,))


@pytest.mark.parametrize(
    ("hour", "direct", "totals"),
    [
        (counting(600, 200), 200.0, (600.0, 200.0)),
        (counting(600, 100, scanned=100), 200.0, (600.0, 200.0)),
        (counting(600, 640), 600.0, (600.0, 640.0)),
        (counting(560, 200), 240.0, (560.0, 240.0)),
        (replace(HOUR, wait_events=()), 600.0, (500.0, None)),
    ],
    ids=["counted", "counted by the cells", "fewer than counted", "more reads than counted", "not counted"],
)
def test_direct_requests_are_no_more_than_the_instance_counts(
    hour: Workload, direct: float, totals: tuple[float, float | None]
) -> None:
    """800 requests a second, 3/4 of their blocks past the cache: large requests, fewer than 3/4."""
    rows = tuple(
        Segment("SHOP", name, physical_reads_blocks=blocks, physical_read_requests=blocks / 4, direct_reads_blocks=past)
        for name, blocks, past in (("A", 7_200_000.0, 5_760_000.0), ("B", 4_320_000.0, 2_880_000.0))
    )
    workload = replace(hour, segments=rows, segment_coverage={})
    found = segment_table(workload, ChosenCounters(), KnownFacts(()), a_profile(workload))
    total = with_no_less_than(found.loads, a_profile(workload))
    assert (total.buffered_read_requests_per_s, total.direct_read_requests_per_s) == pytest.approx(totals)
    assert sum(load.read_requests_per_s or 0.0 for load in found.loads) == pytest.approx(800)
    assert sum(load.direct_read_requests_per_s for load in found.loads) == pytest.approx(direct)


def test_an_export_is_scaled_to_the_hour() -> None:
    """Counters of a year: 3/4 and 1/4 of 500 reads a second, 2/3 and 1/3 of 150 writes; temp is no part of it."""
    found = loads(
        table(
            (),
            (
                a_segment("A", 3e9, 2e9),
                a_segment("B", 1e9, 1e9),
                replace(a_segment("T", 9e9, 9e9), tablespace="TEMP"),
            ),
        )
    )
    assert found["A"].read_requests_per_s == pytest.approx(375)
    assert found["B"].read_requests_per_s == pytest.approx(125)
    assert found["A"].write_requests_per_s == pytest.approx(100)
    assert found["B"].write_requests_per_s == pytest.approx(50)


def test_of_an_export_that_names_half_only_that_half_is_shared_out() -> None:
    """Reads: 3/4 of half of 500 a second; writes: 2/3 of a quarter of 150."""
    coverage = {
        "physical_reads_blocks": Coverage(listed=1.0, captured=2.0),
        "physical_writes_blocks": Coverage(listed=1.0, captured=4.0),
    }
    export = replace(HOUR, segments=(a_segment("A", 3e9, 2e9), a_segment("B", 1e9, 1e9)), segment_coverage=coverage)
    workload = replace(HOUR, segment_coverage={})
    counters = ChosenCounters(export, INTERVAL_SHARE_ERROR)
    found = loads(segment_table(workload, counters, KnownFacts(()), a_profile(HOUR)))
    assert found["A"].read_requests_per_s == pytest.approx(187.5)
    assert found["A"].write_requests_per_s == pytest.approx(25)


@pytest.mark.parametrize("numbers", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_segments_that_read_as_much_come_by_their_number(numbers: tuple[int, ...]) -> None:
    rows = tuple(replace(a_segment(f"T{number}", 36_000), object_id=number) for number in numbers)
    assert [load.object_id for load in table(rows).loads] == [1, 2, 3]


def test_blocks_of_a_request_without_a_count_of_requests() -> None:
    """7,200,000 blocks read in 1,800,000 requests of the profile's 500 a second: four each."""
    counted = tuple(row for row in HOUR.instance_statistics if not row.name.endswith("requests"))
    row = Segment("SHOP", "A", physical_reads_blocks=144_000, physical_writes_blocks=4_800)
    workload = replace(HOUR, instance_statistics=counted, segments=(row,), segment_coverage={})
    (load,) = segment_table(workload, ChosenCounters(), KnownFacts(()), a_profile(HOUR)).loads
    assert (load.read_requests_per_s, load.write_requests_per_s) == pytest.approx((10, 1))


def test_temp_alone_says_nothing_of_the_rest() -> None:
    (temp,) = table((), (replace(a_segment("T", 9e9, 9e9), tablespace="TEMP"),)).loads
    assert (temp.read_requests_per_s, temp.write_requests_per_s) == (0.0, 0.0)


def test_an_export_without_requests_is_scaled_by_blocks() -> None:
    """7,200,000 blocks read and 720,000 written in the hour: 2,000 and 200 a second, in requests 500 and 150."""
    rows = [
        Segment("SHOP", name, tablespace="D", physical_reads_blocks=reads, physical_writes_blocks=writes)
        for name, reads, writes in (("A", 3e9, 2e9), ("B", 1e9, 2e9))
    ]
    found = loads(table((), tuple(rows)))
    assert (found["A"].read_blocks_per_s, found["A"].write_blocks_per_s) == pytest.approx((1_500, 100))
    assert (found["A"].read_requests_per_s, found["A"].write_requests_per_s) == pytest.approx((375, 75))


def bounded(name: str, reads: float | None, **below: float) -> Segment:
    """Listed by something else where it has no reads."""
    return Segment("SHOP", name, type="TABLE", physical_reads_blocks=reads, physical_read_requests=reads, below=below)


FILLED: list[tuple[str, tuple[Segment, ...], tuple[Segment, ...], dict[str, float | None]]] = [
    # (what, the hour's list, an export of another day, read requests per second); 500 in all
    (
        "what is listed stands, and what is not listed is no more than the last of the list",
        (bounded("A", 720_000), bounded("C", 72_000)),
        (bounded("A", 1e9), bounded("B", 3e9)),
        {"A": 200, "C": 20, "B": 20},
    ),
    (
        "no more than a bound of the lists",
        (bounded("A", 720_000), bounded("C", None, physical_read_requests=36_000)),
        (bounded("A", 1e9), bounded("B", 3e9), bounded("C", 3e9)),
        {"A": 200, "B": 10, "C": 10},
    ),
    (
        "the bound is not reached: as the export has it",
        (bounded("A", 1_440_000), bounded("C", 288_000)),
        (bounded("A", 1e9), bounded("B", 3e9), bounded("D", 1e9)),
        {"A": 400, "C": 80, "B": 15, "D": 5},
    ),
    (
        "where the hour does not know what it read the export says so",
        (bounded("A", None), bounded("C", 1_440_000)),
        (bounded("A", 1e9), bounded("C", 9e9)),
        {"A": 100, "C": 400},
    ),
    (
        "known here, not there",
        (bounded("A", 360_000),),
        (bounded("A", None), bounded("B", None), bounded("C", 7e9)),
        {"A": 100, "B": None, "C": 100},
    ),
]


@pytest.mark.parametrize(("listed", "export", "wanted"), [row[1:] for row in FILLED], ids=[row[0] for row in FILLED])
def test_counters_of_another_day_fill_what_the_hour_leaves_open(
    listed: tuple[Segment, ...], export: tuple[Segment, ...], wanted: dict[str, float | None]
) -> None:
    found = table(listed, export)
    reads = {name: load.read_requests_per_s for name, load in loads(found).items()}
    assert {name: None if rate is None else round(rate, 6) for name, rate in reads.items()} == wanted
    assert (found.basis, found.share_error) == ("export", 0.10)


@pytest.mark.parametrize(
    ("alone", "wanted"), [(True, {"A": 200, "B": 20, "C": 20}), (False, {"A": 200, "B": 280, "C": 20})]
)
def test_sums_over_several_reports_are_the_least(alone: bool, wanted: dict[str, float]) -> None:
    """C and B may have been below the lists of some of them; the export says that B was."""
    hour = replace(HOUR, segments=(bounded("A", 720_000), bounded("C", 72_000)), segment_coverage={})
    export = replace(HOUR, segments=(bounded("A", 1e9), bounded("B", 3e9)), segment_coverage={})
    found = segment_table(hour, ChosenCounters(export), KnownFacts(()), a_profile(HOUR), alone=alone)
    reads = {name: load.read_requests_per_s for name, load in loads(found).items()}
    assert reads == pytest.approx(wanted)


def test_what_the_lists_leave_no_room_for_stands_for_nothing() -> None:
    """240 of 500 reads a second have a name: the export's B is no 480."""
    found = table((bounded("A", 720_000), bounded("C", 72_000)), (bounded("A", 1e9), bounded("B", 3e9)))
    assert found.read_coverage == pytest.approx(240 / 500)


def test_direct_reads_are_as_the_hour_lists_them_else_as_the_export_has_them() -> None:
    hour = (
        replace(bounded("A", 720_000), direct_reads_blocks=72_000.0),
        replace(bounded("C", 72_000), below={"direct_reads_blocks": 36_000}),
    )
    rows = [replace(bounded(name, 1e9), direct_reads_blocks=1e9) for name in "AC"]
    found = loads(table(hour, tuple(rows)))
    assert (found["A"].direct_read_requests_per_s, found["C"].direct_read_requests_per_s) == pytest.approx((20, 10))


@pytest.mark.parametrize(
    ("listed", "exported", "rows"),
    [
        ({"pdb": "P1"}, {"pdb": "P1"}, 1),
        ({"pdb": "P1"}, {"pdb": None}, 1),
        ({"pdb": "P1"}, {"pdb": "P2"}, 2),
        ({"pdb": "P1"}, {"pdb": "CON_ID 3"}, 1),
        ({"type": "TABLE"}, {"type": "INDEX"}, 2),
        ({"type": None}, {"type": "INDEX"}, 1),
    ],
)
def test_the_same_segment_counts_once(listed: dict[str, str], exported: dict[str, str], rows: int) -> None:
    found = table((replace(a_segment("A", 1), **listed),), (replace(a_segment("A", 1), **exported),))
    assert len(found.loads) == rows


def test_heaviest_reads_first() -> None:
    found = table(
        (
            a_segment("A", 1),
            a_segment("B", 3),
            replace(a_segment("N", 0), physical_read_requests=None),
            a_segment("C", 2),
        )
    )
    assert [load.key[2] for load in found.loads][:3] == ["B", "C", "A"]
    assert (found.basis, found.share_error) == ("listed", 0.05)


def test_listed_segments_explain_a_part() -> None:
    coverage = {"physical_reads_blocks": Coverage(listed=1_800_000.0, total=7_200_000.0)}
    workload = replace(HOUR, segments=(a_segment("A", 1_800_000, 72_000),), segment_coverage=coverage)
    found = segment_table(workload, ChosenCounters(), KnownFacts((some_sizes(("A", 2), ("A_IX", 1)),)), a_profile(HOUR))
    assert (found.read_coverage, found.write_coverage) == pytest.approx((0.25, 0.1))
    assert found.loads[0].size_bytes == 2 * GIB
    assert (found.total_size_bytes, found.index_size_bytes) == (3 * GIB, GIB)


def statistics(**totals: float) -> tuple[InstanceStatistic, ...]:
    return tuple(InstanceStatistic(name.replace("_", " "), total) for name, total in totals.items())


BARE = replace(HOUR, instance_statistics=(), io_filetypes=(), cache=(), buffer_pool_advisory=())
RATES: list[tuple[str, Workload, dict[str, object]]] = [
    # (what, hour, rates per second)
    (
        "IOStat before the statistics",
        replace(
            HOUR,
            io_filetypes=(
                IoFiletype("Data File", read_requests_per_s=700.0, write_requests_per_s=90.0),
                IoFiletype("Temp File", read_requests_per_s=7.0, write_requests_per_s=5.0),
            ),
        ),
        {
            "buffered_read_requests_per_s": 700.0,
            "data_write_requests_per_s": 90.0,
            "temp_read_requests_per_s": 7.0,
            "temp_write_requests_per_s": 5.0,
        },
    ),
    (
        "statistics where there is no IOStat: 1,800,000 and 540,000 an hour",
        replace(HOUR, io_filetypes=()),
        {
            "buffered_read_requests_per_s": 500.0,
            "data_write_requests_per_s": 150.0,
            "data_read_bytes_per_s": 2_000 * 8_192.0,
            "data_write_bytes_per_s": 200 * 8_192.0,
            "temp_read_requests_per_s": None,
            "txn_per_s": 100.0,
        },
    ),
    (
        "the load profile where there is neither",
        replace(
            BARE,
            load_profile=(
                LoadMetric("Read IO requests:", per_s=611.0),
                LoadMetric("Physical read (blocks):", per_s=612.0),
                LoadMetric("Write IO requests:", per_s=13.0),
                LoadMetric("Physical write (blocks):", per_s=14.0),
                LoadMetric("Transactions:", per_s=15.0),
            ),
        ),
        {
            "buffered_read_requests_per_s": 611.0,
            "data_read_bytes_per_s": 612 * 8_192.0,
            "data_write_requests_per_s": 13.0,
            "data_write_bytes_per_s": 14 * 8_192.0,
            "txn_per_s": 15.0,
        },
    ),
    (
        "scans are not buffered reads, and temp is no scan",
        replace(
            HOUR,
            io_filetypes=(IoFiletype("Data File", read_requests_per_s=700.0),),
            io_functions=(IoFunction("Direct Reads", read_requests_per_s=120.0),),
            instance_statistics=(
                *(row for row in HOUR.instance_statistics if row.name != "physical reads direct"),
                *statistics(physical_reads_direct=3_600_000.0, physical_reads_direct_temporary_tablespace=720_000.0),
            ),
        ),
        {
            "direct_read_requests_per_s": 120.0,
            "buffered_read_requests_per_s": 700.0 - 120.0,
            "direct_read_bytes_per_s": 800 * 8_192.0,
        },
    ),
    (
        "parallel query: IOStat counts temp among the Direct Reads, and buffered reads by themselves",
        replace(
            HOUR,
            io_filetypes=(
                IoFiletype("Data File", read_requests_per_s=900.0),
                IoFiletype("Temp File", read_requests_per_s=600.0),
            ),
            io_functions=(
                IoFunction("Buffer Cache Reads", read_requests_per_s=610.0),
                IoFunction("Direct Reads", read_requests_per_s=890.0),
            ),
            instance_statistics=(
                *(row for row in HOUR.instance_statistics if row.name != "physical reads direct"),
                *statistics(physical_reads_direct=3_600_000.0, physical_reads_direct_temporary_tablespace=720_000.0),
            ),
        ),
        {
            "buffered_read_requests_per_s": 610.0,
            "direct_read_requests_per_s": 290.0,
            "data_read_bytes_per_s": 1_800 * 8_192.0,
        },
    ),
    (
        "fewer requests than sessions waited for: the waits win",
        replace(HOUR, io_filetypes=(IoFiletype("Data File", read_requests_per_s=12.0),)),
        {"buffered_read_requests_per_s": 500.0, "reads_counted_by": "requests"},
    ),
    (
        "requests that nothing counts: the waits stand for them",
        BARE,
        {"buffered_read_requests_per_s": 500.0, "reads_counted_by": "waits"},
    ),
    (
        "nor the waits: blocks, without those of scans and of temp",
        replace(
            BARE,
            wait_events=(),
            instance_statistics=statistics(
                physical_reads=7_200_000.0,
                physical_reads_direct=3_600_000.0,
                physical_reads_direct_temporary_tablespace=720_000.0,
                physical_writes=360_000.0,
            ),
        ),
        {
            "buffered_read_requests_per_s": 1_000.0,
            "direct_read_requests_per_s": 800.0,
            "data_write_requests_per_s": 100.0,
            "reads_counted_by": "blocks",
        },
    ),
    (
        "rollbacks are transactions, parsing is DB time",
        replace(
            BARE,
            instance_statistics=statistics(user_commits=36_000.0, user_rollbacks=3_600.0),
            time_model=(
                *BARE.time_model,
                TimeModelRow("parse time elapsed", 2_160.0),
                TimeModelRow("hard parse elapsed time", 1_080.0),
                TimeModelRow("background cpu time", 720.0),
            ),
        ),
        {"txn_per_s": 11.0, "parse_pct": 10.0, "hard_parse_pct": 5.0, "background_cpu_per_s": 0.2},
    ),
    (
        "two instances, one without its cores",
        replace(BARE, instances=(Instance(number=1, cpus=32, cores=16), Instance(number=2, cpus=8))),
        {"cores": 24.0, "threads": 40.0},
    ),
    (
        "a flash cache that serves a quarter",
        replace(BARE, instance_statistics=statistics(physical_read_flash_cache_hits=25.0, physical_reads_cache=100.0)),
        {"flash_hit_share": 0.25},
    ),
    (
        "the cache by its parameter",
        replace(BARE, parameters=(Parameter("__db_cache_size", str(3 * GIB)),)),
        {"buffer_cache_bytes": 3 * GIB},
    ),
    ("no cache of nothing", replace(BARE, parameters=(Parameter("db_cache_size", "0"),)), {"buffer_cache_bytes": None}),
    ("the advisory's row of today", replace(HOUR, cache=()), {"buffer_cache_bytes": 8 * GIB}),
    (
        "blocks of 8 KB where nothing says",
        replace(BARE, database=replace(BARE.database, block_size_bytes=None)),
        {"block_size_bytes": 8_192},
    ),
    (
        "an hour where nothing says",
        replace(BARE, interval=replace(BARE.interval, elapsed_s=None)),
        {"elapsed_s": 3_600.0, "db_time_per_s": 6.0},
    ),
]


@pytest.mark.parametrize(("hour", "wanted"), [row[1:] for row in RATES], ids=[row[0] for row in RATES])
def test_rates_of_the_instance(hour: Workload, wanted: dict[str, object]) -> None:
    profile: Profile = a_profile(hour)
    assert {name: getattr(profile, name) for name in wanted} == pytest.approx(wanted)


HALF_HOUR = a_workload(
    (
        a_wait("db file sequential read", 1_800, 5),
        a_wait("db file scattered read", 900, 9),
        a_wait("log file sync", 540, 2),
        a_wait("latch: cache buffers chains", 0, 0),
    ),
    elapsed_s=1_800,
    cpu_s=360,
    rest_s=-100,
)
"""DB time 3,500 s; its parts make 3,600."""


def test_db_time_by_class_of_an_hour() -> None:
    found = split_db_time(HALF_HOUR, a_profile(HALF_HOUR))
    assert [(one.name, one.time_s_per_hour, one.db_time_pct) for one in found.slices][:3] == [
        ("DB CPU", pytest.approx(720), pytest.approx(360 / 35)),
        ("User I/O", pytest.approx(5_400), pytest.approx(2_700 / 35)),
        ("Commit", pytest.approx(1_080), pytest.approx(540 / 35)),
    ]
    assert found.slices[-1].name == "unexplained"
    assert (found.db_time_s_per_hour, found.average_active_sessions) == pytest.approx((7_000, 3_500 / 1_800))
    assert (found.double_counted_s_per_hour, found.slices[-1].time_s_per_hour) == pytest.approx((200, 0))


def test_cpu_that_is_not_told_is_no_part_and_not_zero() -> None:
    untold, idle = (
        without_cpu(HALF_HOUR),
        replace(HALF_HOUR, interval=replace(HALF_HOUR.interval, db_cpu_s=0.0), time_model=()),
    )
    names = [row.name for row in split_db_time(untold, a_profile(untold)).slices]
    assert names == ["User I/O", "Commit", "Concurrency", "unexplained"]
    first = split_db_time(idle, a_profile(idle)).slices[0]
    assert (first.name, first.time_s_per_hour) == ("DB CPU", 0.0)
    answer = advise([untold], [], a_request())
    assert "DB CPU" not in {row.event for row in answer.wait_events_today}
    assert "DB CPU" not in answer.timeline.points[0].classes


def test_top_events_of_an_hour() -> None:
    found = top_events(a_profile(HALF_HOUR))
    assert [(one.event, one.time_s_per_hour, one.waits_per_hour, one.db_time_pct) for one in found] == [
        ("db file sequential read", pytest.approx(3_600), pytest.approx(720_000), pytest.approx(1_800 / 35)),
        ("db file scattered read", pytest.approx(1_800), pytest.approx(200_000), pytest.approx(900 / 35)),
        ("log file sync", pytest.approx(1_080), pytest.approx(540_000), pytest.approx(540 / 35)),
    ]
    assert [one.event for one in top_events(a_profile(HALF_HOUR), 1)] == [
        "db file sequential read",
        "db file scattered read",
        "log file sync",
    ], "what takes more than 5 % is always there"
