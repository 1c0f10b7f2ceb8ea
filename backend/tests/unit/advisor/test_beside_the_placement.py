"""Files that could go whole, and tables that are more than the flash: said where it helps, and only there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice
from segtier.model.inventory import DatabaseFile
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import worded

READS = {"ORDERS": 500_000, "STOCK": 400_000, "LINES": 300_000, "ITEMS": 200_000, "HISTORY": 250_000}
SIZES = {"ORDERS": 40.0, "STOCK": 30.0, "LINES": 20.0, "ITEMS": 10.0, "HISTORY": 300.0}


def a_file(tablespace: str, gib: float | None, number: int) -> DatabaseFile:
    size = None if gib is None else round(gib * GIB)
    return DatabaseFile(f"/u01/{tablespace}{number}.dbf", tablespace, number, size_bytes=size)


def asked(files: tuple[DatabaseFile, ...], capacity_gib: int = 130, kind: str = "TABLE") -> Advice:
    segments = tuple(
        replace(
            a_segment(name, reads, 1_000, kind if name == "HISTORY" else "TABLE"),
            tablespace="OLD" if name == "HISTORY" else "HOT",
            subobject="P1" if kind == "TABLE PARTITION" and name == "HISTORY" else None,
            size_bytes=round(SIZES[name] * GIB),
        )
        for name, reads in READS.items()
    )
    inventory = replace(some_sizes(), datafiles=files, complete=None)
    return advise([a_workload(segments=segments)], [inventory], a_request(capacity_gib * GIB, 80, headroom_pct=0.0))


FILES = [
    ("as large as the move", (100.0,), 130, (1, 0)),
    ("two that are larger", (60.0, 50.0), 130, (2, 10)),
    ("four files for four segments", (25.0, 25.0, 25.0, 25.0), 130, None),
    ("a fifth of the files is something else", (125.0,), 130, (1, 25)),
    ("more than a fifth is", (126.0,), 130, None),
    ("the files do not fit", (115.0,), 110, None),
    ("a file of unknown size", (100.0, None), 130, None),
    ("no files listed", (), 130, None),
]


@pytest.mark.parametrize(("gib", "capacity", "found"), [case[1:] for case in FILES], ids=[case[0] for case in FILES])
def test_data_files_that_could_go_whole(
    gib: tuple[float | None, ...], capacity: int, found: tuple[int, int] | None
) -> None:
    advice = asked(tuple(a_file("HOT", one, number) for number, one in enumerate(gib)), capacity)
    assert {row.name for row in advice.segments if row.included} == {"ORDERS", "STOCK", "LINES", "ITEMS"}
    best = advice.best_segments
    assert best is not None
    there = [(one.tablespace, one.moves, one.files, one.more_bytes) for one in best.whole_tablespaces]
    assert there == ([] if found is None else [("HOT", 4, found[0], found[1] * GIB)])


def test_it_is_said_with_what_it_takes() -> None:
    (segments,) = [one for one in asked((a_file("HOT", 110.0, 1),)).options if one.option == "segments"]
    assert (
        worded("advisor/moves-segments-could", "91 %", "HOT", "4 segments", "1 data file", "10 GiB")
    ) in segments.notes


@pytest.mark.parametrize(
    ("kind", "capacity", "told"),
    [
        ("TABLE", 130, True),
        ("INDEX", 130, True),
        ("TABLE PARTITION", 130, False),
        ("TABLE", 300, False),
    ],
)
def test_a_table_larger_than_the_flash_might_be_partitioned(kind: str, capacity: int, told: bool) -> None:
    advice = asked((), capacity, kind)
    best = advice.best_segments
    assert best is not None
    assert [one.name for one in best.too_large] == (["HISTORY"] if told else [])
    row = next(row for row in advice.segments if row.name == "HISTORY")
    for one in best.too_large:
        assert (one.bytes, one.saves_s_per_hour) == (300 * GIB, row.benefit_s_per_hour)
    (segments,) = [one for one in advice.options if one.option == "segments"]
    assert any("SHOP.HISTORY (300 GiB) would save" in note for note in segments.notes) is told
