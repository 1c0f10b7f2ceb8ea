"""Every section on small pages: the table of cases, then what a section must never do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.evidence import AS_WRITTEN
from segtier.model.workload import Section, Workload
from segtier.reports import read_document
from tests.sentences import worded
from tests.unit.reports import pages

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/sections.yaml").read_text())
EVENTS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
EVENT_ROW = ["db file sequential read", "10", "0", "1", "100", "1.0", "50.0"]
STARRED = ("Top Foreground Events", "Wait Event Histogram")
"""Sections whose headings are known by their beginnings."""
SEGMENT = ["Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type"]


def read(data: bytes) -> Workload:
    document = read_document(data, "report.html")
    assert isinstance(document, Workload)
    return document


def state(workload: Workload, name: str) -> Section:
    return next(section for section in workload.sections if section.name == name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_reads(case: dict[str, Any]) -> None:
    build = pages.section if "heading" in case else pages.titled
    part = build(case.get("heading") or case["title"], case["columns"], case["rows"])

    workload = read(pages.report(part, release=case.get("release", "11.2.0.3.0")))

    rows = getattr(workload, case["list"])
    assert len(rows) == len(case["expect"])
    for row, expected in zip(rows, case["expect"], strict=True):
        for field, value in expected.items():
            wanted = pytest.approx(value, rel=1e-4) if isinstance(value, float) else value
            assert getattr(row, field) == wanted, field
        assert row.evidence
    # Rows are of real reports, DB time is that of the page around them.
    codes = {warning.code for warning in workload.warnings} - {"section-missing", "shares-contradict"}
    assert codes == set(case.get("warnings", []))


def test_header() -> None:
    workload = read(pages.report())

    assert workload.database.name == "MINE"
    assert (workload.database.dbid, workload.database.rac, workload.database.release) == (
        1234567890,
        False,
        "11.2.0.3.0",
    )
    assert (workload.instances[0].host, workload.instances[0].cores, workload.instances[0].memory_bytes) == (
        "box",
        4,
        2**34,
    )
    assert (workload.interval.elapsed_s, workload.interval.db_time_s) == (3600.0, 7200.0)
    assert workload.interval.db_cpu_s is None
    assert workload.source.kind == "awr-html"
    assert workload.database.engineered is None


def test_missing_section_is_stated_and_its_list_empty() -> None:
    workload = read(pages.report(pages.no_data("Buffer Pool Advisory")))

    assert state(workload, "Buffer Pool Advisory").state == "missing"
    assert "no data exists" in (state(workload, "Buffer Pool Advisory").message or "")
    assert state(workload, "Foreground Wait Events").message == worded("reports/report-no-such", "")
    assert {state(workload, name).message for name in STARRED} == {worded("reports/report-no-such", "")}
    assert "from release 11.2" in (state(workload, "IOStat by Function summary").message or "")
    assert workload.wait_events == ()
    assert {w.section for w in workload.warnings if w.code == "section-missing"} >= {
        "Buffer Pool Advisory",
        "Load Profile",
    }


def test_a_heading_without_its_table_never_takes_the_next_table() -> None:
    writes = pages.section(
        "Segments by Physical Writes", [*SEGMENT, "Physical Writes", "%Total"], [["A", "T", "B", "", "TABLE", "5", "1"]]
    )
    workload = read(pages.report('<h3 class="awr">Segments by Physical Reads</h3>', writes))

    assert state(workload, "Segments by Physical Reads").state == "missing"
    assert workload.segments[0].physical_reads_blocks is None
    assert workload.segments[0].physical_writes_blocks == 5


def test_a_lost_heading_leaves_its_table_unread() -> None:
    """The table then stands under the heading before it, whose columns it has not."""
    reads = pages.section(
        "Segments by Logical Reads", [*SEGMENT, "Logical Reads", "%Total"], [["A", "T", "B", "", "TABLE", "9", "1"]]
    )
    stray = pages.table([*SEGMENT, "Physical Reads", "%Total"], [["A", "T", "B", "", "TABLE", "5", "1"]])
    workload = read(pages.report(reads, stray))

    assert workload.segments[0].logical_reads_blocks == 9
    assert workload.segments[0].physical_reads_blocks is None
    assert state(workload, "Segments by Physical Reads").state == "missing"


def test_background_events_never_pass_for_foreground() -> None:
    workload = read(pages.report(pages.section("Foreground Wait Events", [*EVENTS[:-1], "% bg time"], [EVENT_ROW])))

    assert state(workload, "Foreground Wait Events").state == "unreadable"
    assert "% bg time" in (state(workload, "Foreground Wait Events").message or "")
    assert workload.wait_events == ()
    assert "section-unreadable" in {warning.code for warning in workload.warnings}


def test_present_but_empty_is_found_with_no_rows() -> None:
    workload = read(pages.report(pages.section("Foreground Wait Events", EVENTS, [])))

    assert (state(workload, "Foreground Wait Events").state, state(workload, "Foreground Wait Events").rows) == (
        "found",
        0,
    )


def test_columns_that_are_no_figures_make_the_section_unreadable() -> None:
    row = ["db file sequential read", "many", "0", "some", "few", "1.0", "50.0"]
    workload = read(pages.report(pages.section("Foreground Wait Events", EVENTS, [row, row])))

    assert state(workload, "Foreground Wait Events").state == "unreadable"
    assert workload.wait_events == ()


def test_rows_that_do_not_fit_the_heading_are_left_out_and_told() -> None:
    workload = read(
        pages.report(pages.section("Foreground Wait Events", EVENTS, [EVENT_ROW, EVENT_ROW[:-2], EVENT_ROW]))
    )

    assert len(workload.wait_events) == 2
    assert [row.evidence[0].row for row in workload.wait_events] == [0, 2]
    assert "row-skipped" in {warning.code for warning in workload.warnings}


def test_columns_of_a_found_section_are_the_printed_headings() -> None:
    workload = read(pages.report(pages.section("Foreground Wait Events", EVENTS, [EVENT_ROW])))

    columns = state(workload, "Foreground Wait Events").columns
    assert columns["time_s"] == "Total Wait Time (s)"
    assert columns["db_time_pct"] == "% DB time"


def test_class_of_an_event_comes_from_the_top_list() -> None:
    top = ["Event", "Waits", "Time(s)", "Avg wait (ms)", "% DB time", "Wait Class"]
    workload = read(
        pages.report(
            pages.titled("Top 5 Timed Foreground Events", top, [[EVENT_ROW[0], "10", "1", "100", "50.0", "User I/O"]]),
            pages.section("Foreground Wait Events", EVENTS, [EVENT_ROW]),
        )
    )

    assert [(row.wait_class, len(row.evidence)) for row in workload.wait_events] == [("User I/O", 2)]


def test_time_model_refines_db_time_and_cpu() -> None:
    rows = [["DB CPU", "100.25", "1.0"], ["DB time", "7,200.17", ""]]
    workload = read(
        pages.report(pages.section("Time Model Statistics", ["Statistic Name", "Time (s)", "% of DB Time"], rows))
    )

    assert (workload.interval.db_time_s, workload.interval.db_cpu_s) == (7200.17, 100.25)


@pytest.mark.parametrize(
    ("printed", "elapsed_s"),
    [("60.00 (mins)", 3600.0), ("120.00 (mins)", 7200.0), ("59.99 (mins)", 3600.0), ("", 3600.0)],
)
def test_elapsed_is_the_printed_one_where_the_clock_was_changed(printed: str, elapsed_s: float) -> None:
    data = pages.report().replace(b"60.00 (mins)", printed.encode())

    assert read(data).interval.elapsed_s == elapsed_s


def test_unknown_month_leaves_the_time_open() -> None:
    workload = read(pages.report().replace(b"02-Jan-20 10", b"02-Qqq-20 10"))

    assert workload.interval.begin_time is None
    assert workload.interval.elapsed_s == 3600.0
    assert "unknown-time" in {warning.code for warning in workload.warnings}


@pytest.mark.parametrize(
    ("end_time", "elapsed", "seconds"),
    [
        ("10:00:00", "0.00", None),
        ("10:00:00", "60.00", 3_600.0),
        ("11:00:00", "0.00", 3_600.0),
        ("11:00:00", "60.00", 3_600.0),
    ],
)
def test_a_report_of_one_snapshot_says_how_long_it_was_or_that_nobody_knows(
    end_time: str, elapsed: str, seconds: float | None
) -> None:
    page = pages.report().replace(b">11<", b">10<").replace(b"11:00:00", end_time.encode())
    workload = read(page.replace(b"60.00 (mins)", f"{elapsed} (mins)".encode()))

    assert workload.interval.elapsed_s == seconds
    assert ("no-interval" in {warning.code for warning in workload.warnings}) is (seconds is None)


def test_memory_targets_and_block_size() -> None:
    sizes = pages.titled(
        "Cache Sizes",
        ["", "Begin", "End", "", ""],
        [["Buffer Cache:", "728M", "800M", "Std Block Size:", "16K"], ["Shared Pool Size:", "260M", "260M"]],
    )
    names = ["Parameter Name", "Begin value", "End value (if different)"]
    rows = [["sga_target", "1073741824", ""], ["pga_aggregate_target", "1G", ""]]
    workload = read(pages.report(sizes, pages.section("init.ora Parameters", names, rows)))

    cache = workload.cache[0]
    assert (cache.buffer_cache_bytes, cache.shared_pool_bytes) == (728 * 2**20, 260 * 2**20)
    assert (cache.sga_target_bytes, cache.pga_target_bytes, cache.memory_target_bytes) == (2**30, 2**30, None)
    assert workload.database.block_size_bytes == 16384


@pytest.mark.parametrize(
    ("printed", "block_size", "pools"),
    [
        (["D", "K", "16k"], "8K", ["DEFAULT", "KEEP", "DEFAULT 16K"]),
        (["8D", "16D"], "8K", ["DEFAULT", "DEFAULT 16K"]),
        (["8D", "16D"], "16K", ["DEFAULT 8K", "DEFAULT"]),
        (["16D", "8D", "8K", "8R"], "8K", ["DEFAULT 16K", "DEFAULT", "KEEP", "RECYCLE"]),
        (["8D"], "", ["DEFAULT"]),
        (["8D", "16D"], "", ["DEFAULT 8K", "DEFAULT 16K"]),
    ],
)
def test_pools_that_are_printed_with_their_block_size(printed: list[str], block_size: str, pools: list[str]) -> None:
    sizes = pages.titled(
        "Cache Sizes", ["", "Begin", "End", "", ""], [["Buffer Cache:", "728M", "800M", "Std Block Size:", block_size]]
    )
    statistics = pages.section(
        "Buffer Pool Statistics", ["P", "Buffer Gets", "Physical Reads"], [[pool, "9", "5"] for pool in printed]
    )
    columns = ["P", "Size for Est (M)", "Size Factor", "Est Phys Read Factor"]
    advisory = pages.section("Buffer Pool Advisory", columns, [[pool, "64", "1.00", "1.00"] for pool in printed])

    workload = read(pages.report(sizes, statistics, advisory))

    assert [row.pool for row in workload.buffer_pool_statistics] == pools
    assert [row.pool for row in workload.buffer_pool_advisory] == pools


@pytest.mark.parametrize(("value", "block_size"), [("8192", 8192), ("16K", 16384), ("a lot", None), ("", None)])
def test_the_block_size_is_the_parameters_where_no_cache_size_tells(value: str, block_size: int | None) -> None:
    names = ["Parameter Name", "Begin value", "End value (if different)"]
    rows = [["cpu_count", "4", ""], ["db_block_size", value, ""], ["processes", "300", ""]]
    workload = read(pages.report(pages.section("init.ora Parameters", names, rows)))
    assert workload.database.block_size_bytes == block_size


@pytest.mark.parametrize(("per_s", "db_cpu_s"), [("0.4", None), ("0.5", 1800.0), ("2.0", 7200.0)])
def test_db_cpu_from_its_rate_where_one_decimal_tells_enough(per_s: str, db_cpu_s: float | None) -> None:
    """Half of the last digit is 0.05: below 0.5 a second that is more than a tenth of the rate."""
    profile = pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], [["DB CPU(s):", per_s, "0.1"]])
    workload = read(pages.report(profile))
    assert workload.interval.elapsed_s == 3600.0
    assert workload.interval.db_cpu_s == db_cpu_s


@pytest.mark.parametrize(
    ("part", "engineered"),
    [
        (pages.section("Foreground Wait Events", EVENTS, [EVENT_ROW]), "none"),
        (pages.section("Foreground Wait Events", EVENTS, [["cell smart table scan", *EVENT_ROW[1:]]]), "exadata"),
        ("<h3>Exadata Smart Statistics</h3>", "exadata"),
        ("", None),
    ],
)
def test_engineered_system(part: str, engineered: str | None) -> None:
    assert read(pages.report(part)).database.engineered == engineered


def test_a_session_with_decimal_comma_reads_the_same() -> None:
    """German, French and many other sessions print 1.234,5; names and file names keep their dots and commas."""
    segments = pages.section(
        "Segments by Physical Reads",
        [*SEGMENT, "Physical Reads", "%Total"],
        [["A", "T", "B,1.5", "", "TABLE", "1,234", "50.25"]],
        ["Total Physical Reads: 9,876", "Captured Segments account for 87.6% of Total"],
    )
    events = pages.section(
        "Foreground Wait Events", EVENTS, [["a.b,c", "1,234", "0", "1,000", "0.81", "2.55", "50.05"]]
    )
    plain = pages.report(events, segments)
    comma = (
        plain.decode()
        .replace("60.00 (mins)", "60,00 (mins)")
        .replace("120.00 (mins)", "120,00 (mins)")
        .replace("16.00", "16,00")
    )
    for figure in ("1,234", "1,000", "0.81", "50.05", "50.25", "9,876", "87.6", "2.55"):
        comma = comma.replace(figure, figure.translate(str.maketrans(",.", ".,")))

    expected, found = read(plain), read(comma.encode())

    assert found.wait_events == expected.wait_events
    assert found.segments == expected.segments
    assert found.segment_coverage == expected.segment_coverage
    assert (found.interval, found.instances) == (expected.interval, expected.instances)


PROFILE = pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], [["DB Time(s):", "2.0", "0.1"]])
TRANSLATED = [
    pages.section(title, ["Ereignis", "Wartezeiten", "Zeit (s)"], [["Lesen", "10", "20"]])
    for title in ("Ereignisse im Vordergrund", "Statistik zum Zeitmodell", "Segmente nach Lesen", "Latch-Statistik")
]
OWN = [pages.section(title, ["Name", "Gets"], [["x", "1"]]) for title in ("Latch Miss Sources", "Exadata Griddisks")]


@pytest.mark.parametrize(
    ("parts", "unnamed"),
    [
        (TRANSLATED, "3"),
        (TRANSLATED[:3] + OWN, "3"),
        (TRANSLATED[:2], None),
        (OWN * 3, None),
        ([*(PROFILE for _ in range(13)), *TRANSLATED[:3]], None),
    ],
)
def test_a_section_may_be_a_table_that_nobody_can_name(parts: list[str], unnamed: str | None) -> None:
    workload = read(pages.report(PROFILE, *parts))

    told = {warning.code: warning.message.split()[0] for warning in workload.warnings}
    states = {section.name: section.state for section in workload.sections}
    assert told.get("unnamed-tables") == unnamed
    for name in ("Foreground Wait Events", "Time Model Statistics", "Segments by Physical Reads"):
        assert states[name] == ("missing" if unnamed is None else "unreadable")


HOST = ["Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)"]


@pytest.mark.parametrize(
    ("heads", "state"),
    [
        (HOST, "found"),
        (["Rechner", *HOST[1:]], "unreadable"),
        (["Rechner", "Plattform", "Prozessoren", "Kerne", "Sockel", "Speicher"], "unreadable"),
        (None, "missing"),
    ],
)
def test_a_table_of_the_front_page_is_not_absent_for_its_headings(heads: list[str] | None, state: str) -> None:
    (own, rows), page = pages.FRONT[1], pages.report(PROFILE).decode()
    assert pages.table(own, rows) in page
    workload = read(page.replace(pages.table(own, rows), pages.table(heads, rows) if heads else "").encode())

    states = {section.name: section.state for section in workload.sections}
    assert (states["Host"], states["Database"], states["Load Profile"]) == (state, "found", "found")


@pytest.mark.parametrize("heads", [["Ereignis", "Wartezeiten"], ["Event", "Waits"]])
def test_a_page_in_another_language_alone_is_refused_as_that(heads: list[str]) -> None:
    parts = [pages.section(title, heads, [["Lesen", "10"]]) for title in ("Eins", "Zwei", "Drei")]
    with pytest.raises(UnreadableInput) as refused:
        read(pages.report(*parts, front=False))
    assert refused.value.code == "empty-report"
    assert refused.value.advice == AS_WRITTEN
