"""A slice of `robustness/retyped.py`, over the tests' own pages: re-typed, a report has the same figures or fewer."""

from __future__ import annotations

import pytest

from robustness.retyped import HTML, TEXT, compare
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.unit.reports import pages, text_pages

_EVENTS = ("Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time")
_SEGMENTS = ("Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type", "Physical Reads", "%Total")
PAGE = pages.report(
    pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], [["Redo size:", "1,000.5", "20.1"]]),
    pages.section(
        "Foreground Wait Events",
        _EVENTS,
        [
            ["db file sequential read", "910,000", "", "4,550", "5", "9.1", "45.9"],
            ["log file sync", "9", "0", "1", "", "", ""],
        ],
        ["s - second, ms - millisecond", "Only events with Total Wait Time (s) >= .001 are shown"],
    ),
    "<a href='#top'>Back to Top</a><p />",
    pages.section(
        "Segments by Physical Reads",
        _SEGMENTS,
        [["APP", "USERS", "ORDERS", "", "TABLE", "5,000", "55.00"], ["APP", "USERS", "A&B", "P1", "INDEX", "1", "0.1"]],
        ["Total Physical Reads: 9,000", "Captured Segments account for 55.6% of Total"],
    ),
    pages.section("Segments by Nothing Known", _SEGMENTS, [["APP", "USERS", "OTHER", "", "TABLE", "7,000", "77.00"]]),
).decode()
_TOP = """Top 5 Timed Foreground Events
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                                                           Avg
                                                          wait   % DB
Event                                 Waits     Time(s)   (ms)   time Wait Class
------------------------------ ------------ ----------- ------ ------ ----------
db file sequential read             910,000       4,550      5   63.2 User I/O
log file sync                       120,100         600      5    8.3 Commit

"""
_READS = """
                                                           Physical
Owner      Name       Object Name          Name     Type        Reads  %Total
---------- ---------- -------------------- -------- ----- ------------ -------
APP        USERS      ORDERS                        TABLE        5,000   55.00
APP        USERS      ORDERS_IX            P1       INDEX           70    0.70
"""
LINES = text_pages.report(_TOP, text_pages.section("Segments by Physical Reads", _READS)).decode()


def _top() -> Workload:
    found = read_document(_TOP.encode(), "top.txt")
    whole = read_document(LINES.encode(), "whole.txt")
    assert isinstance(found, Workload)
    assert isinstance(whole, Workload)
    return Workload(interval=whole.interval, wait_events=found.wait_events)


@pytest.mark.parametrize("form", HTML)
def test_a_page_has_the_same_figures_in_each_form(form: str) -> None:
    found = compare(form, "page", read_document(PAGE.encode(), "page"), Workload(), HTML[form](PAGE).encode())
    assert found.wrong == ()
    assert found.outcome == ("refused" if form == "copied, blanks for tabs" else "same")


def test_blank_lines_between_the_rows_of_markdown_change_nothing() -> None:
    marked = HTML["Markdown tables"](PAGE).replace("\n", "\n\n")
    found = compare("Markdown tables", "page", read_document(PAGE.encode(), "page"), Workload(), marked.encode())
    assert (found.wrong, found.outcome) == ((), "same")


@pytest.mark.parametrize(
    ("form", "outcome"),
    [
        *((form, "same") for form in ("quoted", "in a code fence", "no-break spaces", "smart quotes and dashes")),
        *((form, "wider") for form in ("single blanks", "tabs for gaps", "bars for gaps")),
        *((form, "refused") for form in ("broken at 72, anywhere", "broken at 72, at words")),
    ],
)
def test_a_text_has_the_same_figures_or_fewer_in_each_form(form: str, outcome: str) -> None:
    text = LINES + "".join(f"a line of words {at}\n" for at in range(20))
    found = compare(form, "text", read_document(text.encode(), "text"), _top(), TEXT[form](text).encode())
    assert found.wrong == ()
    assert found.outcome == outcome


def test_another_figure_is_wrong() -> None:
    form = HTML["Markdown tables"]
    changed = form(PAGE).replace("4,550", "4,551")
    found = compare("Markdown tables", "page", read_document(PAGE.encode(), "page"), Workload(), changed.encode())
    assert [text.split(": ")[1] for text in found.wrong] == ["4550.0 became 4551.0"]
