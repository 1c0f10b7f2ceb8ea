"""Reports bent on their way (broken lines, doubled quotes, browser copies, masked names) read like the straight ones."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from segtier.model.evidence import Place
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from segtier.reports.repair import Repaired, repair
from tests import corpus
from tests.unit.reports import pages
from tests.unit.reports.rac_pages import part, rac_report

EVENTS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
ROWS = [[f"an event of number {place}", f"{place + 1},234,567", "0", "10", "100", "1.0", "50.0"] for place in range(30)]
SMALL = pages.report(pages.section("Foreground Wait Events", EVENTS, ROWS, ["a bullet of some words"]))
RAC = rac_report(part("Time Model", [], ["I#", "DB time (s)"], [["1", "70.0"], ["2", "50.0"], ["Sum", "120.0"]]))


def padded(width: int) -> Callable[[str], str]:
    """SQL*Plus with `set linesize` and without trimspool: every line cut and filled to the width."""

    def bend(text: str) -> str:
        lines = (line or " " for line in text.split("\n"))
        cut = (line[start : start + width] for line in lines for start in range(0, len(line), width))
        return "\n".join(piece.ljust(width) for piece in cut) + "\n"

    return bend


def trimmed(width: int) -> Callable[[str], str]:
    """The same with trimspool: blanks at the end of a line are gone."""
    return lambda text: "\n".join(line.rstrip() for line in padded(width)(text).split("\n"))


def one_cell(text: str) -> str:
    """The page as the one cell of a CSV with a heading line."""
    sheet = io.StringIO()
    csv.writer(sheet, quoting=csv.QUOTE_ALL).writerows([["OUTPUT"], [text]])
    return sheet.getvalue()


def cell_per_line(text: str) -> str:
    """Every line of the page as a row of a CSV, quoted where CSV needs it."""
    sheet = io.StringIO()
    csv.writer(sheet).writerows([["OUTPUT"], *([line] for line in text.split("\n") if line)])
    return sheet.getvalue()


BENDS: list[tuple[str, Callable[[str], str]]] = [
    ("linesize 80", padded(80)),
    ("linesize 132", padded(132)),
    ("linesize 132, a blank line first", lambda text: "\n" + padded(132)(text)),
    ("linesize 80, trimspool", trimmed(80)),
    ("linesize 132, trimspool, CRLF", lambda text: trimmed(132)(text).replace("\n", "\r\n")),
    ("quotes doubled", lambda text: text.replace('"', '""')),
    ("pages", lambda text: "\n".join(f"\nOUTPUT\n{'-' * 80}\n{line}" for line in text.split("\n"))),
    ("pages without dashes", lambda text: "\n".join(f"\nOUTPUT\n{line}" for line in text.split("\n"))),
    ("one CSV cell", one_cell),
    ("a CSV cell per line", cell_per_line),
    ("CSV cell of broken lines", lambda text: one_cell(padded(132)(text))),
    ("CRLF", lambda text: text.replace("\n", "\r\n")),
    (
        "browser copy",
        lambda text: re.sub(r"</?(\w+)", lambda tag: tag[0].upper(), re.sub(r"=[\"'](\w+)[\"']", r"=\1", text)),
    ),
    ("unclosed rows and cells", lambda text: re.sub(r"</t[dhr]>", "", text)),
    ("closing head and body omitted", lambda text: re.sub(r"</?(?:html|head|body)[^>]*>", "", text)),
]


def read(data: bytes) -> Workload:
    document = read_document(data, None)
    assert isinstance(document, Workload)
    return replace(document, source=replace(document.source, sha256=None, bytes=None, encoding=None), warnings=())


@pytest.mark.parametrize("data", [SMALL, RAC], ids=["instance", "rac"])
@pytest.mark.parametrize("bend", [bend for _, bend in BENDS], ids=[name for name, _ in BENDS])
def test_bent_reports_read_like_the_straight_one(bend: Callable[[str], str], data: bytes) -> None:
    assert read(bend(data.decode()).encode()) == read(data)


@pytest.mark.parametrize(
    ("bend", "code"),
    [(padded(80), "repaired-lines"), (one_cell, "repaired-quotes"), (lambda text: text, None)],
)
def test_a_repair_is_told(bend: Callable[[str], str], code: str | None) -> None:
    warnings = {warning.code for warning in read_document(bend(SMALL.decode()).encode(), None).warnings}

    assert {one for one in warnings if one.startswith("repaired")} == ({code} if code else set())


@pytest.mark.parametrize("bend", [bend for _, bend in BENDS[:11]], ids=[name for name, _ in BENDS[:11]])
def test_cells_are_found_where_they_are_in_the_file(bend: Callable[[str], str]) -> None:
    """A figure may go over two of the file's lines: its first letter is at the place named."""
    data = bend(SMALL.decode()).encode()
    document = read_document(data, None)
    assert isinstance(document, Workload)
    text = data.decode()
    lines = text.split("\n")
    for row in document.wait_events:
        place = locate(data, row.evidence[0], "waits")
        assert place.line is not None
        assert place.column_in_line is not None
        rest = lines[place.line - 1][place.column_in_line - 1 :] + "".join(lines[place.line : place.line + 2])
        assert re.sub(r"[\r\n]", "", rest).startswith(f"{row.waits:,}")


@pytest.mark.parametrize(("line", "column"), [(2, None), (None, 3), (None, None)])
def test_a_place_that_is_known_in_part_stays_as_it_is(line: int | None, column: int | None) -> None:
    repaired = Repaired("a\nb", "a\r\nb", (lambda: ((1, 1),),))
    place = Place("a section", "a heading", 0, None, None, line, column)
    assert repaired.place(place) == place
    whole = repaired.place(replace(place, line=2, column_in_line=1))
    assert (whole.line, whole.column_in_line) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        pages.report().decode(),
        "<html>" + "<p>a line of the same length as all others are here</p>\n" * 5,
        "WORKLOAD REPOSITORY report for\n"
        + "text of eighty signs that stands in every line just as the others do......\n" * 50,
        'OWNER,NAME\nA,"B ""quoted"""\n',
        '<html><a alt="" title="" class=""></a></html>',
    ],
)
def test_straight_texts_stay_as_they_are(text: str) -> None:
    assert repair(text).text is text


@pytest.mark.parametrize(
    ("full", "longer", "joined"),
    [(10, 0, True), (9, 0, False), (10, 3, True), (10, 4, False), (15, 0, True), (14, 0, False)],
)
def test_how_many_lines_of_one_length_are_broken_ones(full: int, longer: int, joined: bool) -> None:
    """Ten at least, and 15 in 100; at most three are longer. With 14 or 15 there are 100 lines."""
    broken = [f"<a class='{'x' * 70}"] * full
    others = ["<p>"] * (100 - full if full > 10 else 0)
    text = "\n".join(["<html>", *others[1:], *["<p>" + "y" * 90] * longer, *broken, "'>"])
    assert {len(line) for line in broken} == {80}
    assert (repair(text).text == text.replace("x\n", "x")) is joined
    assert (repair(text).text is text) is not joined


def test_masked_names_are_unknown() -> None:
    masked = (
        SMALL.replace(b">MINE<", b">** MISSING **<").replace(b">box<", b">********<").replace(b">mine1<", b">&#160;<")
    )

    workload = read(masked)

    assert (workload.database.name, workload.instances[0].host, workload.instances[0].name) == (None, None, None)
    assert (workload.database.dbid, workload.wait_events) == (1234567890, read(SMALL).wait_events)


def test_a_page_whose_headings_are_plain_cells_reads_the_same() -> None:
    """Office programs save every th as td."""
    assert read(SMALL.replace(b"<th ", b"<td ").replace(b"</th>", b"</td>")) == read(SMALL)


NEXT_RELEASE = (
    (["DB Name", "DB Id", "Unique Name", "Role", "Edition", "Release", "RAC", "CDB"],
     [["NEXT", "7", "next_a", "PHYSICAL STANDBY", "XP", "23.26.0.0.0", "NO", "YES"]]),
    (["Instance", "Inst Num", "Startup Time", "User Name", "System Data Visible"],
     [["next1", "1", "01-Jan-25 08:00", "SYS", "YES"]]),
    (["Container DB Id", "Container Name", "Open Time"],
     [["1", "CDB$ROOT", "01-Jan-25 08:00"], ["2", "PDB$SEED", "01-Jan-25 08:00"], ["3", "MINE", "01-Jan-25 08:00"]]),
    (["Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)"],
     [["box", "Microsoft Windows x86 64-bit", "8", "", "", "  .98"]]),
    (["", "Snap Id", "Snap Time", "Sessions", "Cursors/Session", "Pluggable Databases Open"],
     [["Begin Snap:", "10", "02-Jan-25 10:00:00", "40", "1.5", "2"],
      ["End Snap:", "11", "02-Jan-25 11:00:00", "41", "1.5", "2"],
      ["Elapsed:", "", "60.00 (mins)", "", "", ""], ["DB Time:", "", "2,031.5 (hours)", "", "", ""]]),
)  # fmt: skip


@pytest.mark.parametrize(("title", "pdb"), [("report for", None), ("PDB report (root snapshots)", "MINE")])
def test_the_front_page_from_21c_on(title: str, pdb: str | None) -> None:
    front = "".join(pages.table(columns, rows) for columns, rows in NEXT_RELEASE)
    data = pages.report(front=False).replace(b"report for</h1>", f"{title}</h1>{front}".encode())

    workload = read(data)

    assert (workload.database.release, workload.database.role) == ("23.26.0.0.0", "PHYSICAL STANDBY")
    assert (workload.database.pdb, workload.database.platform) == (pdb, "Microsoft Windows x86 64-bit")
    assert (workload.instances[0].name, workload.instances[0].cpus, workload.instances[0].cores) == ("next1", 8, None)
    assert (workload.interval.elapsed_s, workload.interval.db_time_s) == (3600.0, 2031.5 * 3600)


def test_columns_of_a_release_to_come_change_nothing() -> None:
    more = pages.section("Foreground Wait Events", ["Con", *EVENTS, "Trend"], [["1", *row, "+"] for row in ROWS])

    assert [replace(row, evidence=()) for row in read(pages.report(more)).wait_events] == [
        replace(row, evidence=()) for row in read(SMALL).wait_events
    ]


FRONT_10_2 = pages.table(
    ["DB Name", "DB Id", "Instance", "Inst num", "Release", "RAC", "Host"],
    [["OLD", "77", "old1", "1", "10.2.0.4.0", "NO", "oldbox"]],
) + pages.table(*pages.FRONT[2])
TOP_10_2 = ["Event", "Waits", "Time(s)", "Avg Wait(ms)", "% Total Call Time", "Wait Class"]
WAITS_10_2 = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn"]


def old_report(*parts: str) -> Workload:
    return read(
        pages.report(*parts, front=False).replace(
            b'<h3 class="awr">Report Summary', f"{FRONT_10_2}<h3>Report Summary".encode()
        )
    )


def test_the_front_page_of_10_2_names_the_host_beside_the_database() -> None:
    workload = old_report(
        pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], [["Redo size:", "1.0", "2.0"]])
    )

    assert (workload.database.name, workload.database.release) == ("OLD", "10.2.0.4.0")
    assert (workload.instances[0].name, workload.instances[0].host, workload.instances[0].number) == (
        "old1",
        "oldbox",
        1,
    )
    assert workload.interval.elapsed_s == 3600.0


def test_the_processors_of_10_2_stand_in_the_os_statistics() -> None:
    workload = old_report(
        pages.section("Operating System Statistics", ["Statistic", "Total"], [["NUM_CPUS", "4"], ["BUSY_TIME", "9"]])
    )

    assert (workload.instances[0].cpus, workload.instances[0].cores) == (4, None)


def test_wait_classes_of_10_2_are_of_all_processes_and_say_so() -> None:
    waits = [["db file sequential read", "1,000", ".0", "50", "50", "1.0"]]
    data = pages.report(
        pages.section("Wait Events", WAITS_10_2, waits),
        pages.section("Background Wait Events", WAITS_10_2, waits),
        pages.section("Wait Class", ["Wait Class", *WAITS_10_2[1:]], [["User I/O", "1,100", ".0", "60", "54", "1.0"]]),
    )

    document = read_document(data, None)

    assert isinstance(document, Workload)
    assert [(row.wait_class, row.waits, row.time_s) for row in document.wait_classes] == [("User I/O", 1100, 60.0)]
    assert "classes-together" in {warning.code for warning in document.warnings}


def test_waits_of_10_2_without_those_of_the_background() -> None:
    every = [
        ["db file sequential read", "1,000", ".0", "50", "50", "1.0"],
        ["log file parallel write", "300", ".0", "20", "67", "1.0"],
        ["db file scattered read", "10", ".0", "1", "100", "1.0"],
        ["SQL*Net message from client", "9,000", ".0", "9,999", "1111", "1.0"],
    ]
    background = [
        ["log file parallel write", "300", ".0", "20", "67", "1.0"],
        ["db file sequential read", "100", ".0", "10", "100", "1.0"],
    ]
    top = [
        ["db file sequential read", "1,000", "50", "50", "61.5", "User I/O"],
        ["CPU time", "", "30", "", "38.5", ""],
    ]

    workload = old_report(
        pages.section("Top 5 Timed Events", TOP_10_2, top),
        pages.section("Wait Events", WAITS_10_2, every),
        pages.section("Background Wait Events", WAITS_10_2, background),
    )

    foreground = {row.event: row for row in workload.wait_events if row.foreground}
    assert set(foreground) == {"db file sequential read", "db file scattered read", "SQL*Net message from client"}
    first = foreground["db file sequential read"]
    assert (first.waits, first.time_s, first.wait_class) == (900, 40.0, "User I/O")
    assert foreground["SQL*Net message from client"].wait_class == "Idle"
    assert foreground["db file scattered read"].avg_wait_us == 100_000.0
    states = {state.name: state.state for state in workload.sections}
    assert (states["Wait Events"], states["Foreground Wait Events"]) == ("found", "missing")


def test_top_events_of_10_2_alone_do_not_hold_cpu() -> None:
    rows = [
        ["db file sequential read", "1,000", "50", "50", "61.5", "User I/O"],
        ["CPU time", "", "30", "", "38.5", ""],
    ]

    workload = old_report(pages.section("Top 5 Timed Events", TOP_10_2, rows))

    assert [(row.event, row.db_time_pct) for row in workload.wait_events] == [("db file sequential read", 61.5)]


REAL: list[Any] = ["11.2.0.3.0-si-DBM11203", "12.2.0.1.0-si-SLOB2", "19.0.0.0.0-rac-xydb1-18192"]


@corpus.needs_corpus
@pytest.mark.parametrize("part_", REAL)
@pytest.mark.parametrize("bend", [bend for _, bend in BENDS[:11]], ids=[name for name, _ in BENDS[:11]])
def test_real_reports_bent_every_way(part_: str, bend: Callable[[str], str]) -> None:
    """Only blanks at a line's end that trimspool took out of a name may differ: compared without white space."""
    data = corpus.report(part_)
    bent, straight = read(bend(data.decode()).encode()), read(data)

    assert bent.interval == straight.interval
    assert bent.database == straight.database
    for name in (
        "wait_events",
        "time_model",
        "load_profile",
        "io_functions",
        "segments",
        "instance_statistics",
        "file_io",
    ):
        assert [_tight(row) for row in getattr(bent, name)] == [_tight(row) for row in getattr(straight, name)], name


def _tight(row: Any) -> str:
    return re.sub(r"\s", "", repr(replace(row, evidence=())))
