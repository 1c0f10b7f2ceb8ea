"""Each kind of damage once on every real report, and what single damages have taught; the full sweep is a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests import corpus
from tests.damage import KINDS, damages, sections_of
from tests.same_figures import judge
from tests.unit.reports import pages, text_pages

READ_KINDS = ("awr-html-", "awr-text-", "awr-rac-", "awr-diff-", "awr-miner-", "statspack-")
WAITS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
BACKGROUND = [*WAITS[:-1], "% bg time"]
STATISTICS = ["Statistic", "Total", "per Second", "per Trans"]
BUCKETS = ["Event", "Total Waits", "<1ms", "<2ms", "<4ms", ">=4ms"]
DETAIL = ["Event", "Waits 4ms to 16ms", "<4ms", "<8ms", "<16ms", ">=16ms"]


def events(*names: str) -> list[list[str]]:
    return [[name, "1,234", "0", "10", "100", "1.0", "50.0"] for name in names]


def read(data: bytes) -> Workload:
    document = read_document(data, "damaged")
    assert isinstance(document, Workload)
    return document


def codes(workload: Workload) -> set[str]:
    return {warning.code for warning in workload.warnings}


@corpus.needs_corpus
@pytest.mark.parametrize("path", [p for kind in READ_KINDS for p in corpus.files(kind)], ids=lambda path: path.name)
def test_every_damage_of_every_report_is_read_right_or_told(path: Path) -> None:
    data = path.read_bytes()
    whole = read_document(data, path.name)
    for damage in damages(data, len(KINDS), seed=11):
        try:
            found = read_document(damage.data, "damaged")
        except SegtierError:
            continue
        assert judge(whole, found, damage, data).faults == (), str(damage)


def test_the_judge_sees_a_figure_that_is_another() -> None:
    """A judge that lets everything pass would make the sweep worthless."""
    data = pages.report(pages.section("Foreground Wait Events", WAITS, events("a", "b")))
    other = data.replace(b"1,234", b"9,999")
    (damage,) = damages(data, 1, seed=1)

    assert judge(read(data), read(other), damage, data).outcome == "fault"
    assert judge(read(data), read(data), damage, data).outcome == "same"


def test_sections_are_found_by_their_marks() -> None:
    data = pages.report(pages.section("A", ["x"], [["1"]]), pages.section("B", ["x"], [["2"]]))
    text = text_pages.report(text_pages.section("A", "x\n-\n1\n"), text_pages.section("B", "x\n-\n2\n"))

    assert [data[slice(*span)][:21] for span in sections_of(data)][-2:] == [
        b'<h3 class="awr">A</h3',
        b'<h3 class="awr">B</h3',
    ]
    assert [text[slice(*span)][:1] for span in sections_of(text)] == [b"A", b"B"]


def test_a_doubled_table_of_a_section_with_several_counts_once() -> None:
    part = pages.section("Instance Activity Stats", STATISTICS, [["s", "5", "1.0", "1.0"]])
    other = pages.section("Instance Activity Stats", STATISTICS, [["t", "6", "1.0", "1.0"]])

    assert [(row.name, row.total) for row in read(pages.report(part, other, part)).instance_statistics] == [
        ("s", 5),
        ("t", 6),
    ]


def test_a_quote_without_its_end_ends_the_table() -> None:
    """The next table's rows are then children of this one: they are another section's."""
    data = pages.report(
        pages.section("Foreground Wait Events", WAITS, events("a", "b")),
        pages.section("Background Wait Events", BACKGROUND, events("c", "d", "e")),
    )
    at = data.index(b"</table>", data.index(b"Foreground"))
    at = data.rindex(b"awrc'>", 0, at)
    workload = read(data[: at + 4] + b"~" + data[at + 5 :])

    assert [row.event for row in workload.wait_events if row.foreground] == ["a"]
    assert "row-skipped" in codes(workload)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<1ms", "(1ms"),
        ("<2ms", "<3ms"),
        ("<2ms", "<9ms"),
        ("<4ms", "=4ms"),
        (">=4ms", ">=8ms"),
        ("Total Waits", "Tot&l Waits"),
    ],
)
def test_a_histogram_with_a_damaged_heading_is_unreadable(old: str, new: str) -> None:
    """A share would stand for waits of another length."""
    headings = [new if heading == old else heading for heading in BUCKETS]
    workload = read(
        pages.report(pages.section("Wait Event Histogram", headings, [["e", "9", "50.0", "20.0", "20.0", "10.0"]]))
    )

    assert workload.wait_histograms == ()
    assert {one.name: one.state for one in workload.sections}["Wait Event Histogram"] == "unreadable"


@pytest.mark.parametrize("turn", [list, lambda parts: parts[::-1]], ids=["in order", "swapped"])
def test_details_of_a_histogram_may_stand_before_it(turn: Callable[[Any], list[str]]) -> None:
    main = pages.section("Wait Event Histogram", BUCKETS, [["e", "9", "50.0", "20.0", "20.0", "10.0"]])
    detail = pages.section(
        "Wait Event Histogram Detail (4 msec to 16 msec)", DETAIL, [["e", "1", "90.0", "4.0", "5.0", "1.0"]]
    )
    (histogram,) = read(pages.report(*turn([main, detail]))).wait_histograms

    assert [(one.to_us, one.pct_of_waits) for one in histogram.buckets] == [
        (1000.0, 50.0), (2000.0, 20.0), (4000.0, 20.0), (8000.0, 4.0), (16000.0, 5.0), (None, 1.0),
    ]  # fmt: skip


def test_two_events_whose_names_a_text_cuts_alike_stay_two() -> None:
    """The second one's waits would count as a closer look at the first one's."""
    rows = [["Streams AQ: qmn coordinato", waits, "50.0", "20.0", "20.0", "10.0"] for waits in ("1", "7,561")]
    workload = read(pages.report(pages.section("Wait Event Histogram", BUCKETS, rows)))

    assert [row.waits for row in workload.wait_histograms] == [1, 7561]


def test_a_rate_that_rounds_tells_no_processor_time() -> None:
    """0.0 per second may be 20 minutes of a day."""
    rows = [["DB CPU(s):", "0.0", "0.0"]], [["DB CPU(s):", "1.5", "0.0"]]
    times = [
        read(pages.report(pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], one))).interval
        for one in rows
    ]

    assert [one.db_cpu_s for one in times] == [None, 1.5 * 3600]


def test_a_time_that_rounds_tells_no_average() -> None:
    columns = [heading for heading in WAITS if heading != "Avg wait (ms)"]
    rows = [["a", "9", "0", "0", "1.0", "0.0"], ["b", "9", "0", "900", "1.0", "0.0"]]
    workload = read(pages.report(pages.section("Foreground Wait Events", columns, rows)))

    assert [row.avg_wait_us for row in workload.wait_events] == [None, 100e6]


def test_no_bound_from_a_list_that_lost_a_row() -> None:
    names = ["Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type"]
    rows = [["A", "U", f"T{n}", "", "TABLE", f"{90 - n}", "1.0"] for n in range(6)]
    other = pages.section(
        "Segments by Physical Writes", [*names, "Physical Writes", "%Total"], [["A", "U", "X", "", "TABLE", "1", "1"]]
    )
    section = pages.section("Segments by Physical Reads", [*names, "Physical Reads", "%Total"], rows)
    whole, lost = (
        read(pages.report(one, other)) for one in (section, section.replace("<td class='awrc'>U</td>", "", 1))
    )

    assert [one.below for one in whole.segments if one.name == "X"] == [{"physical_reads_blocks": 85.0}]
    assert [one.below for one in lost.segments if one.name == "X"] == [{}]


ACTIVITY = """
Statistic                                     Total     per Second     per Trans
-------------------------------- ------------------ -------------- -------------
calls to kcmgas                              98,295          109.0           0.5
user calls                                        7            0.1           1.0
"""


@pytest.mark.parametrize(
    ("old", "new", "names", "rates"),
    [
        ("per Trans", "per Tans", ["calls to kcmgas", "user calls", "sorts", "parses"], [0.5, 1.0, None, None]),
        ("-" * 32, "-" * 8 + " " + "-" * 23, ["calls to kcmgas", "user calls"], [0.5, 1.0]),
    ],
    ids=["heading", "ruler"],
)
def test_a_later_page_of_a_text_with_a_damaged_heading(
    old: str, new: str, names: list[str], rates: list[float | None]
) -> None:
    """Its names would be cut where the dashes are broken, and its figures gone without a word."""
    later = ACTIVITY.replace("calls to kcmgas", "sorts          ").replace("user calls", "parses    ").replace(old, new)
    page_break = "Instance Activity Stats          DB/Inst: MINE/mine1  Snaps: 10-11"
    workload = read(text_pages.report(text_pages.section("Instance Activity Stats", ACTIVITY + page_break + later)))

    assert [row.name for row in workload.instance_statistics] == names
    assert [row.per_txn for row in workload.instance_statistics] == rates
    assert "other-columns" in codes(workload)


def test_one_bad_byte_does_not_bend_every_name() -> None:
    data = pages.report(pages.section("Instance Activity Stats", STATISTICS, [["größe", "5", "1.0", "1.0"]]))

    assert [row.name for row in read(data.replace(b"box", b"b\xffx")).instance_statistics] == ["größe"]
