"""Compare-period reports: two workloads of one page, each with the figures under its own heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from segtier.documents import encode
from segtier.model.evidence import Evidence
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from tests import corpus, second_reader
from tests.second_reader import Table, figure
from tests.sentences import like
from tests.unit.reports.figures import same
from tests.unit.reports.rac_pages import comparison, grouped, part

ORDINALS = ("1st", "2nd")


def read(*parts: str, end: bool = True) -> Pair:
    document = read_document(comparison(*parts, end=end), "diff.html")
    assert isinstance(document, Pair)
    return document


def waits(*rows: list[str], heading: str = "Wait Events", first: str = "Event") -> str:
    groups = [
        ("", 2),
        ("% of DB time", 3),
        ("# Waits/sec (Elapsed Time)", 3),
        ("Total Wait Time (sec)", 3),
        ("Avg Wait Time (ms)", 3),
    ]
    names = [first, "Wait Class", *["1st", "2nd", "Diff"], *["1st", "2nd", "%Diff"] * 3]
    return part(heading, groups, names, rows)


SEGMENTS = part(
    "Top Segments Comparison by Physical Reads",
    [("", 5), ("% of Total Physical Reads", 5), ("Physical Reads", 3), ("% of Captured Physical Reads", 3)],
    [
        *("Owner", "Tablespace", "Object Name", "Subobject Name", "Type"),
        *("1st", "1st Total", "2nd", "2nd Total", "Diff", "1st", "2nd", "%Diff", "1st", "2nd", "Diff"),
    ],
    [
        ["A", "U", f"T{n}", "", "TABLE", "", "", "", "", "", first, second, "", "", "", ""]
        for n, (first, second) in enumerate([("90", "1"), ("80", "2"), ("70", ""), ("", "4")])
    ],
    [
        "Top 2 Segments from each period are compared",
        "Total Physical Reads First: 1,000, Second: 20",
        "Captured Physical Reads First: 500, Second: 10",
        "Captured Physical Reads as % of Total First: 50%, Second: 50%",
    ],
)


def test_each_period_has_its_own_header() -> None:
    pair = read()

    assert pair.schema == "segtier.pair/1"
    assert b'"schema":"segtier.pair/1"' in encode(pair)
    first, second = pair.first, pair.second
    assert first.source.kind == second.source.kind == "awr-diff-html"
    assert (first.interval.begin_snap, first.interval.end_snap, first.interval.elapsed_s) == (7, 8, 600.0)
    assert (second.interval.begin_snap, second.interval.end_snap, second.interval.elapsed_s) == (9, 10, 1200.0)
    assert (first.database.release, second.database.release) == ("11.2.0.3.0", "12.2.0.1.0")
    assert (first.database.block_size_bytes, second.database.block_size_bytes) == (8192, 16384)
    assert {warning.code for warning in first.warnings} == {"section-missing"}
    missing = ["Load Profile", "Wait Events", "Time Model Statistics"]
    assert sorted(warning.section or "" for warning in second.warnings) == sorted(
        f"{one} (2nd period)" for one in missing
    )


@pytest.mark.parametrize(("end", "elapsed_s"), [("10:10:05", 605.0), ("10:10:06", 600.0), ("11:10:00", 600.0)])
def test_printed_minutes_where_the_clock_was_changed_and_without_a_time_model(end: str, elapsed_s: float) -> None:
    pair = read_document(comparison().replace(b"02-Jan-20 10:10:00", f"02-Jan-20 {end}".encode()), "diff.html")
    assert isinstance(pair, Pair)
    interval = pair.first.interval
    assert (interval.elapsed_s, interval.db_time_s, interval.db_cpu_s) == (elapsed_s, 1200.0, None)


def test_a_report_has_no_last_words_but_a_last_tag() -> None:
    assert "truncated" in {warning.code for warning in read(end=False).first.warnings}


def test_top_events_of_system_io_are_of_the_background() -> None:
    columns = ["Event", "Wait Class", "Waits", "Time(s)", "Avg Time(ms)", "%DB time"]
    rows = [["x read", "User I/O", "1,203", "9.00", "7.48", "50"], ["-x write", "System I/O", "10", "1.00", "100", ""]]
    top = part("Top Timed Events", [("1st", 6), ("2nd", 6)], columns * 2, [row * 2 for row in rows])

    events = read(top).first.wait_events

    assert [(one.event, one.foreground) for one in events] == [("x read", True), ("x write", False)]


def test_waits_come_from_their_rate_and_system_io_is_background() -> None:
    read_wait = ["x read", "User I/O", "50", "60", "10", "2.00", "0.00", "", "9.00", "0.30", "", "7.50", "0.00", ""]
    write = ["x write", "System I/O", "1", "2", "1", "1.00", "1.00", "0", "1.00", "2.00", "", "1.67", "1.67", ""]

    pair = read(waits(read_wait, write))

    (one, other), (same_one, _) = pair.first.wait_events, pair.second.wait_events
    assert (one.event, one.waits, one.time_s, one.avg_wait_us, one.db_time_pct) == ("x read", 1200, 9.0, 7500.0, 50.0)
    assert (same_one.waits, same_one.time_s, same_one.avg_wait_us) == (None, 0.3, None), "no rate tells no waits"
    assert (one.foreground, other.foreground) == (True, False)
    assert "no-foreground-split" in {warning.code for warning in pair.first.warnings}


def test_an_average_that_rounds_to_nothing_is_the_time_over_the_waits() -> None:
    """Two waits a second make 1,200 in ten minutes: 9 s in them are 7.5 ms each."""
    row = ["x read", "User I/O", "50", "60", "10", "2.00", "0.00", "", "9.00", "0.30", "", "0.00", "0.00", ""]
    pair = read(waits(row))
    assert [one.wait_events[0].avg_wait_us for one in (pair.first, pair.second)] == [7500.0, None]


PROFILE = ["", "1st per sec", "2nd per sec", "%Diff", "1st per txn", "2nd per txn", "%Diff"]
PROFILE_ROW = ["User calls:", "4.0", "5.0", "25.0", "1.0", "2.0", "100.0"]


@pytest.mark.parametrize(
    ("table", "per_s", "state"),
    [
        (part("Load Profile", [], PROFILE, [PROFILE_ROW]), [4.0, 5.0], "found"),
        (grouped([], PROFILE, [PROFILE_ROW]), [4.0, 5.0], "found"),
        (part("Load Profile", [], ["Label", *PROFILE[1:]], [PROFILE_ROW]), [], "unreadable"),
    ],
    ids=["under its heading", "its heading lost", "other columns"],
)
def test_the_load_profile(table: str, per_s: list[float], state: str) -> None:
    pair = read(table)
    assert [row.per_s for one in (pair.first, pair.second) for row in one.load_profile] == per_s
    assert [one.state for one in pair.first.sections if one.name == "Load Profile (1st period)"] == [state]


def test_statistics_stand_in_two_tables() -> None:
    groups = [("", 1), ("Value", 3), ("per Second (Elapsed Time)", 3), ("per Trans", 3)]
    columns = ["Statistic", *["1st", "2nd", "%Diff"] * 3]
    tables = [
        part(f"{which} Instance Activity Stats", groups, columns, [[name, "7", "8", *[""] * 7]])
        for which, name in (("Key", "physical reads"), ("Other", "user calls"))
    ]
    rows = read(*tables).second.instance_statistics
    assert {row.name: row.total for row in rows} == {"physical reads": 8.0, "user calls": 8.0}


def test_exact_waits_of_the_top_events() -> None:
    columns = ["Event", "Wait Class", "Waits", "Time(s)", "Avg Time(ms)", "%DB time"]
    rows = [["x read", "User I/O", "1,203", "9.00", "7.48", "50", "CPU time", "", "", "3.00", "", "9"]]
    top = part("Top Timed Events", [("1st", 6), ("2nd", 6)], columns * 2, rows)

    pair = read(
        top, waits(["x read", "User I/O", "50", "60", "10", "2.00", "1.00", "", "9.00", "6.00", "", "7.50", "5.00", ""])
    )

    assert [(row.waits, round(row.avg_wait_us or 0)) for row in pair.first.wait_events] == [(1203, 7481)]
    assert [(row.event, row.waits) for row in pair.second.wait_events] == [("x read", 1200)]


def test_segments_with_the_bound_of_their_period() -> None:
    pair = read(SEGMENTS)

    first = {one.name: one.physical_reads_blocks for one in pair.first.segments}
    second = {one.name: one.physical_reads_blocks for one in pair.second.segments}
    assert (first, second) == ({"T0": 90.0, "T1": 80.0, "T2": 70.0}, {"T0": 1.0, "T1": 2.0, "T3": 4.0})
    coverage = pair.second.segment_coverage["physical_reads_blocks"]
    assert (coverage.listed, coverage.captured, coverage.total) == (7.0, 10.0, 20.0)
    unknown = read(SEGMENTS.replace("First: 1,000,", "First: 1,00,")).first.segment_coverage["physical_reads_blocks"]
    assert (unknown.captured, unknown.total) == (500.0, None)
    more = SEGMENTS.replace("Physical Reads", "Table Scans").replace(">T0<", ">T9<")
    for top, bound in ((1, 90.0), (2, 80.0), (3, 70.0)):
        lists = (text.replace("Top 2 Segments", f"Top {top} Segments") for text in (SEGMENTS, more))
        other = next(one for one in read(*lists).first.segments if one.name == "T9")
        assert other.below == {"physical_reads_blocks": bound}


STATEMENTS = part(
    "Top SQL Comparison by Physical Reads",
    [("", 1), ("% Total Physical Reads", 5), ("#Executions", 2), ("#Plans", 1), ("", 1)],
    ["SQL Id", *("1st", "1st Total", "2nd", "2nd Total", "Diff"), *("1st", "2nd"), "1st/2nd/Both", "SQL Text"],
    [
        [
            "0a1b2c3d4e5f6",
            *("37.27", "37.27", "35.14", "35.14", "-2.13"),
            *("124,882", "176,182"),
            "1/  1/   1",
            "select 1",
        ],
        ["1a1b2c3d4e5f6", *("9.01", "46.28", "", "", "-9.01"), *("14", ""), "", "begin x; end;"],
    ],
    [
        "User I/O Class Wait Time as a % of DB time  First: 71.89%, Second: 74.56%",
        "Physical Reads                              First: 1,000, Second: 2,000",
        "Captured SQL Physical Reads                 First: 900, Second: 1,500",
        "Captured SQL % of Total Physical Reads      First: 90%, Second: 75%",
    ],
)


def test_statements_with_the_blocks_of_their_period() -> None:
    pair = read(STATEMENTS)
    found = [
        [(row.sql_id, row.reads_pct, row.physical_reads_blocks, row.executions, row.plsql) for row in one.statements]
        for one in (pair.first, pair.second)
    ]
    assert found == [
        [("0a1b2c3d4e5f6", 37.27, 372.7, 124882, False), ("1a1b2c3d4e5f6", 9.01, 90.1, 14, True)],
        [("0a1b2c3d4e5f6", 35.14, 702.8, 176182, False)],
    ]
    covered = [one.statement_coverage for one in (pair.first, pair.second)]
    assert [(one.total, one.captured) for one in covered if one is not None] == [(1000, 900), (2000, 1500)]


@pytest.mark.parametrize(
    ("row", "first", "second"),
    [
        (["p", "", "8192", "", ""], ("8192", None), ("8192", None)),
        (["p", "", "1", "", "2"], ("1", None), ("2", None)),
        (["p", "0", "1", "", ""], ("0", "1"), ("1", None)),
        (["p", "", "1", "2", "3"], ("1", None), ("2", "3")),
        (["p", "", "(DEFAULT)", "", "3"], (None, None), ("3", None)),
    ],
)
def test_parameters_print_only_what_differs(
    row: list[str], first: tuple[str | None, str | None], second: tuple[str | None, str | None]
) -> None:
    columns = ["Parameter Name", *["Begin Snap Value", "End Snap Value"] * 2]
    pair = read(part("init.ora Parameters", [("", 1), ("1st Period", 2), ("2nd Period", 2)], columns, [row]))

    for workload, expected in ((pair.first, first), (pair.second, second)):
        (parameter,) = workload.parameters
        assert (parameter.begin, parameter.end) == expected


def test_rates_of_functions_become_bytes_of_the_period() -> None:
    groups = [("Total Reads", 3), ("DBWR", 3)]
    columns = ["1st", "2nd", "%Diff"] * 2
    mib = part("IOStat by Function - Data Rate per Second", groups, columns, [["2.0", "1.0", "", "0.00", "0.5", ""]])
    requests = part("IOStat by Function - Requests per Second", groups, columns, [["10", "5", "", "1", "2", ""]])

    total, *_, writer = [row for row in read(mib, requests).second.io_functions if row.function in ("TOTAL:", "DBWR")]

    assert (total.read_bytes, total.read_requests_per_s, total.write_bytes) == (1200 * 1024**2, 5.0, None)
    assert (writer.write_bytes, writer.write_requests_per_s, writer.read_bytes) == (600 * 1024**2, 2.0, None)


def test_a_cell_of_the_second_period_is_found() -> None:
    data = comparison(SEGMENTS)

    place = locate(data, Evidence("Segments by Physical Reads (2nd period)", 0, 3), "physical_reads_blocks")

    assert (place.raw_text, place.column) == ("4", "Physical Reads: 2nd")


def test_a_page_that_only_names_the_report_is_refused() -> None:
    from segtier.errors import UnreadableInput

    with pytest.raises(UnreadableInput, match=like("reports/page-calls-itself")):
        read_document(b"<html><h1>WORKLOAD REPOSITORY COMPARE PERIOD REPORT</h1></html>", "x")


@corpus.needs_corpus
def test_second_reader_finds_no_figure_different() -> None:
    (path,) = corpus.files("awr-diff-html-")
    data = path.read_bytes()
    pair = read_document(data, path.name)
    assert isinstance(pair, Pair)
    printed = list(second_reader.tables(data))
    compared, different = 0, []
    for nth, workload in zip(ORDINALS, (pair.first, pair.second), strict=True):
        for what, expected, found in _figures(printed, workload, nth):
            compared += expected is not None
            if not same(expected, found):
                different.append(f"{nth} {what}: second reader {expected}, segtier {found}")
        assert {warning.code for warning in workload.warnings} - {"busier-period"} == {"no-foreground-split"}
    print(f"{path.stem}: {compared} figures compared, {len(different)} different")

    assert not different, "\n".join(different[:20])
    assert compared > 800


def _figures(printed: list[Table], workload: Workload, nth: str) -> Iterator[tuple[str, Any, Any]]:
    for heading, items, key, field, cell in (
        ("Time Model Statistics", workload.time_model, "StatisticName", "time_s", f"Time(seconds)|{nth}"),
        ("Time Model Statistics", workload.time_model, "StatisticName", "db_time_pct", f"%ofDBtime|{nth}"),
        ("Wait Events", workload.wait_events, "Event", "time_s", f"TotalWaitTime(sec)|{nth}"),
        ("Wait Events", workload.wait_events, "Event", "db_time_pct", f"%ofDBtime|{nth}"),
        ("Wait Classes", workload.wait_classes, "WaitClass", "time_s", f"TotalWaitTime(sec)|{nth}"),
        ("Key Instance Activity Stats", workload.instance_statistics, "Statistic", "total", f"Value|{nth}"),
        ("Other Instance Activity Stats", workload.instance_statistics, "Statistic", "total", f"Value|{nth}"),
        (
            "Operating System Statistics",
            workload.os_statistics,
            "StatisticName",
            "value",
            f"Value(centi-seconds)|{nth}",
        ),
        ("Tablespace IO Stats", workload.tablespace_io, "Tablespace", "read_requests", f"Reads|{nth}"),
        ("Tablespace IO Stats", workload.tablespace_io, "Tablespace", "write_requests", f"Writes|{nth}"),
    ):
        name = {"Event": "event", "WaitClass": "wait_class", "Tablespace": "tablespace"}.get(key, "name")
        found = {getattr(row, name): getattr(row, field) for row in items}
        for record in _records(printed, heading):
            yield f"{heading} {record[key]} {field}", figure(record[cell]), found[record[key]]
    yield from _segment_figures(printed, workload, nth)
    yield from _statements(printed, workload, nth)
    yield from _rate_figures(printed, workload, nth)


def _segment_figures(printed: list[Table], workload: Workload, nth: str) -> Iterator[tuple[str, Any, Any]]:
    fields = {
        "Logical Reads": ("logical_reads_blocks", "LogicalReads"),
        "Physical Reads": ("physical_reads_blocks", "PhysicalReads"),
        "Physical Read Requests": ("physical_read_requests", "ReadRequests"),
        "Direct Physical Reads": ("direct_reads_blocks", "DirectReads"),
        "Physical Writes": ("physical_writes_blocks", "PhysicalWrites"),
        "Physical Write Requests": ("physical_write_requests", "WriteRequests"),
        "Table Scans": ("table_scans", "TableScans"),
        "DB Block Changes": ("block_changes", "DBBlockChanges"),
    }
    found = {(one.owner, one.name, one.subobject or "", one.type): one for one in workload.segments}
    for by, (field, over) in fields.items():
        for record in _records(printed, f"Top Segments Comparison by {by}"):
            key = tuple(record[name] for name in ("Owner", "ObjectName", "SubobjectName", "Type"))
            segment = found.get(key)
            yield f"{by} {key}", figure(record[f"{over}|{nth}"]), segment and getattr(segment, field)


def _statements(printed: list[Table], workload: Workload, nth: str) -> Iterator[tuple[str, Any, Any]]:
    found = {one.sql_id: one for one in workload.statements}
    share = f"%TotalPhysicalReads|{nth}"
    records = [one for one in _records(printed, "Top SQL Comparison by Physical Reads") if one[share]]
    yield "statements", {one["SQLId"] for one in records}, set(found)
    for record in records:
        row = found[record["SQLId"]]
        yield f"{row.sql_id} share", figure(record[share]), row.reads_pct
        yield f"{row.sql_id} executions", figure(record[f"#Executions|{nth}"]), row.executions


def _rate_figures(printed: list[Table], workload: Workload, nth: str) -> Iterator[tuple[str, Any, Any]]:
    files = {row.filetype: row for row in workload.io_filetypes}
    for record in _records(printed, "IOStat by File Type - Requests per Second"):
        yield "data file reads", figure(record[f"DataFileReads|{nth}"]), files["Data File"].read_requests_per_s
        yield "log file writes", figure(record[f"LogFileWrites|{nth}"]), files["Log File"].write_requests_per_s
    functions = {row.function: row for row in workload.io_functions}
    for record in _records(printed, "IOStat by Function - Requests per Second"):
        yield (
            "cache reads",
            figure(record[f"BufferCacheReads|{nth}"]),
            functions["Buffer Cache Reads"].read_requests_per_s,
        )
        yield "DBWR", figure(record[f"DBWR|{nth}"]), functions["DBWR"].write_requests_per_s


def _records(printed: list[Table], heading: str) -> Iterator[dict[str, str]]:
    for table in printed:
        if table.heading == heading and table.over:
            names = [f"{above}|{name}" if above else name for above, name in zip(table.over, table.header, strict=True)]
            yield from (dict(zip(names, row, strict=True)) for row in table.rows)


@corpus.needs_corpus
def test_the_first_period_agrees_with_the_instance_report_of_the_same_snapshots() -> None:
    """Foreground plus background waits of the one are the waits of the other."""
    (path,) = corpus.files("awr-diff-html-")
    pair, instance = read_document(path.read_bytes(), None), read_document(corpus.report("si-DBM11203-1822"), None)
    assert isinstance(pair, Pair)
    assert isinstance(instance, Workload)
    times = {row.name: row.time_s for row in instance.time_model}
    totals = {row.name: row.total for row in instance.instance_statistics}

    assert pair.first.interval.elapsed_s == instance.interval.elapsed_s
    assert [row.name for row in pair.first.time_model if times.get(row.name, row.time_s) != row.time_s] == []
    assert [row.name for row in pair.first.instance_statistics if totals.get(row.name, row.total) != row.total] == []
    waited = next(row for row in pair.first.wait_events if row.event == "db file sequential read")
    both = [row.waits or 0 for row in instance.wait_events if row.event == waited.event]
    assert len(both) == 2
    assert abs(sum(both) - (waited.waits or 0)) <= 10
