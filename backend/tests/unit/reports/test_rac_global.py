"""RAC reports: totals are sums over instances, rows of instances keep their number, one instance stands alone."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from segtier.model.evidence import Evidence
from segtier.model.workload import Coverage, Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from tests.unit.reports.rac_pages import INSTANCES, SUMMARY, grouped, part, rac_report

READS_LIST = "SQL ordered by Reads (Global)"
TIME = ["I#", "DB time (s)", "DB CPU (s)", "bg time (s)"]
EVENT_GROUPS = [("", 1), ("Wait", 2), ("Event", 2), ("Wait Time", 3), ("Summary Avg Wait Time", 5)]
EVENT_COLUMNS = [
    *("I#", "Class", "Event", "Waits", "%Timeouts", "Total(s)", "Avg Wait", "%DB time"),
    *("Avg", "Min", "Max", "Std Dev", "Cnt"),
]
READS = "db file sequential read"
IO_GROUPS = [("", 2), ("Requests", 4), ("MB", 4), ("", 2)]
IO_COLUMNS = [
    *("I#", "Function Name", "Total", "IOs/s", "Reads/s", "Writes/s", "Total", "IO MB/s", "Read MB/s", "Write MB/s"),
    *("Waits: Count", "Avg   Time"),
]
FILE_GROUPS = [("", 2), ("Requests", 4), ("MB", 4), ("Service Time", 2)]
FILE_COLUMNS = [*IO_COLUMNS[:1], "Filetype Name", *IO_COLUMNS[2:10], "Small Read", "Large Read"]
SEGMENT_COLUMNS = [
    *("Statistic", "Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type", "Obj#", "Dataobj#"),
    *("Value", "%Total", "%Capture"),
]


def read(*parts: str, **more: Any) -> Workload:
    document = read_document(rac_report(*parts, **more), "rac.html")
    assert isinstance(document, Workload)
    return document


def one_instance() -> dict[str, str]:
    lone = re.sub(r"<tr><td class='awrc'>2</td>.*?</tr>\n", "", INSTANCES)
    return {"summary": SUMMARY.replace(">2</td><td class='awrc'>3<", ">1</td><td class='awrc'>1<"), "instances": lone}


def event(instance: str, waits: str, seconds: str) -> list[str]:
    return [instance, "User I/O", READS, waits, "0.00", seconds, "1.00ms", "50.0", "", "", "", "", ""]


def segment(statistic: str, name: str, value: str) -> list[str]:
    return [statistic, "A", "USERS", name, "", "TABLE", "11", "12", value, "1.0", "50.0"]


def test_database_instances_and_interval() -> None:
    workload = read()

    assert workload.source.kind == "awr-rac-html"
    database = workload.database
    assert (database.name, database.dbid, database.unique_name, database.release) == (
        "MINE",
        99,
        "mine_u",
        "12.2.0.1.0",
    )
    assert (database.rac, database.cdb, database.block_size_bytes) == (True, False, 8192)
    assert [(one.number, one.name, one.host) for one in workload.instances] == [
        (1, "mine1", "box1"),
        (2, "mine2", "box2"),
    ]
    interval = workload.interval
    assert (interval.begin_snap, interval.end_snap, interval.instances_reported) == (7, 8, 2)
    assert (interval.elapsed_s, interval.db_time_s) == (3600.0, 7200.0)
    assert interval.begin_time == datetime(2020, 1, 2, 10, 0)  # noqa: DTZ001


def test_a_summary_without_the_databases_name_is_not_understood() -> None:
    workload = read(summary=SUMMARY.replace(">Name<", ">Label<"))
    assert [one.state for one in workload.sections if one.name == "Database"] == ["unreadable"]
    assert (workload.database.name, workload.database.dbid) == (None, None)


def test_sections_whose_absence_is_warned_of() -> None:
    """Without any of these every forecast is weaker."""
    assert {one.section for one in read().warnings if one.code == "section-missing"} == {
        *("Instance Activity Stats", "Load Profile", "Time Model Statistics", "Top Foreground Events")
    }


def test_machines_of_either_layout() -> None:
    new = part(
        "OS Statistics By Instance",
        [("", 1), ("CPU", 3), ("Time (s)", 3), ("Memory", 1)],
        ["I#", "#CPUs", "#Cores", "#Sckts", "Busy", "Idle", "Total", "MB"],
        [
            ["1", "8", "4", "2", "10.0", "90.0", "100.0", "1,024.0"],
            ["2", "16", "8", "2", "20.0", "80.0", "100.0", "2,048.0"],
            ["Sum", "", "", "", "30.0", "170.0", "200.0", ""],
        ],
    )
    old = part(
        "OS Statistics By Instance",
        [],
        ["I#", "Num CPUs", "CPU Cores", "CPU Sckts", "Busy Time (s)", "Idle Time (s)", "Memory (M)"],
        [["1", "8", "4", "2", "10.0", "90.0", "1,024.0"]],
    )

    workload, single = read(new), read(old, **one_instance())

    assert [(one.cpus, one.cores, one.memory_bytes) for one in workload.instances] == [
        (8, 4, 1024**3),
        (16, 8, 2 * 1024**3),
    ]
    busy = [(row.instance, row.value) for row in workload.os_statistics if row.name == "BUSY_TIME"]
    assert busy == [(1, 1000.0), (2, 2000.0), (None, 3000.0)]
    assert (single.instances[0].cpus, single.os_statistics[0].instance) == (8, None)


def test_sum_is_the_total_and_averages_are_left_out() -> None:
    rows = [["1", "70.0", "30.0", "9.0"], ["2", "50.0", "10.0", ""], ["Sum", "120.0", "40.0", "9.0"]]
    rows += [[name, "60.0", "20.0", "9.0"] for name in ("Avg", "Std", "Min", "Max")]

    workload = read(part("Time Model", [], TIME, rows))

    assert [(row.instance, row.time_s) for row in workload.time_model if row.name == "DB time"] == [
        (1, 70.0),
        (2, 50.0),
        (None, 120.0),
    ]
    assert (workload.interval.db_time_s, workload.interval.db_cpu_s) == (120.0, 40.0)
    assert [row.instance for row in workload.time_model if row.name == "background elapsed time"] == [1, None]


def test_a_report_of_one_instance_has_totals_only() -> None:
    time = part("Time Model", [], TIME, [["1", "70.0", "30.0", "9.0"]])
    top = part("Top Timed Foreground Events", EVENT_GROUPS, EVENT_COLUMNS, [event("*", "9", "3"), event("1", "9", "3")])

    workload = read(time, top, **one_instance())

    assert {row.instance for row in workload.time_model} == {None}
    assert [(row.event, row.instance) for row in workload.wait_events] == [(READS, None)]


def test_memory_of_each_instance_and_of_all() -> None:
    groups = [("", 1), ("Memory Target", 2), ("Sga Target", 2), ("DB Cache", 2), ("Shared Pool", 2), ("PGA Target", 2)]
    columns = ["I#", *["Begin", "End"] * 5]
    rows = [
        ["1", "", "", "100", "", "64", "", "32", "", "10", ""],
        ["2", "", "", "100", "", "96", "64", "", "", "10", ""],
        ["Avg", "", "", "100", "", "80", "64", "32", "", "10", ""],
    ]

    total, first, second = read(part("Cache Sizes", groups, columns, rows)).cache
    (only,) = read(part("Cache Sizes", groups, columns, rows[:1])).cache

    assert (total.instance, first.instance, second.instance) == (None, 1, 2)
    assert (first.buffer_cache_bytes, second.buffer_cache_bytes, total.buffer_cache_bytes) == (
        64 * 1024**2,
        96 * 1024**2,
        160 * 1024**2,
    )
    assert (total.shared_pool_bytes, total.memory_target_bytes, total.sga_target_bytes) == (None, None, 200 * 1024**2)
    assert [one.column for one in first.evidence] == [
        *("Sga Target: Begin", "DB Cache: Begin", "Shared Pool: Begin", "PGA Target: Begin")
    ]
    assert only.instance == 1, "the memory of one instance"


@pytest.mark.parametrize(
    ("rows", "lone", "expected"),
    [
        ([["1", "40", "41"], ["2", "60", "61"], ["Sum", "100", "102"]], False, (100, 102)),
        ([["1", "40", "41"]], True, (40, 41)),
        ([["1", "40", "41"], ["2", "60", "61"]], False, (None, None)),
    ],
    ids=["the sum", "one instance", "no sum"],
)
def test_sessions_are_those_of_the_whole_database(
    rows: list[list[str]], lone: bool, expected: tuple[int | None, int | None]
) -> None:
    table = part("System Statistics (Absolute Values)", [("", 1), ("Sessions", 2)], ["I#", "Begin", "End"], rows)

    interval = read(table, **(one_instance() if lone else {})).interval

    assert (interval.begin_sessions, interval.end_sessions) == expected


def test_events_of_the_database_and_the_top_ones_of_each_instance() -> None:
    columns = EVENT_COLUMNS[1:12]
    groups = [*EVENT_GROUPS[1:4], ("Summary Avg Wait Time", 4)]
    every = part("Foreground Wait Events (Global)", groups, columns, [event("", "1,000", "4.00")[1:12]])
    rows = [event("*", "1,000", "4.00"), event("1", "600", "3.00"), event("2", "400", "1.00")]
    cpu = ["*", "", "DB CPU", "", "", "9.0", "", "50.0", "", "", "", "", ""]
    top = part("Top Timed Foreground Events", EVENT_GROUPS, EVENT_COLUMNS, [cpu, *rows])

    workload = read(every, top)

    assert [(row.instance, row.waits, row.time_s, row.avg_wait_us) for row in workload.wait_events] == [
        (None, 1000, 4.0, 4000.0),
        (1, 600, 3.0, 5000.0),
        (2, 400, 1.0, 2500.0),
    ]
    assert {row.wait_class for row in workload.wait_events} == {"User I/O"}
    assert "top-events-only" not in {warning.code for warning in workload.warnings}


def test_without_a_full_list_the_top_events_stand_in_and_that_is_told() -> None:
    top = part(
        "Top Timed Foreground Events", EVENT_GROUPS, EVENT_COLUMNS, [event("*", "10", "4"), event("1", "10", "4")]
    )
    background = part(
        "Top Timed Background Events",
        EVENT_GROUPS,
        EVENT_COLUMNS,
        [["*", "System I/O", "log file parallel write", *event("*", "5", "1")[3:]]],
    )

    workload = read(top, background)

    assert [(row.event, row.foreground, row.instance) for row in workload.wait_events] == [
        (READS, True, None),
        (READS, True, 1),
        ("log file parallel write", False, None),
    ]
    assert "top-events-only" in {warning.code for warning in workload.warnings}
    assert workload.wait_events[2].db_time_pct is None, "the share is of background time"


def test_rates_become_a_load_profile_under_the_labels_of_an_instance_report() -> None:
    columns = ["I#", "Logical Reads/s", "Physical Reads/s", "Redo Size (k)/s", "Txns/s"]
    rows = [
        ["1", "10.0", "4.0", "2.0", "1.0"],
        ["2", "20.0", "6.0", "3.0", "1.0"],
        ["Sum", "30.0", "10.0", "5.0", "2.0"],
    ]
    per_txn = [["1", "10.0", "4.0", "2.0"], ["2", "20.0", "6.0", "3.0"], ["Avg", "15.0", "5.0", "2.5"]]

    workload = read(
        part("System Statistics - Per Second", [], columns, rows),
        part("System Statistics - Per Transaction", [], [text.replace("/s", "/tx") for text in columns[:4]], per_txn),
    )

    found = {(row.metric, row.instance): (row.per_s, row.per_txn) for row in workload.load_profile}
    assert found["redo_bytes", None] == (5 * 1024.0, None)
    assert found["physical_reads_blocks", 2] == (6.0, 6.0)
    assert {row.label for row in workload.load_profile} >= {"Physical reads", "Redo size", "Transactions"}


def test_statistics_of_the_database_and_the_few_of_each_instance() -> None:
    every = part(
        "System Statistics (Global)",
        [("", 4), ("per Second", 4)],
        ["Statistic", "Total", "per Second", "per Trans", "Average", "Std Dev", "Min", "Max"],
        [["physical reads", "30", "0.01", "0.10", "", "", "", ""]],
    )
    each = part("System Statistics", [], ["I#", "Physical Reads"], [["1", "10"], ["2", "20"], ["Sum", "30"]])

    rows = read(every, each).instance_statistics

    assert [(row.name, row.instance, row.total) for row in rows] == [
        ("physical reads", None, 30.0),
        ("physical reads", 1, 10.0),
        ("physical reads", 2, 20.0),
    ]


def io_row(instance: str, name: str, total: str, reads: str, writes: str, mib: str, read: str, write: str) -> list[str]:
    return [instance, name, total, "9", reads, writes, mib, "9", read, write, "1.2K", "353.90us"]


def test_io_of_equal_rates_is_halved() -> None:
    row = io_row("*", "Direct Reads", "8", "0.01", "0.01", "2", "0.01", "0.01")

    (found,) = read(part("IOStat by Function", IO_GROUPS, IO_COLUMNS, [row])).io_functions

    assert (found.read_requests, found.write_requests) == (4.0, 4.0)
    assert (found.read_bytes, found.write_bytes) == (1024**2, 1024**2)


def test_io_totals_are_divided_in_the_proportion_of_their_rates() -> None:
    rows = [
        io_row("*", "Total", "400", "0.3", "0.1", "40", "3.0", "1.0"),
        io_row("1", "DBWR", "100", "0.0", "0.1", "10", "0.0", "1.0"),
        io_row("2", "Others", "7", "0.00", "0.00", "1", "0.00", "0.00"),
    ]

    total, writer, others = read(part("IOStat by Function", IO_GROUPS, IO_COLUMNS, rows)).io_functions

    assert (total.function, total.instance) == ("TOTAL:", None)
    assert (round(total.read_requests or 0), total.read_bytes, total.write_bytes) == (300, 30 * 1024**2, 10 * 1024**2)
    assert (total.waits, total.avg_wait_us) == (1200, 353.9)
    assert (writer.write_requests, writer.write_bytes, writer.read_bytes, writer.instance) == (
        100.0,
        10 * 1024**2,
        0,
        1,
    )
    assert (others.read_requests, others.read_bytes, others.read_requests_per_s) == (None, None, 0.0)


def test_requests_no_file_has_seen_are_unknown() -> None:
    functions = [io_row("*", "Total", "9,000,000", "9000", "1", "40", "3.0", "1.0")]
    files = [io_row("*", "Total", "40", "8", "1", "40", "3.0", "1.0")]

    workload = read(
        part("IOStat by Function", IO_GROUPS, IO_COLUMNS, functions),
        part("IOStat by File Type", FILE_GROUPS, FILE_COLUMNS, [[*files[0][:10], "1.00ms", ""]]),
    )

    (row,) = workload.io_functions
    assert (row.read_requests, row.read_requests_per_s, row.write_requests_per_s) == (None, None, 1.0)
    assert row.read_bytes == 30 * 1024**2
    assert "corrected-io-function-requests" in {warning.code for warning in workload.warnings}


def test_averages_over_instances_are_no_file_type() -> None:
    rows = [io_row(one, "Data File", "40", "8", "1", "40", "3.0", "1.0") for one in ("1", "2", "Sum", "Avg", "Std")]
    found = read(part("IOStat by File Type", FILE_GROUPS, FILE_COLUMNS, rows)).io_filetypes
    assert [(row.filetype, row.instance) for row in found] == [("Data File", 1), ("Data File", 2), ("Data File", None)]


def test_sideways_io_of_11_2() -> None:
    groups = [("", 1), ("Reads MB/sec", 2), ("Writes MB/sec", 2), ("Reads requests/sec", 2), ("Writes requests/sec", 2)]
    columns = ["I#", "Total", "Data File", "Total", "Data File", "Total", "Data File", "Total", "Data File"]
    rows = [["1", "", "2.0", "", "1.0", "", "5.0", "", "0.00"]]

    (row,) = read(part("IOStat by File Type (per Second)", groups, columns, rows), **one_instance()).io_filetypes

    assert (row.filetype, row.instance) == ("Data File", None)
    assert (row.read_bytes, row.write_bytes) == (2 * 1024**2 * 3600, 1024**2 * 3600)
    assert (row.read_requests_per_s, row.write_requests_per_s) == (5.0, 0.0)


def test_one_segment_per_name_from_the_long_table() -> None:
    rows = [
        segment("physical reads", "T1", "50"),
        segment("", "T2", "40"),
        segment("", "T3", "30"),
        segment("", "T4", "20"),
        segment("", "T5", "20"),
        segment("", "T6", "10"),
        segment("physical writes", "T1", "5"),
        segment("gc buffer busy", "T9", "1"),
    ]
    notes = ["Captured Segments account for 90.0% of Total Physical Reads: 1,000", "% Total shows % of statistic"]

    workload = read(part("Segment Statistics (Global)", [], SEGMENT_COLUMNS, rows, notes))

    by_name = {one.name: one for one in workload.segments}
    assert list(by_name) == ["T1", "T2", "T3", "T4", "T5", "T6"], "a statistic that is not read names no segment"
    assert (by_name["T1"].physical_reads_blocks, by_name["T1"].physical_writes_blocks) == (50.0, 5.0)
    assert by_name["T2"].below == {}, "the list of writes is short: it names all that were written"
    reads = workload.segment_coverage["physical_reads_blocks"]
    assert replace(reads, evidence=()) == Coverage(listed=170.0, captured=900.0, total=1000.0)
    states = {state.name: state for state in workload.sections}
    assert (states["Segments by Physical Reads"].rows, states["Segments by ITL Waits"].state) == (5, "missing")


def test_a_list_is_full_at_five_different_values() -> None:
    reads = [segment("physical reads", f"T{n}", str(100 - n // 2)) for n in range(10)]
    writes = [segment("physical writes", f"T{n}", str(100 - n)) for n in range(5)]

    workload = read(part("Segment Statistics (Global)", [], SEGMENT_COLUMNS, reads + writes))

    ninth = next(one for one in workload.segments if one.name == "T9")
    assert ninth.below == {"physical_writes_blocks": 96.0}


def test_histogram_under_its_group() -> None:
    table = part(
        "Wait Event Histogram (Global)",
        [("", 2), ("% of Total Waits", 4)],
        ["Event", "Waits", " <512us", " <1ms", " <2ms", " >=2ms"],
        [[READS, "1,000", "50.0", "0.0(3)", "", "50.0"]],
    )

    (histogram,) = read(table).wait_histograms

    assert (histogram.event, histogram.waits) == (READS, 1000)
    assert [(bucket.to_us, bucket.pct_of_waits) for bucket in histogram.buckets] == [
        (512.0, 50.0),
        (1024.0, 0.0),
        (2048.0, 0.0),
        (None, 50.0),
    ]


def test_statements_of_a_list_that_goes_on_in_a_second_table() -> None:
    groups = [("", 1), ("Total", 2), ("Percentage of Total", 1)]
    columns = ["SQL Id", "Reads", "Execs", "Reads"]
    rows = [["0a1b2c3d4e5f6", "500", "9", "50.0"], ["1a1b2c3d4e5f6", "300", "1", "30.0"]]

    statements = read(*(part(READS_LIST, groups, columns, [row]) for row in rows)).statements

    assert [(one.sql_id, one.physical_reads_blocks, one.executions, one.reads_pct) for one in statements] == [
        ("0a1b2c3d4e5f6", 500.0, 9, 50.0),
        ("1a1b2c3d4e5f6", 300.0, 1, 30.0),
    ]


def test_a_list_by_executions_whose_heading_is_lost_is_none_of_reads() -> None:
    """All lists of statements print the same columns, each first the one it is ordered by."""
    reads = part(
        READS_LIST,
        [("", 1), ("Total", 2), ("Percentage of Total", 1)],
        ["SQL Id", "Reads", "Execs", "Reads"],
        [["0a1b2c3d4e5f6", "500", "9", "50.0"]],
    )
    executions = grouped(
        [("", 1), ("Total", 2), ("Percentage of Total", 1)],
        ["SQL Id", "Execs", "Reads", "Reads"],
        [["0a1b2c3d4e5f6", "9", "500", "50.0"], ["1a1b2c3d4e5f6", "800", "3", "0.3"]],
    )

    assert [one.sql_id for one in read(reads + executions).statements] == ["0a1b2c3d4e5f6"]


def test_parameters_of_all_and_of_one() -> None:
    columns = ["Parameter Name", "I#", "Begin value", "End value (if different)"]
    rows = [["db_files", "*", "200", ""], ["undo_tablespace", "1", "U1", ""], ["undo_tablespace", "2", "U2", ""]]

    parameters = read(part("init.ora Parameters", [], columns, rows)).parameters

    assert [(row.name, row.instance, row.begin) for row in parameters] == [
        ("db_files", None, "200"),
        ("undo_tablespace", 1, "U1"),
        ("undo_tablespace", 2, "U2"),
    ]


@pytest.mark.parametrize(("field", "raw", "column"), [("time_s", "50.0", "DB time (s)"), (None, "50.0", "DB time (s)")])
def test_a_cell_of_a_sideways_table_is_found(field: str | None, raw: str, column: str) -> None:
    data = rac_report(part("Time Model", [], TIME, [["1", "70.0", "30.0", ""], ["2", "50.0", "10.0", ""]]))
    workload = read_document(data, None)
    assert isinstance(workload, Workload)
    (evidence,) = next(row.evidence for row in workload.time_model if row.instance == 2)

    place = locate(data, evidence, field)

    assert (place.raw_text, place.column) == (raw, column)
    line = data.decode().splitlines()[(place.line or 0) - 1]
    assert line[(place.column_in_line or 0) - 1 :].startswith("50.0</td>")


def test_a_segments_cell_is_found_by_its_field() -> None:
    rows = [segment("physical reads", "T1", "50"), segment("physical writes", "T1", "5")]
    data = rac_report(part("Segment Statistics (Global)", [], SEGMENT_COLUMNS, rows))

    place = locate(data, Evidence("Segments by Physical Writes", 0, 1), "physical_writes_blocks")

    assert (place.raw_text, place.table_heading) == ("5", "Segment Statistics (Global)")
