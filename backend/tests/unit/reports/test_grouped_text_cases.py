"""Layouts of RAC and compare-period text: what is read, what is told, and what is left alone."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.model.evidence import Evidence
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from tests.sentences import like, worded
from tests.unit.reports.grouped_text_pages import (
    PROFILE,
    TOP_EVENTS,
    compared_section,
    comparison,
    rac_report,
    rac_section,
)

TIME_MODEL = """
                           SQL Exec    Parse
  I# DB time (s) DB CPU (s)  Ela (s)  Ela (s) bg time (s)
---- ----------- ---------- -------- -------- -----------
   1    4,200.10   1,000.50 4,000.00     1.00      300.00
   2    3,000.20     900.25 2,900.00     2.00      200.00
     ----------- ---------- -------- -------- -----------
Sum     7,200.30   1,900.75 6,900.00     3.00      500.00
Avg     3,600.15     950.38 3,450.00     1.50      250.00
"""
EVENTS_HEAD = """
     ---------------- Wait --------------  --------- Event -------- ----------- Wait Time ----------
  I# Class      Event                             Waits %Timeouts   Total(s)   Avg Wait   %DB time
---- ---------- ------------------------- ------------- ---------- ---------- ---------- ----------
"""
_EVENT = "{:>4} {:<10} {:<25} {:>13} {:>10} {:>10} {:>10} {:>10}\n"


def event(*cells: str) -> str:
    return _EVENT.format(*cells)


READS = event("*", "User I/O", "db file sequential read", "3,000,000", "0.0", "1,500.00", "500.00us", "20.83")
EVENTS = (
    EVENTS_HEAD
    + READS
    + event("", "Commit", "log file sync", "100,000", "0.0", "100.00", "1.00ms", "1.39")
    + event("1", "User I/O", "db file sequential read", "2,000,000", "0.0", "1,000.00", "500.00us", "13.89")
    + event("", "Concurrenc", "library cache: mutex X", "1,000", "0.0", "1.00", "1.00ms", "0.01")
)
_SEGMENT = "{:<20} {:<10} {:<15} {:<12} {:<10} {:<5} {:>17} {:>7}\n"
SEGMENTS = (
    "-> Captured Segments account for 50.0% of Total Physical Reads: 1,000,000\n\n"
    + _SEGMENT.format("", "", "", "", "Subobject", "Obj.", "", "")
    + _SEGMENT.format("Statistic", "Owner", "Tablespace Name", "Object Name", "Name", "Type", "Value", "%Total")
    + _SEGMENT.format(*("-" * width for width in (20, 10, 15, 12, 10, 5, 17, 7)))
    + _SEGMENT.format("physical reads", "SHOP", "DATA", "ORDERS", "", "TABLE", "300,000", "30.00")
    + _SEGMENT.format("", "SHOP", "DATA", "A_NAME_OF_12", "P1", "TABLE", "200,000", "20.00")
    + _SEGMENT.format("logical reads", "SHOP", "DATA", "ORDERS", "", "TABLE", "1,000,000", "10.00")
)


def rac(*parts: str) -> Workload:
    document = read_document(rac_report(*parts), "awrgrpt.txt")
    assert isinstance(document, Workload)
    return document


def compared(*parts: str, profile: str = PROFILE) -> Pair:
    document = read_document(comparison(*parts, profile=profile), "awrddrpt.txt")
    assert isinstance(document, Pair)
    return document


def state(workload: Workload, name: str) -> tuple[str, str | None]:
    return next((one.state, one.message) for one in workload.sections if one.name == name)


def codes(workload: Workload) -> set[str]:
    return {one.code for one in workload.warnings}


def test_the_first_page_of_a_rac_report() -> None:
    workload = rac(rac_section("Time Model", TIME_MODEL))

    assert workload.source.kind == "awr-rac-text"
    database, interval = workload.database, workload.interval
    assert (database.name, database.dbid, database.release, database.rac) == ("MINE", 99, "12.2.0.1.0", True)
    assert (interval.begin_snap, interval.end_snap, interval.elapsed_s) == (7, 8, 3600.0)
    assert [(one.number, one.name, one.host) for one in workload.instances] == [
        (1, "mine1", "box1"),
        (2, "mine2", "box2"),
    ]


def test_sums_under_dashes_are_the_database() -> None:
    workload = rac(rac_section("Time Model", TIME_MODEL))

    times = {(row.name, row.instance): row.time_s for row in workload.time_model}
    assert times["DB time", None] == 7200.30
    assert times["DB time", 2] == 3000.20
    assert times["sql execute elapsed time", 1] == 4000.0
    assert len(times) == 15


def test_dashes_under_every_column_close_no_table() -> None:
    dashes = "---- ----------- ---------- -------- -------- -----------\n"
    parted = TIME_MODEL.replace("   2    3,000.20", f"{dashes}   2    3,000.20")

    assert rac(rac_section("Time Model", parted)).time_model == rac(rac_section("Time Model", TIME_MODEL)).time_model


@pytest.mark.parametrize(
    "title",
    [
        "Top Timed Foreground Events               DB/Inst: MINE/mine1  Snaps: 7-8\n",
        "Top Timed Foreground Events  DB: MINE  Snaps: 7-8\n~~~~~~~~~~~~~~~~~~~~~~~~~~~\n",
        "Top Timed Foreground Events\n~~~~~~~~~~~~~~~~~~~~~~~~~~~\n",
        "Top Timed Foreground Events\n-> Instance '*' - cluster wide summary\n",
    ],
    ids=["with instance", "with database", "underlined", "above a remark"],
)
def test_an_instance_left_out_is_the_one_above(title: str) -> None:
    workload = rac(title + EVENTS + " " * 20 + "-" * 40 + "\n\n")

    found = [(row.event, row.wait_class, row.instance, row.waits, row.avg_wait_us) for row in workload.wait_events]
    assert found == [
        ("db file sequential read", "User I/O", None, 3_000_000, 500.0),
        ("log file sync", "Commit", None, 100_000, 1000.0),
        ("db file sequential read", "User I/O", 1, 2_000_000, 500.0),
        ("library cache: mutex X", "Concurrency", 1, 1_000, 1000.0),
    ]


def test_segments_keep_cut_names_marked() -> None:
    workload = rac(rac_section("Segment Statistics (Global)", SEGMENTS))

    found = {(row.name, row.subobject): (row.physical_reads_blocks, row.logical_reads_blocks, row.name_cut)
             for row in workload.segments}  # fmt: skip
    assert found == {
        ("ORDERS", None): (300_000, 1_000_000, False),
        ("A_NAME_OF_12", "P1"): (200_000, None, True),
    }
    assert workload.segment_coverage["physical_reads_blocks"].captured == 500_000
    assert "names-cut" in codes(workload)


@pytest.mark.parametrize(
    ("row", "waits", "time_s"),
    [
        (READS, 3_000_000, 1500.0),
        (READS.replace("    3,000,000", "#" * 13), None, 1500.0),
        (READS.replace("  1,500.00", "#" * 10), 3_000_000, None),
        (READS.replace("  1,500.00   500.00us", "31,500.0012,500.00us"), 3_000_000, None),
    ],
    ids=["fits", "waits", "time", "runs into the next"],
)
def test_a_figure_that_does_not_fit_is_not_known(row: str, waits: int | None, time_s: float | None) -> None:
    workload = rac(rac_section("Top Timed Foreground Events", EVENTS_HEAD + row))

    (found,) = workload.wait_events
    assert (found.waits, found.time_s) == (waits, time_s)
    assert bool(codes(workload) & {"overflow", "unreadable-cell"}) == (row != READS)


PLAIN_GROUPS = """
                      Wait                         Event                  Wait Time
  I# Class          Event                         Waits %Timeouts   Total(s)   Avg Wait  %DB time
---- ---------- ------------------------- ------------- ---------- ---------- ---------- ----------
   * User I/O   db file sequential read       3,000,000        0.0   1,500.00   500.00us      20.83
"""
NO_GROUPS = "\n".join(PLAIN_GROUPS.split("\n")[0:1] + PLAIN_GROUPS.split("\n")[2:])
TWO_LINES = """
Class      Event
---------- -------------------------
  I#         Waits   Total(s)  %DB time
---- ------------- ---------- ----------
User I/O   db file sequential read
   *     3,000,000   1,500.00      20.83
"""


@pytest.mark.parametrize(
    "body", [PLAIN_GROUPS, NO_GROUPS, TWO_LINES], ids=["no dashes", "no groups", "two lines a row"]
)
def test_another_layout_is_unreadable_and_says_why(body: str) -> None:
    workload = rac(rac_section("Top Timed Foreground Events", body), rac_section("Time Model", TIME_MODEL))

    found, message = state(workload, "Top Foreground Events")
    assert found == "unreadable"
    assert message is not None
    assert message.startswith(worded("reports/tables-columns-not", ""))
    assert workload.wait_events == ()
    assert "section-unreadable" in codes(workload)


def test_a_rac_report_that_breaks_off_says_so_and_drops_the_last_row() -> None:
    whole = rac_report(rac_section("Time Model", TIME_MODEL)).decode()
    document = read_document(whole[: whole.index("Sum  ") + 14].encode(), None)

    assert isinstance(document, Workload)
    assert "truncated" in codes(document)
    assert {row.instance for row in document.time_model} <= {1, 2}


def test_a_rac_title_without_sections_is_refused() -> None:
    with pytest.raises(UnreadableInput, match=like("reports/page-calls-itself")) as refusal:
        read_document(b"WORKLOAD REPOSITORY REPORT (RAC)\n\nnothing else\n", None)
    assert refusal.value.advice is not None


@pytest.mark.parametrize("profile", [PROFILE, "\nLoad Profile\n" + PROFILE, ""], ids=["title lost", "titled", "none"])
def test_both_periods_of_a_pdb(profile: str) -> None:
    pair = compared(compared_section("Top Timed Events", TOP_EVENTS), profile=profile)

    for period, snaps, elapsed_s, reads in (
        (pair.first, (7, 8), 600.0, 1234.5),
        (pair.second, (9, 10), 1200.0, 2469.0),
    ):
        assert (period.database.unique_name, period.database.dbid, period.database.name) == ("MINE", 99, None)
        assert (period.interval.begin_snap, period.interval.end_snap, period.interval.elapsed_s) == (*snaps, elapsed_s)
        rates = {row.metric: row.per_s for row in period.load_profile}
        assert rates.get("physical_reads_blocks") == (reads if profile else None)
        assert state(period, f"Load Profile ({'1st' if period is pair.first else '2nd'} period)")[0] == (
            "found" if profile else "missing"
        )
        assert not codes(period) & {"row-skipped", "unreadable-cell"}
    assert str(pair.first.interval.begin_time) == "2020-01-02 10:00:00"


def test_top_events_of_both_periods_side_by_side() -> None:
    pair = compared(compared_section("Top Timed Events", TOP_EVENTS))

    first = [(row.event, row.waits, row.avg_wait_us) for row in pair.first.wait_events]
    second = [(row.event, row.waits, row.avg_wait_us) for row in pair.second.wait_events]
    assert first == [
        ("db file sequential read", 300_000, 500.0),
        ("enq: KO - fast object checkpoint", 50, 40_000.0),
    ]
    assert second == [
        ("db file sequential read", 100_000, 4_000.0),
        ("log file sync", 1_000, 1_000.0),
        ("buffer busy waits", 100, 1_000.0),
    ]


@pytest.mark.parametrize(
    ("last", "told"), [("init.ora Parameters", False), ("Wait Classes", True)], ids=["last section", "another"]
)
def test_a_comparison_is_whole_where_its_last_section_is(last: str, told: bool) -> None:
    pair = read_document(comparison(last=last), None)

    assert isinstance(pair, Pair)
    assert ("truncated" in codes(pair.first)) == told
    rows = [] if told else [("cpu_count", "8"), ("db_block_size", "8192")]
    assert [(row.name, row.begin) for row in pair.first.parameters] == rows


def test_what_a_client_adds_behind_a_comparison_breaks_nothing_off() -> None:
    pair = read_document(
        comparison(last="init.ora Parameters") + b"\nReport written to awrdiff_1.txt\nSQL> exit\n", None
    )

    assert isinstance(pair, Pair)
    assert "truncated" not in codes(pair.first)


def test_evidence_of_a_grouped_column_leads_to_its_cell() -> None:
    data = rac_report(rac_section("Top Timed Foreground Events", EVENTS))
    place = locate(data, Evidence("Top Foreground Events", 0, 1), "time_s")

    assert (place.raw_text, place.column) == ("100.00", "Wait Time: Total(s)")
    line = data.decode().split("\n")[(place.line or 0) - 1]
    assert line[(place.column_in_line or 0) - 1 :].startswith("100.00")
    assert "log file sync" in line
