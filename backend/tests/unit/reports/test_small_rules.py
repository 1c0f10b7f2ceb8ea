"""Small rules of the readers one by one, with figures worked out by hand."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from segtier.errors import UnreadableInput
from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import (
    FileIo,
    HistogramBucket,
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    LoadMetric,
    TablespaceIo,
    WaitEvent,
)
from segtier.reports import extent, numbers
from segtier.reports.corrections import (
    drop_impossible_requests,
    read_reference_us,
    relabel_work_area,
    shrink_read_times,
    unshift_tablespace_io,
)
from segtier.reports.front_page import elapsed_s, snapshot_time
from segtier.reports.impossible_figures import impossible_figures
from segtier.reports.names import EVENTS, IO_FILETYPES, whole
from segtier.reports.sections.compared import compared_metric
from segtier.reports.sections.faults import Faults
from segtier.reports.sections.rows import Row, Source
from segtier.reports.sections.wait_histograms import HistogramRow, are_buckets, bound_us, join_histograms
from segtier.reports.segment_cells import whole_number
from segtier.reports.split_waits import foreground_of
from segtier.reports.tables.html import read_page
from segtier.reports.tables.json_rows import json_table
from segtier.reports.tables.nesting import refuse_deep
from segtier.reports.tables.rows import numbered_lines, offset_of_cell
from segtier.reports.tables.text import read_text_page
from segtier.reports.tables.text_groups import grouped_level, under_groups
from segtier.reports.tables.text_lines import Kind, Line
from segtier.reports.tables.text_rows import Level, RowReader
from segtier.reports.times import report_time
from tests.sentences import like, worded

AT = Evidence("a section")


@pytest.mark.parametrize(
    ("text", "year"),
    [("01-Jan-69 10:00", 2069), ("01-Jan-70 10:00", 1970), ("01-Jan-99 10:00", 1999), ("01-Jan-2012 10:00", 2012)],
)
def test_the_century_of_two_digits(text: str, year: int) -> None:
    found = report_time(text)
    assert found is not None
    assert found.year == year


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("1,234.5", 0.05 / 1_234.5),
        ("1,234.56", 0.005 / 1_234.56),
        ("1,234", 0.5 / 1_234),
        ("12.3K", 0.05 / 12.3),
        ("4.8E+08", 0.05 / 4.8),
        ("0.0K", None),
    ],
)
def test_resolution_of_what_is_not_plain(text: str, half: float | None) -> None:
    """Half of the last digit printed, of the digits printed."""
    assert numbers.resolution(text) == (None if half is None else pytest.approx(half))


def test_digits_of_other_scripts_are_no_figure() -> None:
    with pytest.raises(numbers.CellFault):
        numbers.resolution("\u0663")


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("1,234", 1_234.0),
        ("1.234,5", 1_234.5),
        ("1 234 567.5", 1_234_567.5),
        ("1234,5", 1_234.5),
        ("0,500", 0.5),
        ("", None),
        ("1,234,5", "fault"),
        ("1.234.5", "fault"),
        ("1,234.567,8", "fault"),
        ("12K", "fault"),
    ],
)
def test_counters_of_any_locale(text: str, figure: float | str | None) -> None:
    """One mark never parts both the groups and the decimals."""
    if figure == "fault":
        with pytest.raises(numbers.CellFault):
            whole_number(text)
        return
    assert whole_number(text) == figure


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("27.9K", True), ("4.8E+08", True), ("4.8e+08", True), ("279", False), ("", False), ("m", False)],
)
def test_abbreviated_figures(text: str, wanted: bool) -> None:
    assert numbers.abbreviated(text) is wanted


@pytest.mark.parametrize(
    ("line", "cells", "column", "offset"),
    [
        ("SHOP,ORDERS,12", ["SHOP", "ORDERS", "12"], 0, 1),
        ("SHOP,ORDERS,12", ["SHOP", "ORDERS", "12"], 1, 6),
        ("12,12,12", ["12", "12", "12"], 2, 7),
        ("12,,12", ["12", "", "12"], 2, 5),
        ("SHOP,,12", ["SHOP", "", "12"], 1, None),
        ("SHOP", ["SHOP", "ORDERS"], 1, None),
    ],
)
def test_where_a_cell_stands_in_its_line(line: str, cells: list[str], column: int, offset: int | None) -> None:
    assert offset_of_cell(line, cells, column) == offset


def test_a_pdb_below_its_row_is_placed_behind_what_was_removed_in_front() -> None:
    levels = [Level(((0, 4), (5, 9)), ("Event", "Waits"))]
    lines = [Line(3, "x    1", Kind.TEXT), Line(4, "     PDB: SALES", Kind.PDB, shift=2)]
    (record,) = RowReader(levels, label=False, wraps=False).read(lines)
    last = record.cells[-1]
    assert (last.text, last.line, last.column) == ("SALES", 4, 12)


def test_lines_are_counted_from_one() -> None:
    assert list(numbered_lines("a\nb\r\nc", 2)) == [(2, "b"), (3, "c")]
    assert list(numbered_lines("")) == []


#           0123456789012345678901234567890123
SPANS = ((0, 8), (9, 17), (18, 26), (27, 33))


def text(words: str) -> Line:
    return Line(1, words, Kind.TEXT)


def test_a_group_stands_over_the_middle_of_its_columns() -> None:
    level = grouped_level(SPANS, [text("         --- Wait Time ---"), text("Event       Total      Avg  Waits")])
    assert level.headings == ("Event", "Wait Time: Total", "Wait Time: Avg", "Waits")


@pytest.mark.parametrize(
    ("outer", "wanted"),
    [
        (((0, 8), (9, 26), (27, 33)), ("A: w", "B: x", "B: y", "C: z")),
        (((0, 8), (9, 25), (27, 33)), None),
        (((0, 8), (10, 26), (27, 33)), None),
        (((0, 8), (40, 50), (27, 33)), None),
    ],
    ids=["dashes over two columns", "end early", "begin late", "over nothing"],
)
def test_dashes_above_name_the_columns_below(outer: Any, wanted: tuple[str, ...] | None) -> None:
    found = under_groups(Level(outer, ("A", "B", "C")), Level(SPANS, ("w", "x", "y", "z")))
    assert (None if found is None else found.headings) == wanted


def test_dashes_over_one_column_each_are_a_row_of_two_lines() -> None:
    assert under_groups(Level(SPANS, ("A", "B", "C", "D")), Level(SPANS, ("w", "x", "y", "z"))) is None


def a_row(write_requests: float, single: float, average_us: float | None) -> TablespaceIo:
    return TablespaceIo(
        "USERS",
        write_requests=write_requests,
        write_requests_per_s=0.5,
        single_block_reads_per_s=single,
        avg_single_block_read_us=average_us,
    )


@pytest.mark.parametrize(
    ("release", "files", "elapsed", "changed"),
    [
        ("11.2.0.4.0", (FileIo("USERS", "a.dbf", write_requests=1_800.0),), None, True),
        ("11.2.0.4.0", (), 3_600.0, True),
        ("11.2.0.4.0", (), None, False),
        ("11.2.0.3.0", (), 3_600.0, False),
        ("11.2.0.4.0", (FileIo("USERS", "a.dbf", write_requests=7.0),), 3_600.0, False),
        ("11.2.0.4.0", (FileIo("OTHER", "a.dbf", write_requests=7.0),), 3_600.0, True),
    ],
)
def test_columns_that_11_2_0_4_prints_under_each_others_headings(
    release: str, files: tuple[FileIo, ...], elapsed: float | None, changed: bool
) -> None:
    """Printed: 7 writes, 1,800 reads/s, 3 ms; the files wrote 1,800 (0.5 a second), so 3 reads/s of 7 ms were meant."""
    (row,), warnings = unshift_tablespace_io((a_row(7.0, 1_800.0, 3_000.0),), files, release, elapsed)
    found = (row.write_requests, row.single_block_reads_per_s, row.avg_single_block_read_us)
    assert found == ((1_800.0, 3.0, 7_000.0) if changed else (7.0, 1_800.0, 3_000.0))
    assert len(warnings) == changed


@pytest.mark.parametrize(
    ("release", "read_us", "reference_us", "wanted"),
    [
        ("12.1.0.2.0", 80e6, 8_000.0, 8_000.0),
        ("12.1.0.2.0", 8e6, 8_000.0, 8e6),
        ("12.1.0.2.0", 8.1e6, 8_000.0, 810.0),
        ("12.1.0.2.0", 10e6, None, 10e6),
        ("12.1.0.2.0", 10.1e6, None, 1_010.0),
        ("12.1.0.2.0", 0.9e6, 100.0, 0.9e6),
        ("12.1.0.2.0", 1.1e6, 100.0, 110.0),
        ("12.2.0.1.0", 80e6, 8_000.0, 80e6),
    ],
)
def test_read_times_that_12_1_prints_ten_thousand_times_too_large(
    release: str, read_us: float, reference_us: float | None, wanted: float
) -> None:
    rows, warnings = shrink_read_times(
        (TablespaceIo("USERS", avg_read_us=read_us),), "Tablespace IO Stats", release, reference_us
    )
    assert rows[0].avg_read_us == pytest.approx(wanted)
    assert len(warnings) == (wanted != read_us)
    files, _ = shrink_read_times((FileIo("USERS", "a", avg_read_us=read_us),), "File IO Stats", release, reference_us)
    assert files[0].avg_read_us == pytest.approx(wanted)


def test_what_a_small_read_took_elsewhere() -> None:
    background = WaitEvent("db file sequential read", "User I/O", False, 1, 1.0, avg_wait_us=1.0)
    event = WaitEvent("db file sequential read", "User I/O", True, 1, 1.0, avg_wait_us=2.0)
    files = (IoFiletype("Temp File", small_read_us=3.0), IoFiletype("Data File", small_read_us=4.0))
    assert read_reference_us((background, event), files) == 2.0
    assert read_reference_us((background,), files) == 4.0
    assert read_reference_us((), ()) is None


def waited(event: str, waits: int, time_s: float) -> WaitEvent:
    return WaitEvent(event, waits=waits, time_s=time_s)


def test_idle_waits_begin_where_time_grows_not_where_it_stays() -> None:
    times = (30.0, 5.0, 5.0, 900.0, 900.0, 100.0)
    found = foreground_of([waited(f"event {at}", 10, time_s) for at, time_s in enumerate(times)], ())
    assert [one.wait_class for one in found] == [None, None, None, "Idle", "Idle", "Idle"]


@pytest.mark.parametrize(("time_s", "rest_s", "average_us"), [(12.0, 10.0, 250_000.0), (11.0, 9.0, None)])
def test_a_difference_of_few_whole_seconds_tells_no_average(
    time_s: float, rest_s: float, average_us: float | None
) -> None:
    (found,) = foreground_of([waited("log file sync", 50, time_s)], [waited("log file sync", 10, 2.0)])
    assert (found.waits, found.time_s, found.avg_wait_us) == (40, rest_s, average_us)


def test_work_areas_of_11_1_are_bytes() -> None:
    rows = (
        LoadMetric("work_area_bytes", per_s=2.0 * 2**20, per_txn=2.0**20),
        LoadMetric("transactions", per_s=2.0**20),
    )
    changed, warnings = relabel_work_area(rows, "11.1.0.7.0")
    assert [(row.per_s, row.per_txn) for row in changed] == [(2.0, 1.0), (2.0**20, None)]
    assert len(warnings) == 1
    assert relabel_work_area(rows, "11.2.0.1.0") == (rows, ())
    assert relabel_work_area(rows[1:], "11.1.0.7.0") == (rows[1:], ())


@pytest.mark.parametrize(
    ("rate", "by_file", "stated", "unknown"),
    [(100.0, 1.0, None, False), (101.0, 1.0, None, True), (101.0, None, 1.0, True), (1e9, None, None, False)],
)
def test_requests_by_function_beyond_all_there_were(
    rate: float, by_file: float | None, stated: float | None, unknown: bool
) -> None:
    functions = (IoFunction("Buffer Cache Reads", read_bytes=5, read_requests_per_s=rate),)
    filetypes = () if by_file is None else (IoFiletype("Data File", read_requests_per_s=by_file),)
    totals = (InstanceStatistic("physical read total IO requests", per_s=stated),)
    rows, warnings = drop_impossible_requests(functions, filetypes, "IOStat", totals)
    assert (rows[0].read_requests_per_s, rows[0].read_bytes) == (None if unknown else rate, 5)
    told = worded("reports/reads-function-up", 101, 1)
    assert [one.message for one in warnings] == [told] * unknown


MORNING, LATER = datetime.fromisoformat("2020-02-01T10:00"), datetime.fromisoformat("2020-02-01T11:00")


@pytest.mark.parametrize(
    ("begin", "end", "printed_s", "seconds"),
    [
        (MORNING, LATER, 3_600.6, 3_600.0),
        (MORNING, LATER, 3_602.0, 3_602.0),
        (MORNING, LATER, None, 3_600.0),
        (None, LATER, 60.0, 60.0),
        (MORNING, None, 60.0, 60.0),
        (LATER, MORNING, None, None),
        (MORNING, MORNING, 0.5, 0.5),
    ],
)
def test_seconds_between_snapshots(
    begin: datetime | None, end: datetime | None, printed_s: float | None, seconds: float | None
) -> None:
    assert elapsed_s(begin, end, printed_s) == seconds


def test_a_time_nobody_can_read_is_told_in_forty_characters() -> None:
    warnings: list[Warn] = []
    assert snapshot_time("x" * 50, "Snapshots", warnings) is None
    assert [(one.code, one.message.count("x"), one.section) for one in warnings] == [("unknown-time", 40, "Snapshots")]


def test_a_figure_no_database_has_is_told_in_forty_characters_with_its_row() -> None:
    faults = Faults("Load Profile")
    faults.add("Per Second", numbers.CellFault("9" * 50, "impossible"), 6)
    assert [one.message.rpartition(": ")[2] for one in faults.warnings()] == [f"'{'9' * 40} (row 7)'"]


def test_a_cell_over_two_columns_is_not_said_twice() -> None:
    row = '<tr><{0} colspan="2">{1}</{0}><{0}>{2}</{0}></tr>'
    page = read_page(f"<table>{row.format('th', 'Reads', 'Writes')}{row.format('td', '7', '8')}</table>")
    (table,) = page.tables
    assert (table.columns, list(table.rows())) == (("Reads", "", "Writes"), [["7", "", "8"]])


CLOSED = "<p>some words</p>"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("<p>" * 2_000 + "<div>" * 500, False),
        ("<p>" * 2_000 + "<div>" * 501, True),
        (("<div>" + CLOSED * 3) * 3_000, True),
        ("<div>" * 501 + CLOSED * 5_000, False),
    ],
    ids=["500", "501", "closed elements between", "too few tags left open to look"],
)
def test_elements_five_hundred_deep(text: str, refused: bool) -> None:
    """Only where 2,000 tags are open at once is a page looked at tag by tag."""
    if not refused:
        refuse_deep(text)
        return
    with pytest.raises(UnreadableInput, match="more than 500 deep"):
        refuse_deep(text)


@pytest.mark.parametrize(("indent", "tables"), [(0, 1), (2, 1), (3, 0)])
def test_dashes_far_from_the_margin_are_no_ruler(indent: int, tables: int) -> None:
    """One run of dashes that begins right of the third column ends a section."""
    lines = ["Things  DB/Inst: MINE/mine1  Snaps: 10-11", "Name", "-" * 20, "one", "End of Report"]
    text = "\n".join(" " * indent + line if 0 < place < 4 else line for place, line in enumerate(lines))
    assert len(read_text_page(text).tables) == tables


def test_json_that_breaks_off_is_told_with_forty_characters_before_and_behind() -> None:
    before, behind = "A" * 60, "B" * 60
    with pytest.raises(UnreadableInput, match="',' or ']' expected") as refusal:
        json_table('[\n{"OWNER": "' + before + '"}!' + behind)
    assert (refusal.value.line, refusal.value.column) == (2, 74)
    assert refusal.value.excerpt == "A" * 38 + '"}!' + "B" * 39


@pytest.mark.parametrize(("columns", "refused"), [(2_000, False), (2_001, True)])
def test_json_has_two_thousand_columns_at_most(columns: int, refused: bool) -> None:
    text = json.dumps([{f"C{number}": 1 for number in range(columns)}])
    if not refused:
        found = json_table(text)
        assert found is not None
        assert len(found.columns) == columns
        return
    with pytest.raises(UnreadableInput, match="more than 2000 columns"):
        json_table(text)


@pytest.mark.parametrize(
    ("name", "figure", "possible"),
    [
        ("waits", 0, True),
        ("waits", -1, False),
        ("waits", 1e30, False),
        ("dbid", 2**63, False),
        ("dbid", 2**63 - 1, True),
        ("dbid", -5, True),
        ("usable_bytes", -5, True),
        ("dbid", 4_711, True),
    ],
)
def test_figures_no_database_prints(name: str, figure: float, possible: bool) -> None:
    assert list(impossible_figures([figure], name, name)) == ([] if possible else [f"{name}[0] = {figure:.6g}"])


@pytest.mark.parametrize(
    ("cut", "name"),
    [
        ("db file sequential read", "db file sequential read"),
        ("log file switch (checkpoi", "log file switch (checkpoint incomplete)"),
        ("log file switch (checkp", "log file switch (checkp"),
        ("enq: TX - row lock conten", "enq: TX - row lock contention"),
        ("no such event has a name th", "no such event has a name th"),
    ],
)
def test_a_cut_name_that_only_one_event_has(cut: str, name: str) -> None:
    """Names of fewer than 24 letters were not cut: no report prints a narrower column."""
    assert whole(cut, EVENTS) == name


@pytest.mark.parametrize(
    ("cut", "name"), [("Data File Cop", "Data File Copy"), ("Data File Co", "Data File Co"), ("Log File", "Log File")]
)
def test_a_cut_name_of_a_file_type(cut: str, name: str) -> None:
    """Their column is 13 letters wide where it is narrowest."""
    assert whole(cut, IO_FILETYPES) == name


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("DB time:", ("db_time_s", "DB time", 2.0)),
        ("CPU time: ", ("db_cpu_s", "CPU time", 2.0)),
        ("W/A MB processed:", ("work_area_bytes", "W/A MB processed", 2.0)),
        ("SQL Work Area (MB):", ("work_area_bytes", "SQL Work Area (MB)", 2.0 * 1024**2)),
        ("Read IO (MB):", ("physical_read_bytes", "Read IO (MB)", 2.0 * 1024**2)),
        (": ", None),
        (None, None),
    ],
)
def test_rows_of_a_compared_load_profile(label: str | None, metric: tuple[str, str, float] | None) -> None:
    row = Row({"label": label, "per_s": 2.0, "per_txn": None}, (), 0, Source("Load Profile", 0, {}, ()))
    found = compared_metric(row)
    assert (None if found is None else (found.metric, found.label, found.per_s)) == metric
    assert found is None or found.per_txn is None


@pytest.mark.parametrize(
    ("heading", "bound"),
    [
        ("<512us", 512.0),
        ("<1ms", 1_024.0),
        ("< 2ms", 2_048.0),
        ("<1/8s", 1_024 * 1_024 / 8),
        ("<=1s", 1_024.0 * 1_024),
        ("<1m", 64 * 1_024.0 * 1_024),
        ("<4h", 4 * 64 * 64 * 1_024.0 * 1_024),
        (">=1s", None),
        ("1s", None),
    ],
)
def test_bounds_of_buckets_in_powers_of_two(heading: str, bound: float | None) -> None:
    assert bound_us(heading, 1_024.0) == bound


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        (("Event", "Total Waits", "<1ms", "<2ms", "<4ms", ">4ms"), True),
        (("Event", "Waits 64ms to 2s", "<1ms", "<2ms", "<4ms", ">4ms"), True),
        (("Event", "something else", "<1ms", "<2ms", "<4ms", ">4ms"), False),
        (("Event", "Total Waits", "<1ms", "<4ms", "<2ms", ">4ms"), False),
        (("Event", "Total Waits", "<1ms", "<3ms", "<4ms", ">4ms"), False),
        (("Event", "Total Waits", "<1ms", "<2ms", "<4ms"), False),
        (("Event", "Total Waits", "<1ms", "<2ms", ">2ms"), True),
        (("Event", "Total Waits", "<1ms", ">1ms"), False),
        (("Event", "Total Waits", "<1ms", "note", "<4ms", ">4ms"), False),
        (("<1ms", "<2ms", "<4ms", ">4ms"), False),
        (("Event", "Total Waits", "0 - 1 ms", "1 - 2 ms", "2 - 4 ms", "4+ ms"), True),
        (("Event", "Total Waits", "0 - 1 ms", "2 - 4 ms", "4+ ms"), False),
    ],
)
def test_buckets_follow_each_other_up_to_an_open_one(columns: tuple[str, ...], wanted: bool) -> None:
    assert are_buckets(columns, {"event": 0, "waits": 1} if columns[1] == "Total Waits" else {"event": 0}) is wanted


def a_histogram(bounds: tuple[str, ...], shares: tuple[float, ...], main: bool = True) -> HistogramRow:
    return HistogramRow("db file sequential read", 100 if main else None, bounds, shares, AT, main)


def test_a_detail_refines_the_bucket_it_fills() -> None:
    """Milliseconds are 1,024 us where a table prints microseconds."""
    main = a_histogram(("<512us", "<1ms", "<4ms", ">=4ms"), (10.0, 20.0, 60.0, 10.0))
    fills = a_histogram(("<1ms", "<2ms", "<4ms"), (30.0, 25.0, 35.0), main=False)
    (found,) = join_histograms([fills, main])
    assert found.waits == 100
    assert found.buckets == (
        HistogramBucket(0.0, 512.0, 10.0),
        HistogramBucket(512.0, 1_024.0, 20.0),
        HistogramBucket(1_024.0, 2_048.0, 25.0),
        HistogramBucket(2_048.0, 4_096.0, 35.0),
        HistogramBucket(4_096.0, None, 10.0),
    )


def test_a_detail_that_leaves_a_gap_changes_nothing() -> None:
    main = a_histogram(("<1ms", "<8ms", ">=8ms"), (10.0, 80.0, 10.0))
    gap = a_histogram(("<2ms", "<4ms"), (30.0, 25.0), main=False)
    (found,) = join_histograms([main, gap])
    assert [bucket.to_us for bucket in found.buckets] == [1_000.0, 8_000.0, None]


@pytest.mark.parametrize(
    ("kind", "sign", "limit", "count", "refused"),
    [
        ("awr-html", "<", "_MOST_TAGS", 5, False),
        ("awr-html", "<", "_MOST_TAGS", 6, True),
        ("awr-text", "\n", "_MOST_LINES", 6, True),
        ("awr-text", "\r", "_MOST_LINES", 6, True),
        ("awr-text", "\n", "_MOST_LINES", 5, False),
        ("csv", "\n", "_MOST_LINES", 6, False),
        ("csv", "<", "_MOST_TAGS", 6, False),
    ],
)
def test_more_than_any_report_has(
    kind: str, sign: str, limit: str, count: int, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extent, limit, 5)
    if not refused:
        extent.refuse_vast(sign * count, kind)
        return
    with pytest.raises(UnreadableInput, match=like("reports/file-more-no")):
        extent.refuse_vast(sign * count, kind)
