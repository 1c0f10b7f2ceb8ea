"""Sections of text reports on small pages: the table of cases, then pages, front pages and what a table must never do."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.workload import Section, Workload
from segtier.reports import read_document
from tests.sentences import worded
from tests.unit.reports import text_pages

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/text_sections.yaml").read_text())
ALWAYS = {"section-missing", "text-report", "no-segments", "shares-contradict"}
"""Of a section that stands alone, in a report of another load."""
RULER = """
                                                             Avg
                                        %Time Total Wait    wait    Waits   % DB
Event                             Waits -outs   Time (s)    (ms)     /txn   time
-------------------------- ------------ ----- ---------- ------- -------- ------
"""
SYNC = "log file sync                       860     0      1,477    1717      6.7    3.8\n"
READ = "db file sequential read             300     0         10      33      6.7   50.0\n"
PROFILE = """
Load Profile              Per Second    Per Transaction   Per Exec   Per Call
~~~~~~~~~~~~         ---------------    --------------- ---------- ----------
      DB Time(s):                2.0               24.0       0.01       0.02
       DB CPU(s):                0.5                6.0       0.00       0.01
    Transactions:                0.1

"""
OLD_EVENTS = """
                                                                   Avg
                                                     Total Wait   wait    Waits
Event                               Waits   Timeouts   Time (s)   (ms)     /txn
---------------------------- ------------ ---------- ---------- ------ --------
"""


def read(data: bytes) -> Workload:
    document = read_document(data, "report.txt")
    assert isinstance(document, Workload)
    return document


def codes(workload: Workload) -> set[str]:
    return {warning.code for warning in workload.warnings}


def state(workload: Workload, name: str) -> Section:
    return next(section for section in workload.sections if section.name == name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_reads(case: dict[str, Any]) -> None:
    kind = case.get("kind", "awr-text")
    part = text_pages.section(case["title"], case["body"], kind)

    workload = read(text_pages.report(part, kind=kind, release=case.get("release")))

    rows = getattr(workload, case["list"])
    assert len(rows) == len(case["expect"])
    for row, expected in zip(rows, case["expect"], strict=True):
        for field, value in expected.items():
            wanted = pytest.approx(value, rel=1e-4) if isinstance(value, float) else value
            assert getattr(row, field) == wanted, field
        assert row.evidence
    for field, expected in case.get("coverage", {}).items():
        for name, value in expected.items():
            assert getattr(workload.segment_coverage[field], name) == value
    for name, value in case.get("statements", {}).items():
        assert getattr(workload.statement_coverage, name) == pytest.approx(value)
    assert codes(workload) - ALWAYS == set(case.get("warnings", []))


@pytest.mark.parametrize("kind", ["awr-text", "statspack"])
def test_header(kind: str) -> None:
    workload = read(text_pages.report(text_pages.section("Foreground Wait Events", RULER + SYNC, kind), kind=kind))

    database, instance, interval = workload.database, workload.instances[0], workload.interval
    assert (database.name, database.dbid, database.rac, database.release) == ("MINE", 1234567890, False, "11.2.0.3.0")
    assert (instance.name, instance.number, instance.host, instance.cores) == ("mine1", 1, "box", 4)
    assert (instance.memory_bytes, instance.startup_time) == (2**34, datetime(2020, 1, 1, 8))  # noqa: DTZ001
    assert (interval.begin_snap, interval.end_snap, interval.begin_sessions) == (10, 11, 40)
    assert (interval.elapsed_s, interval.db_time_s) == (3600.0, 7200.0)
    assert database.platform == "Linux x86 64-bit"
    assert workload.source.kind == kind


def test_front_page_of_9i_has_no_db_time_and_says_why() -> None:
    cpu = """
Statistic                                      Total     per Second    per Trans
--------------------------------- ------------------ -------------- ------------
CPU used by this session                     360,000          100.0          9.9
"""
    events = (
        OLD_EVENTS
        + """db file sequential read             1,000          0        100    100      0.5
SQL*Net message from client         5,000          0     90,000  18000      2.5
"""
    )
    parts = [
        text_pages.section(title, body, "9i")
        for title, body in (("Wait Events", events), ("Instance Activity Stats", cpu))
    ]
    workload = read(text_pages.report(*parts, kind="9i"))

    assert workload.interval.db_time_s is None
    (warning,) = [one for one in workload.warnings if one.code == "no-db-time"]
    assert "3,600 s" in warning.message
    assert "100 s" in warning.message
    assert "not DB time" in warning.message
    assert workload.cache[0].buffer_cache_bytes == 404 * 2**20
    assert workload.database.block_size_bytes == 8192
    assert (workload.database.release, workload.instances[0].host) == ("9.2.0.8.0", "box")


def test_foreground_waits_of_10_1_are_all_waits_without_those_of_the_background() -> None:
    everything = (
        OLD_EVENTS
        + """db file sequential read             1,000          0        100    100      0.5
log file parallel write               634          0         22     35      5.0
latch free                              9          0          1    111      0.3
virtual circuit status                 76         76      2,227  29309      0.6
"""
    )
    background = (
        OLD_EVENTS
        + """log file parallel write               635          0         22     35      5.0
db file sequential read               200          0         40    200      0.5
"""
    )
    parts = [
        text_pages.section(title, body, "statspack")
        for title, body in (("Wait Events", everything), ("Background Wait Events", background))
    ]
    workload = read(text_pages.report(*parts, kind="statspack", release="10.1.0.3.0"))

    found = {row.event: row for row in workload.wait_events if row.foreground}
    assert set(found) == {"db file sequential read", "latch free", "virtual circuit status"}
    assert (found["db file sequential read"].waits, found["db file sequential read"].time_s) == (800, 60.0)
    assert found["db file sequential read"].avg_wait_us == pytest.approx(75_000)
    assert len(found["db file sequential read"].evidence) == 2
    assert found["virtual circuit status"].wait_class == "Idle"
    assert found["latch free"].avg_wait_us == pytest.approx(111_000)
    assert "foreground-derived" in codes(workload)


def test_pages_are_joined() -> None:
    """Title, remarks and headings again after a form feed, a two-line row broken in the middle."""
    title = "Foreground Wait Events                     DB/Inst: MINE/mine1  Snaps: 10-11\n"
    spaces = """
Tablespace
------------------------------
                 Av       Av     Av                       Av     Buffer  Av Buf
         Reads Reads/s  Rd(ms) Blks/Rd       Writes Writes/s      Waits  Wt(ms)
-------------- ------- ------- ------- ------------ -------- ---------- -------
"""
    name, figures = "ORDERS\n", "        10,555      69     0.8     1.0    6,402,128   21,031          2     5.0\n"
    space_title = "\fTablespace IO Stats                        DB/Inst: MINE/mine1  Snaps: 10-11\n"
    data = text_pages.report(
        title + RULER + READ,
        "\f" + text_pages.section("Foreground Wait Events", RULER + SYNC),
        space_title + spaces + name,
        space_title + spaces + figures + "\n",
    )
    workload = read(data)

    assert [row.event for row in workload.wait_events] == ["db file sequential read", "log file sync"]
    assert [(row.tablespace, row.read_requests) for row in workload.tablespace_io] == [("ORDERS", 10555)]
    assert [row.evidence[0].row for row in workload.wait_events] == [0, 1]


@pytest.mark.parametrize(
    "change", [(b"\n", b"\r\n"), (b"   ", b"  \xa0"), (b"\n", b" \n")], ids=["crlf", "nbsp", "blanks"]
)
def test_line_ends_and_blanks_do_not_matter(change: tuple[bytes, bytes]) -> None:
    data = text_pages.report(text_pages.section("Foreground Wait Events", RULER + READ + SYNC))

    assert read(data.replace(*change)).wait_events == read(data).wait_events


def test_tabs_stand_for_blanks() -> None:
    tabbed = "log file sync\t\t\t    860     0      1,477    1717      6.7    3.8\n"
    plain = read(text_pages.report(text_pages.section("Foreground Wait Events", RULER + SYNC)))

    assert read(text_pages.report(text_pages.section("Foreground Wait Events", RULER + tabbed))).wait_events == (
        plain.wait_events
    )


def test_decimal_commas() -> None:
    row = "log file sync                       860     0      1.477    1717      6,7    3,8\n"
    data = text_pages.report(text_pages.section("Foreground Wait Events", RULER + row))

    workload = read(data.replace(b"60.00 (mins)", b"60,00 (mins)").replace(b"120.00 (mins)", b"120,00 (mins)"))

    assert (workload.wait_events[0].time_s, workload.wait_events[0].db_time_pct) == (1477.0, 3.8)
    assert workload.interval.db_time_s == 7200.0


def test_a_query_s_page_breaks_are_left_out() -> None:
    """`select * from table(dbms_workload_repository.awr_report_text(...))` prints its own column name on every page."""
    broken = RULER + READ + "\nOUTPUT\n" + SYNC
    workload = read(text_pages.report(text_pages.section("Foreground Wait Events", broken)))

    assert [row.event for row in workload.wait_events] == ["db file sequential read", "log file sync"]


def test_a_section_without_data_says_so() -> None:
    nothing = "\n                  No data exists for this section of the report.\n"
    workload = read(text_pages.report(text_pages.section("Buffer Pool Advisory", nothing)))

    assert state(workload, "Buffer Pool Advisory").message == worded("reports/report-says-no")


def test_a_table_without_its_title_is_read_by_no_section() -> None:
    whole = text_pages.section("Buffer Pool Advisory", "\nNo data exists for this section of the report.\n")
    stray = RULER + READ + "          -------------------------------------------------------------\n\n"
    workload = read(text_pages.report(text_pages.section("Foreground Wait Class", RULER + SYNC), stray, whole))

    assert workload.wait_events == ()
    assert state(workload, "Foreground Wait Events").state == "missing"


def test_unknown_columns_are_unreadable_not_guessed() -> None:
    other = "\nEvent                       Something\n-------------------------- ----------\nlog file sync               1\n"
    workload = read(text_pages.report(text_pages.section("Foreground Wait Events", other)))

    assert state(workload, "Foreground Wait Events").state == "unreadable"
    assert workload.wait_events == ()


@pytest.mark.parametrize(
    "line",
    [
        "ERROR: Snapshots chosen span an instance shutdown: RESULTS ARE INVALID",
        "ORA-20200: The instance was re-started during specified snapshot interval",
    ],
)
def test_a_report_that_calls_its_results_invalid_is_refused(line: str) -> None:
    data = text_pages.report(kind="statspack").replace(b"Snapshot  ", line.encode() + b"\n\nSnapshot  ", 1)

    with pytest.raises(UnreadableInput, match="says of itself") as refusal:
        read(data)
    assert refusal.value.code == "invalid-results"
    assert refusal.value.message == worded("reports/report-says-itself", line)
    assert data.decode().splitlines()[(refusal.value.line or 0) - 1] == line


def test_invalid_timings_are_left_out_and_counts_kept() -> None:
    line = b"WARNING: timed_statistics setting changed between begin/end snaps: TIMINGS ARE INVALID\n\n"
    body = PROFILE + text_pages.section("Foreground Wait Events", RULER + SYNC)
    workload = read(text_pages.report(body).replace(b"              Snap Id", line + b"              Snap Id", 1))

    assert (workload.wait_events[0].waits, workload.wait_events[0].time_s) == (860, None)
    assert workload.interval.db_time_s is None
    assert {row.metric: row.per_s for row in workload.load_profile} == {"transactions": 0.1}
    assert "invalid-times" in codes(workload)


def test_two_reports_in_one_file_read_the_first() -> None:
    one = text_pages.report(text_pages.section("Foreground Wait Events", RULER + SYNC))
    workload = read(one + one.replace(b"MINE", b"OTHER").replace(b"log file sync", b"another wait "))

    assert workload.database.name == "MINE"
    assert [row.event for row in workload.wait_events] == ["log file sync"]
    assert "several-reports" in codes(workload)
