"""Workbooks made to hurt are read by what is in them, or refused by name."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.tables.workbook import workbook_tables
from tests import hostile_workbooks as made

_BYTES = 3_000_000


@pytest.mark.parametrize("shape", ["far row", "strings under another name", "styles", "empty rows"])
def test_is_read(shape: str) -> None:
    document = read_document(made.SHAPES[f"xlsx, {shape}"](_BYTES), "hostile.xlsx")
    assert isinstance(document, Workload)
    assert [(one.name, one.physical_reads_blocks) for one in document.segments] == [("T1", 7.0), ("T2", 8.0)]


@pytest.mark.parametrize(
    ("shape", "code"),
    [("formats", "too-large"), ("deep nesting", "bad-workbook"), ("long tag", "too-large"), ("sheets", "too-large")],
)
def test_is_refused_by_name(shape: str, code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_document(made.SHAPES[f"xlsx, {shape}"](_BYTES), "hostile.xlsx")
    assert refused.value.code == code


def test_rows_are_those_present() -> None:
    (sheet,) = workbook_tables(made.far_row())
    assert [line.number for line in sheet.rows()] == [2, 2_000_000_000]
