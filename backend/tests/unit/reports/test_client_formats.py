"""The same rows through every client's format give the same document, and every figure is found again in its file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.model.evidence import Evidence
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from tests.client_formats import FORMATS, Cell

LONG = ("INST_ID", "OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "TABLESPACE_NAME", "OBJ#", "DATAOBJ#", "OBJECT_TYPE",
        "STATISTIC_NAME", "VALUE")  # fmt: skip
LONG_ROWS: list[tuple[Cell, ...]] = [
    (1 + n % 2, "SHOP", f"ORDERS_{n // 6}", f"P{n // 6}" if n % 12 < 6 else None, "SHOP_DATA", 70_000 + n // 6,
     80_000 + n // 6, "TABLE PARTITION" if n % 12 < 6 else "TABLE",
     ("physical reads", "physical writes", "space used")[n % 6 // 2], 123_456_789 + n)
    for n in range(36)
]  # fmt: skip
PIVOTED = ("OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "OBJECT_TYPE", "PHYSICAL_READS", "PHYSICAL_READ_REQUESTS",
           "PHYSICAL_WRITES")  # fmt: skip
PIVOTED_ROWS: list[tuple[Cell, ...]] = [
    ("SHOP", f"T{n}", None if n % 2 else f"P{n}", "TABLE", 1_000_000 * n, 900 + n, None if n == 3 else n)
    for n in range(11)
]
SIZES = ("OWNER", "SEGMENT_NAME", "PARTITION_NAME", "SEGMENT_TYPE", "TABLESPACE_NAME", "BYTES")
SIZE_ROWS: list[tuple[Cell, ...]] = [
    ("SHOP", f"T{n}", None if n % 3 else f"P{n}", "TABLE PARTITION" if n % 3 == 0 else "TABLE", "SHOP_DATA", 65_536 * n)
    for n in range(12)
]
DOCUMENTS = {"long": (LONG, LONG_ROWS), "pivoted": (PIVOTED, PIVOTED_ROWS), "sizes": (SIZES, SIZE_ROWS)}


def plain(document: Workload | Inventory) -> Workload | Inventory:
    """Without what depends on the file: its bytes, and how its columns are headed (in lower case, cut short)."""
    sections = tuple(replace(one, columns=dict.fromkeys(sorted(one.columns), "")) for one in document.sections)
    return replace(document, source=replace(document.source, bytes=None, sha256=None, encoding=None), sections=sections)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_format_gives_the_same_document(kind: str, form: str) -> None:
    columns, rows = DOCUMENTS[kind]
    wanted = read_document(FORMATS["sqlplus csv"](columns, rows), "x")
    found = read_document(FORMATS[form](columns, rows), "x")

    assert plain(found) == plain(wanted)  # type: ignore[arg-type]
    assert {one.code for one in found.warnings} == ({"basis-assumed"} if kind == "pivoted" else set())  # type: ignore[union-attr]


@pytest.mark.parametrize("form", FORMATS)
def test_figures_are_right(form: str) -> None:
    workload = read_document(FORMATS[form](LONG, LONG_ROWS), "x")
    assert isinstance(workload, Workload)

    assert len(workload.segments) == 6
    first = workload.segments[0]
    assert (first.subobject, first.data_object_id, first.physical_reads_blocks) == ("P0", 80_000, 2 * 123_456_789 + 1)
    assert workload.segments[1].subobject is None
    assert [one.number for one in workload.instances] == [1, 2]
    assert workload.interval.instances_reported == 2


@pytest.mark.parametrize("form", FORMATS)
def test_an_unknown_figure_is_not_zero(form: str) -> None:
    workload = read_document(FORMATS[form](PIVOTED, PIVOTED_ROWS), "x")
    assert isinstance(workload, Workload)

    assert [one.physical_writes_blocks for one in workload.segments[2:5]] == [2, None, 4]
    assert workload.segments[0].physical_reads_blocks == 0


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("row", [0, 7, 35])
def test_a_figure_is_found_in_its_file(form: str, row: int) -> None:
    data = FORMATS[form](LONG, LONG_ROWS)
    place = locate(data, Evidence(f"Segment counters: {LONG_ROWS[row][8]}", 0, row), "physical_reads_blocks")
    if row == 7:
        place = locate(data, Evidence("Segment counters: physical reads", 0, row), "physical_reads_blocks")

    assert place.line is not None
    if LONG_ROWS[row][8] == "space used":
        return
    assert (place.raw_text or "").replace(".", "") == str(LONG_ROWS[row][9])
    if form == "xlsx":
        assert (place.line, place.column_in_line) == (row + 2, 10)
        return
    text = data.decode({"tabs, utf-16": "utf-16", "excel with semicolons": "cp1252"}.get(form, "utf-8-sig"))
    line = text.splitlines()[place.line - 1]
    assert line[(place.column_in_line or 0) - 1 :].startswith(place.raw_text or "?")
