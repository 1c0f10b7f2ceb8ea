"""From a figure back to its cell: on small pages with known lines, and for every evidence of corpus reports."""

from __future__ import annotations

import pytest

from segtier.errors import NotFound
from segtier.model.evidence import Evidence
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from segtier.reports.tables.html_positions import CellPositions
from tests import corpus
from tests.unit.reports import pages

EVENTS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
PAGE = pages.report(
    pages.section(
        "Foreground Wait Events",
        EVENTS,
        [["a & b", "10", "0", "1", "100", "1.0", "50.0"], ["c", "7", "", "", "", "", ""]],
    )
)
COUNTERS = b'OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE\nA,T,physical reads,5\n\nA,T,physical writes,"1,234"\n'


def test_names_line_column_and_raw_text() -> None:
    place = locate(PAGE, Evidence("Foreground Wait Events", 0, 0), "waits")

    assert (place.raw_text, place.column, place.table_heading) == ("10", "Waits", "Foreground Wait Events")
    line = PAGE.decode().splitlines()[(place.line or 0) - 1]
    assert line[(place.column_in_line or 0) - 1 :].startswith("10</td>")
    assert place.row_cells[0] == "a & b"
    assert place.headings == tuple(EVENTS)


def test_without_a_field_the_row_is_named() -> None:
    place = locate(PAGE, Evidence("Foreground Wait Events", 0, 1))

    assert (place.raw_text, place.column) == (None, None)
    assert place.row_cells[0] == "c"
    assert place.line is not None


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence("Foreground Wait Events", 0, 2),
        Evidence("Foreground Wait Events", 1, 0),
        Evidence("Foreground Wait Events", -1, 0),
        Evidence("Time Model Statistics", 0, 0),
        Evidence("No Such Section", 0, 0),
        Evidence("Foreground Wait Events", 0, -1),
    ],
)
def test_refuses_what_is_not_there(evidence: Evidence) -> None:
    with pytest.raises(NotFound):
        locate(PAGE, evidence, "waits")


@pytest.mark.parametrize(("raw", "place"), [("10", (2, 5)), (None, (2, 5)), ("11", (None, None))])
def test_a_cell_of_another_text_has_no_place(raw: str | None, place: tuple[int | None, int | None]) -> None:
    assert CellPositions("<table><tr>\n<td>10</td></tr></table>").of(0, 0, 0, raw) == place
    assert CellPositions("<table></table>").of(0, 0, 0, raw) == (None, None)
    empty = "<table><tr><td>1</td>\n <td></td></tr></table>"
    assert CellPositions(empty).of(0, 0, 1, raw) == ((2, 2) if raw is None else (None, None))


def test_a_csv_figure() -> None:
    workload = read_document(COUNTERS, "x.csv")
    assert isinstance(workload, Workload)
    evidence = next(one for one in workload.segments[0].evidence if one.section.endswith("physical writes"))

    place = locate(COUNTERS, evidence, "physical_writes_blocks")

    assert (place.raw_text, place.line, place.column_in_line, place.column) == ("1,234", 4, 22, "VALUE")


def test_a_document_has_no_rows_of_its_own() -> None:
    with pytest.raises(NotFound, match="JSON"):
        locate(b'{"schema": "segtier.workload/1"}', Evidence("Load Profile"), None)


@corpus.needs_corpus
@pytest.mark.parametrize(
    "part",
    ["11.1.0.7.0-rac-exa-DEMO1-812", "11.2.0.3.0-si-DBM", "12.2.0.1.0-rac-exa-iesaved", "19.0.0.0.0-rac-xydb1-9691"],
)
def test_round_trip_on_real_reports(part: str) -> None:
    """A figure's cell, read again from the bytes at the place named, gives the figure."""
    data = corpus.report(part)
    workload = read_document(data, None)
    assert isinstance(workload, Workload)
    lines = data.decode().splitlines(keepends=True)
    samples = [
        (workload.wait_events[0], "waits"),
        (workload.wait_events[-1], "waits"),
        (workload.load_profile[3], "per_s"),
        (workload.time_model[1], "time_s"),
        (workload.instance_statistics[-1], "total"),
        *[(row, "physical_reads_blocks") for row in workload.segments if row.physical_reads_blocks is not None][:2],
    ]
    for row, field in samples:
        evidence = next(one for one in row.evidence if field in _fields(workload, one))
        place = locate(data, evidence, field)
        assert place.line is not None
        cell = lines[place.line - 1][(place.column_in_line or 0) - 1 :]
        assert cell.startswith(place.raw_text or "?")
        assert float((place.raw_text or "").replace(",", "")) == getattr(row, field)


def _fields(workload: Workload, evidence: Evidence) -> set[str]:
    """Document fields an evidence's section holds: a segment list's one figure goes by the list's field."""
    columns = next(section.columns for section in workload.sections if section.name == evidence.section)
    return set(columns)
