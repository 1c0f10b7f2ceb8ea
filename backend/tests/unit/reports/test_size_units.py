"""Exports of dba_segments whose sizes are in MB or GB: as the column says, and never guessed."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.model.inventory import Inventory
from segtier.reports import read_document
from segtier.reports.locate import locate
from segtier.reports.numbers import CellFault
from segtier.reports.segment_cells import whole_number
from segtier.units import GIB, KIB, MIB, TIB
from tests.sentences import worded

MB, GB = MIB, GIB


def read(header: str, *sizes: str, sign: str = ";") -> Inventory:
    rows = [f"APP{sign}T{number}{sign}{size}" for number, size in enumerate(sizes)]
    text = "\n".join([f"OWNER{sign}SEGMENT_NAME{sign}{header}", *rows, ""])
    document = read_document(text.encode(), "sizes.csv")
    assert isinstance(document, Inventory)
    return document


def sizes_of(inventory: Inventory) -> list[int | None]:
    return [one.size_bytes for one in inventory.segments]


@pytest.mark.parametrize(
    ("header", "scale"),
    [
        ("SIZE_MB", MB), ("MB", MB), ("size (MB)", MB), ("SIZE_IN_GB", GB), ("Segment Size MB", MB), ("GB", GB),
        ("GIGABYTES", GB), ("SIZE_MIB", MB), ("SIZE_KB", KIB), ("TB", TIB),
        ("BYTES/1024", KIB), ("BYTES/1024/1024", MB), ("SUM(BYTES)/1024/1024/1024", GB), ("s.bytes/1024/1024", MB),
        ("ROUND(SUM(BYTES)/1024/1024)", MB), ("BYTES / 1048576", MB), ("BYTES/(1024*1024)", MB), ("BYTES/1000/1000", 10**6),
    ],
)  # fmt: skip
def test_the_name_says_the_unit(header: str, scale: int) -> None:
    assert sizes_of(read(header, "12", "12.5", "3")) == [12 * scale, round(12.5 * scale), 3 * scale]


@pytest.mark.parametrize("header", ["SIZE", "SEGMENT_SIZE"])
def test_a_size_without_a_unit_is_asked_about(header: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read(header, "12", "13")
    assert refusal.value.code == "size-without-unit"
    assert refusal.value.message == worded("reports/column-does-not", header)
    assert refusal.value.advice == worded("reports/name-bytes-size")


@pytest.mark.parametrize("header", ["BYTES/512", "FREE_MB", "BYTES/1024/10", "NEXT_MB", "MB_PER_S", "GBITS"])
def test_other_names_are_no_sizes(header: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read(header, "12", "13")
    assert refusal.value.code == "missing-columns"


@pytest.mark.parametrize(
    ("cells", "wanted"),
    [
        (("1,5", "1.234,25", "2.500"), [round(1.5 * MB), round(1234.25 * MB), 2500 * MB]),
        (("1.5", "1,234.25", "2,500"), [round(1.5 * MB), round(1234.25 * MB), 2500 * MB]),
        (("0,125", "1,125"), [MB // 8, round(1.125 * MB)]),
        (("0.0625", "64"), [MB // 16, 64 * MB]),
        (("64", "128"), [64 * MB, 128 * MB]),
        (("9,46E+03", "1,5"), [9460 * MB, round(1.5 * MB)]),
    ],
)
def test_decimals_of_either_sign(cells: tuple[str, ...], wanted: list[int]) -> None:
    assert sizes_of(read("SIZE_MB", *cells)) == wanted


@pytest.mark.parametrize("unclear", ["1.125", "1,125"])
def test_what_may_be_a_thousand_or_a_decimal_is_no_figure(unclear: str) -> None:
    inventory = read("SIZE_MB", "64", unclear, "128")
    assert (sizes_of(inventory), inventory.complete) == ([64 * MB, 128 * MB], False)
    assert [warn.code for warn in inventory.warnings] == ["row-skipped"]


@pytest.mark.parametrize(
    ("header", "cells", "wanted", "told"),
    [
        ("SIZE_MB", ("1.5G", "512M", "64K"), [GB * 3 // 2, 512 * MB, 64 * KIB], "1.5G, 64K"),
        ("SIZE_MB", ("64", "1,5 GB", "12,25"), [64 * MB, GB * 3 // 2, round(12.25 * MB)], "1,5 GB"),
        ("SIZE_GB", ("2G", "3 GiB", "1"), [2 * GB, 3 * GB, GB], None),
        ("BYTES", ("1.5G", "1024", "1.234"), [GB * 3 // 2, 1024, 1234], "1.5G"),
        ("BYTES", ("512 bytes", "8192"), [512, 8192], None),
        ("SIZE", ("1.5G", "512M", "64K"), [GB * 3 // 2, 512 * MB, 64 * KIB], None),
        ("SIZE", ("1.5G", "", "64 KB"), [GB * 3 // 2, None, 64 * KIB], None),
    ],
)
def test_a_size_with_its_unit_is_in_that_one(
    header: str, cells: tuple[str, ...], wanted: list[int | None], told: str | None
) -> None:
    found = read(header, *cells)
    assert sizes_of(found) == wanted
    said = [warn.message for warn in found.warnings if warn.code == "size-units"]
    assert said == ([worded("reports/sizes-under-say", header, told)] if told else [])


def test_sizes_some_of_which_say_a_unit_are_asked_about() -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read("SIZE", "1.5G", "13")
    assert refusal.value.code == "size-without-unit"


def test_why_a_size_is_no_figure_is_said() -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read("MB", "1.024", "2.048")
    assert "thousands or decimals" in refusal.value.message
    assert refusal.value.advice == worded("reports/export-sizes-bytes")


def test_a_size_rounded_to_nothing_is_not_known() -> None:
    assert sizes_of(read("ROUND(BYTES/1024/1024)", "0", "64", "0")) == [None, 64 * MB, None]


def test_bytes_count_before_a_rounded_size() -> None:
    rows = "OWNER,SEGMENT_NAME,SIZE_GB,BYTES\nAPP,T,1,1000000001\n"
    document = read_document(rows.encode(), "sizes.csv")
    assert isinstance(document, Inventory)
    assert sizes_of(document) == [1_000_000_001]


def test_a_size_is_found_again() -> None:
    data = b"OWNER,SEGMENT_NAME,SIZE_MB\nAPP,T,64\nAPP,U,12.5\n"
    document = read_document(data, "sizes.csv")
    assert isinstance(document, Inventory)
    place = locate(data, document.segments[1].evidence[0], "size_bytes")
    assert (place.line, place.raw_text, place.column) == (3, "12.5", "SIZE_MB")


def test_the_notation_of_sheets() -> None:
    assert whole_number("9,46E+10") == whole_number("9.46E+10") == pytest.approx(9.46e10)
    for text in ("-1,5e3", "12,5E+3", "1,2,3E+4"):
        with pytest.raises(CellFault):
            whole_number(text)


@pytest.mark.parametrize("header", ["ROUND(BYTES/1024/1024/1024,2)", "round(bytes/1024/1024/1024, 2)"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_name_may_say_to_how_many_decimals_it_is_rounded(header: str, sign: str) -> None:
    assert sizes_of(read(header, "12", "12.5", "3", sign=sign)) == [12 * GB, round(12.5 * GB), 3 * GB]
    assert sizes_of(read(f'"{header}"', "12", "12.5", sign=sign)) == [12 * GB, round(12.5 * GB)]
