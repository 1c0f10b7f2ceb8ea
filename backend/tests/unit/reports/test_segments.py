"""Joining the "Segments by ..." lists: one segment per name, bounds only where a list may have been cut."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from segtier.model.workload import Segment, Workload
from segtier.reports import read_document
from tests.unit.reports import pages

Row = Sequence[str]
NAMES = ["Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type"]
NUMBERED = [*NAMES, "Obj#", "Dataobj#"]


def listing(name: str, metric: str, rows: Sequence[Row], notes: Sequence[str] = (), names: Row = NAMES) -> str:
    return pages.section(f"Segments by {name}", [*names, metric, "%Total"], [[*row, "1.00"] for row in rows], notes)


def tables(count: int, first: int = 100, prefix: str = "T") -> list[Row]:
    """`count` tables with falling figures: T0 has `first`, T1 ten less."""
    return [["APP", "USERS", f"{prefix}{place}", "", "TABLE", str(first - 10 * place)] for place in range(count)]


def read(*parts: str) -> Workload:
    document = read_document(pages.report(*parts), None)
    assert isinstance(document, Workload)
    return document


def segment(workload: Workload, name: str) -> Segment:
    return next(one for one in workload.segments if one.name == name)


def test_one_segment_from_several_lists_with_evidence_of_each() -> None:
    workload = read(
        listing("Physical Reads", "Physical Reads", [["APP", "USERS", "T", "", "TABLE", "1,000"]]),
        listing("Physical Writes", "Physical Writes", [["APP", "USERS", "T", "", "TABLE", "50"]]),
    )

    (only,) = workload.segments
    assert (only.physical_reads_blocks, only.physical_writes_blocks) == (1000, 50)
    assert [one.section for one in only.evidence] == ["Segments by Physical Reads", "Segments by Physical Writes"]


def test_absent_from_a_full_list_is_unknown_below_its_lowest_figure() -> None:
    workload = read(
        listing("Physical Reads", "Physical Reads", tables(5)),
        listing("Physical Writes", "Physical Writes", tables(5, 900, "W")),
    )

    assert segment(workload, "T0").physical_writes_blocks is None
    assert segment(workload, "T0").below == {"physical_writes_blocks": 860}
    assert segment(workload, "W0").below == {"physical_reads_blocks": 60}


@pytest.mark.parametrize(
    ("reads", "writes", "bounded"),
    [(5, 5, True), (5, 4, False), (10, 5, False), (10, 10, True), (3, 3, False)],
)
def test_a_list_bounds_only_when_it_may_have_been_cut(reads: int, writes: int, bounded: bool) -> None:
    workload = read(
        listing("Physical Reads", "Physical Reads", tables(reads)),
        listing("Physical Writes", "Physical Writes", tables(writes, 900, "W")),
    )

    assert ("physical_writes_blocks" in segment(workload, "T0").below) is bounded


def test_a_table_and_an_index_of_one_name_stay_apart() -> None:
    rows = [["APP", "USERS", "X", "", "TABLE", "10"], ["APP", "USERS", "X", "", "INDEX", "20"]]

    assert [one.physical_reads_blocks for one in read(listing("Physical Reads", "Physical Reads", rows)).segments] == [
        10,
        20,
    ]


def test_one_name_twice_in_a_list_is_added_up() -> None:
    """A new data object of the same segment: truncated or moved within the interval."""
    rows = [["APP", "USERS", "X", "", "TABLE", "7", "8", "10"], ["APP", "USERS", "X", "", "TABLE", "7", "9", "20"]]
    (only,) = read(listing("Physical Reads", "Physical Reads", rows, names=NUMBERED)).segments

    assert only.physical_reads_blocks == 30
    assert len(only.evidence) == 2


@pytest.mark.parametrize(
    ("names", "numbers", "segments"),
    [(NAMES, ([], []), 2), (NUMBERED, (["1", "2"], ["1", "2"]), 1), (NUMBERED, (["1", "2"], ["1", "3"]), 2)],
)
def test_nameless_rows_join_only_by_their_object_numbers(
    names: Row, numbers: tuple[list[str], list[str]], segments: int
) -> None:
    junk = ["** MISSING **", "TEMP", "** MISSING **", "** MISSING **", "UNDEFINED"]
    workload = read(
        listing("Physical Reads", "Physical Reads", [[*junk, *numbers[0], "10"]], names=names),
        listing("Physical Writes", "Physical Writes", [[*junk, *numbers[1], "20"]], names=names),
    )

    assert len(workload.segments) == segments


def test_coverage_from_the_bullets() -> None:
    notes = ["Total Physical Write Requestss:          10,000", "Captured Segments account for   99.1% of Total"]
    rows = [["APP", "USERS", "X", "", "TABLE", "1,500"]]
    workload = read(listing("Physical Write Requests", "Phys Write Requests", rows, notes))

    found = workload.segment_coverage["physical_write_requests"]
    assert (found.listed, found.captured, found.total) == (1500, pytest.approx(9910), 10000)


def test_coverage_above_a_hundred_and_without_a_total() -> None:
    rows = [["APP", "USERS", "X", "", "TABLE", "1,500"]]
    over = ["Total Direct Physical Reads: 1,000", "Captured Segments account for 1.4E+03% of Total"]
    none = ["% of Capture shows % of row lock waits for each top segment compared"]
    workload = read(
        listing("Direct Physical Reads", "Direct Reads", rows, over),
        listing("Row Lock Waits", "Row Lock Waits", rows, none),
    )

    assert workload.segment_coverage["direct_reads_blocks"].captured == pytest.approx(14000)
    assert workload.segment_coverage["row_lock_waits"].total is None
    assert workload.segment_coverage["row_lock_waits"].captured is None
    assert "physical_reads_blocks" not in workload.segment_coverage


def test_a_list_without_rows_covers_nothing_known() -> None:
    notes = ["Total Physical Reads: 1,000", "Captured Segments account for 50.0% of Total"]
    assert read(listing("Physical Reads", "Physical Reads", [], notes)).segment_coverage == {}
