"""Heat maps: dates of the last use, never counts; and what is said of segments that nobody uses."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import pytest

from segtier.advisor import advise
from segtier.errors import UnreadableInput
from segtier.model.inventory import Inventory, LastUsed
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from tests.builders import a_request

day = partial(datetime, tzinfo=None)
HEAD = "OWNER,OBJECT_NAME,SUBOBJECT_NAME,SEGMENT_WRITE_TIME,SEGMENT_READ_TIME,FULL_SCAN,LOOKUP_SCAN\n"
SIZES = "OWNER,SEGMENT_NAME,SEGMENT_TYPE,TABLESPACE_NAME,BYTES\nAPP,OLD,TABLE,DATA,1073741824\nAPP,ORDERS,TABLE,DATA,1073741824\n"


def read(text: str) -> Inventory:
    document = read_document(text.encode(), "heat.csv")
    assert isinstance(document, Inventory)
    return document


def dates(row: LastUsed) -> list[datetime | None]:
    return [row.written, row.read, row.full_scan, row.lookup]


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("2026-10-03", day(2026, 10, 3)),
        ("03-OCT-26", day(2026, 10, 3)),
        ("2026-10-03 14:05:00", day(2026, 10, 3, 14, 5)),
        ("03.10.2026 14:05:00", day(2026, 10, 3, 14, 5)),
        ("", None),
    ],
)
def test_a_date_is_read_or_not_known(printed: str, told: datetime | None) -> None:
    text = f"{HEAD}APP,ORDERS,P1,2026-11-01,{printed},,\n"
    inventory = read(text)
    assert (inventory.source.kind, inventory.segments, inventory.complete) == ("heat-map", (), False)
    (row,) = inventory.last_used
    assert (row.owner, row.name, row.subobject) == ("APP", "ORDERS", "P1")
    assert dates(row) == [day(2026, 11, 1), told, None, None]
    assert locate(text.encode(), row.evidence[0]).line == 2


def test_a_date_that_cannot_be_told_leaves_its_row_out() -> None:
    inventory = read(f"{HEAD}APP,A,,2026-11-01,,,\nAPP,B,,99-Foo-26,,,\nAPP,C,,2026-11-01,,,\n")
    assert [row.name for row in inventory.last_used] == ["A", "C"]
    assert "row-skipped" in {warn.code for warn in inventory.warnings}


def test_a_histogram_says_the_last_hour_of_each_use() -> None:
    inventory = read(
        "OWNER,OBJECT_NAME,SUBOBJECT_NAME,TRACK_TIME,SEGMENT_WRITE,SEGMENT_READ,FULL_SCAN,LOOKUP_SCAN\n"
        "APP,ORDERS,,2026-10-01 10:00,NO,YES,YES,NO\n"
        "APP,ORDERS,,2026-10-09 10:00,NO,YES,NO,NO\n"
        "APP,ORDERS,,2026-10-05 10:00,NO,YES,YES,NO\n"
    )
    (row,) = inventory.last_used
    assert dates(row) == [None, day(2026, 10, 9, 10), day(2026, 10, 5, 10), None]


def _advice(*heat: str) -> list[tuple[str, str]]:
    events = (
        "Elapsed: 60 (mins)\nDB Time: 60 (mins)\n\nTop 5 Timed Foreground Events\n"
        "Event Waits Time(s) Avg wait (ms) % DB time Wait Class\n"
        "db file sequential read 240,000 2,400 10 66.7 User I/O\nlog file sync 9,000 90 10 2.5 Commit\n"
    )
    workload = read_document(events.encode(), "paste.txt")
    assert isinstance(workload, Workload)
    found = advise([workload], [read(SIZES), *map(read, heat)], a_request())
    return [(warn.code, warn.message) for warn in found.warnings if warn.code.startswith("cold")]


def test_cold_segments_are_told_with_what_they_take() -> None:
    (said,) = _advice(
        f"{HEAD}APP,OLD,,2026-08-01,,2026-10-03,\nAPP,ORDERS,,2026-11-20,2026-11-21,,\nAPP,GONE,,2026-08-01,,,\n"
    )
    assert said[0] == "cold-segments"
    for part in (
        "2 segment",
        "1 GiB",
        "21 Nov 2026",
        "APP.OLD, last full scan 3 Oct 2026",
        "APP.GONE, last write 1 Aug 2026",
    ):
        assert part in said[1]


@pytest.mark.parametrize(
    "rows", ["APP,OLD,,,,,\nAPP,ORDERS,,2026-11-20,,,\n", "APP,OLD,,2026-10-25,,,\nAPP,ORDERS,,2026-11-20,,,\n"]
)
def test_unknown_and_recent_are_not_cold(rows: str) -> None:
    assert _advice(HEAD + rows) == []
    assert _advice() == []


def test_a_map_without_owners_is_refused() -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read("OBJECT_NAME,TRACK_TIME,SEGMENT_WRITE,SEGMENT_READ\nORDERS,2026-11-20,NO,YES\n")
    assert refusal.value.code == "unsupported-document"
    assert "dba_heat_map_segment" in (refusal.value.advice or "")
