"""Spools bent by the client, and files made to hurt: read right, or refused with a place, in linear time."""

from __future__ import annotations

import io
import re
import time
import zipfile

import pytest

from segtier.errors import UnreadableInput
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.client_formats import xlsx

LONG = ("OWNER", "OBJECT_NAME", "STATISTIC_NAME", "VALUE")
WRAPPED = """OWNER      OBJECT_NAM STATISTIC_NAME            VALUE
---------- ---------- -------------------- ----------
SHOP       A_VERY_LON physical reads               12
           G_NAME_OF_
           IT
SHOP       SHORT      physical reads               13
SHOP       ##         physical writes      ##########

4 rows selected.
"""
TABBED = """OWNER\t   OBJECT_NAME\t STATISTIC_NAME       VALUE
---------- ------------- --------------- ----------
SHOP\t   T\t\t physical reads\t\t 77
"""
TWO = """OWNER      OBJECT_NAME STATISTIC_NAME       VALUE
---------- ----------- --------------- ----------
SHOP       T           physical reads          12

1 row selected.

OWNER      SEGMENT_NAME      BYTES
---------- ------------ ----------
SHOP       T                 65536
"""
AMBIGUOUS = """OWNER OBJEC OBJEC STATISTIC_NAME       VALUE
----- ----- ----- --------------- ----------
SHOP  T     TABLE physical reads          12
"""
BETWEEN = """OWNER      OBJECT_NAME STATISTIC_NAME       VALUE
---------- ----------- --------------- ----------
SHOP       T           physical reads          12
SHOP       T           physical writes1         3
SHOP       U           physical reads          14
"""
HALF_FOLDED = """OWNER      OBJECT_NAME
---------- -----------
STATISTIC_NAME       VALUE
--------------- ----------
SHOP       T
physical reads          12

SHOP       U
"""


def read(text: str) -> Workload:
    workload = read_document(text.encode(), "x.lst")
    assert isinstance(workload, Workload)
    return workload


def refusal(data: bytes) -> UnreadableInput:
    with pytest.raises(UnreadableInput) as caught:
        read_document(data, "x")
    return caught.value


def test_a_wrapped_name_is_put_together_and_an_overflow_is_unknown() -> None:
    workload = read(WRAPPED)

    assert [(one.name, one.physical_reads_blocks) for one in workload.segments] == [
        ("A_VERY_LONG_NAME_OF_IT", 12),
        ("SHORT", 13),
    ]
    (warning,) = workload.warnings
    assert (warning.code, warning.line, "##########" in warning.message) == ("row-skipped", 7, True)


def test_tabs_for_blanks() -> None:
    assert [(one.name, one.physical_reads_blocks) for one in read(TABBED).segments] == [("T", 77)]


def test_a_second_table_is_told() -> None:
    workload = read(TWO)

    assert [one.physical_reads_blocks for one in workload.segments] == [12]
    assert [(one.code, "line 7" in one.message) for one in workload.warnings] == [("several-tables", True)]


def test_a_figure_between_two_columns_is_left_out() -> None:
    workload = read(BETWEEN)

    assert [(one.name, one.physical_writes_blocks) for one in workload.segments] == [("T", None), ("U", None)]
    assert [(one.code, one.line) for one in workload.warnings] == [("row-skipped", 4)]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [(AMBIGUOUS, "missing-columns", "OBJECT_NAME.*cut to their column"), (HALF_FOLDED, "bad-spool", "not whole")],
)
def test_spools_that_cannot_be_told(text: str, code: str, words: str) -> None:
    fault = refusal(text.encode())

    assert (fault.code, bool(re.search(words, fault.message))) == (code, True)


LAUGHS = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<RESULTS><ROW><COLUMN NAME="OWNER">&b;</COLUMN></ROW></RESULTS>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE RESULTS SYSTEM "http://example.com/x.dtd">
<RESULTS><ROW><COLUMN NAME="OWNER">x</COLUMN></ROW></RESULTS>"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LAUGHS, "xml-doctype"),
        (OUTSIDE, "xml-doctype"),
        ("<RESULTS>" + "<ROW>" * 100_000, "bad-xml"),
        ("<RESULTS><ROW><COLUMN NAME='OWNER'>x</ROW></RESULTS>", "bad-xml"),
        ("<RESULTS>" + '<ROW><COLUMN NAME="OWNER">x</COLUMN></ROW>' * 3, "bad-xml"),
        ("<RESULTS>" + '<ROW><COLUMN NAME="OWNER">x</COLUMN></ROW>'.rjust((1 << 16) - 9), "bad-xml"),
        ('[{"OWNER": "A", "x": ' + "[" * 100_000, "bad-json"),
        ('{"results":[{"items":[{"OWNER":"A"},', "bad-json"),
        ('{"results":[{"items":[{"OWNER":"A"},5]}]}', "bad-json"),
        ("[" * 100_000, "bad-document"),
    ],
)
def test_broken_and_hostile_texts(text: str, code: str) -> None:
    fault = refusal(text.encode())

    assert fault.code == code
    assert fault.line is None or fault.line >= 1


def workbook_of_zeros(part: str) -> bytes:
    book = io.BytesIO(xlsx(LONG, [("A", "T", "physical reads", 5)]))
    with zipfile.ZipFile(book) as parts:
        names = {name: parts.read(name) for name in parts.namelist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        for name, data in names.items():
            parts.writestr(name, data if name != part else data + bytes(64 << 20))
    return out.getvalue()


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_a_workbook_that_swells_is_refused(part: str) -> None:
    data = workbook_of_zeros(part)
    start = time.process_time()
    assert refusal(data).code == "zip-bomb"
    assert time.process_time() - start < 1


def test_a_damaged_workbook_is_refused_and_one_without_columns_too() -> None:
    whole = xlsx(LONG, [("A", "T", "physical reads", 5)])
    at = whole.index(b"xl/worksheets/sheet1.xml") + 40
    assert refusal(whole[:at] + b"\xff" * 8 + whole[at + 8 :]).code in ("bad-archive", "bad-workbook")
    assert refusal(xlsx(("1", "2"), [(3, 4)])).code == "no-header"


def test_the_sheet_that_is_an_export_is_read_wherever_it_stands() -> None:
    import openpyxl

    book = openpyxl.Workbook()
    notes = book.active
    assert notes is not None
    notes.append(["Name", "Remark"])
    rows = book.create_sheet("rows")
    for row in (("exported today",), LONG, ("A", "T", "physical reads", 5)):
        rows.append(row)
    out = io.BytesIO()
    book.save(out)
    workload = read_document(out.getvalue(), "x.xlsx")
    assert isinstance(workload, Workload)

    assert [(one.name, one.physical_reads_blocks) for one in workload.segments] == [("T", 5)]
    assert workload.source.kind == "segment-counters"
