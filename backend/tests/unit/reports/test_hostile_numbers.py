"""Numbers no database has: a file is read without them or refused by name, whatever kind it is and wherever they stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from robustness import seeds
from robustness.readers import READERS
from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput
from segtier.model.pair import Pair
from segtier.reading.describe import describe
from segtier.reports import read_document
from segtier.reports.impossible_figures import impossible_figures
from segtier.reports.segment_sizes import read_typed_sizes
from tests.hostile_numbers import NUMBERS, with_number, with_number_in_workbook
from tests.unit.reports import pages

_KINDS = sorted(READERS.keys() - {"archives", "bundle", "typed-sizes"})


def _read(data: bytes) -> list[Any]:
    """The documents of a file; none where it is refused with an expected error."""
    try:
        document = read_document(data, "hostile")
    except SegtierError:
        return []
    return [document.first, document.second] if isinstance(document, Pair) else [document]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("kind", _KINDS)
def test_no_document_holds_them(kind: str, number: str) -> None:
    for seed in READERS[kind].seeds():
        packed = seed.startswith(b"PK")
        files = [with_number_in_workbook(seed, NUMBERS[number])] if packed else with_number(seed, NUMBERS[number], 8)
        for data in files:
            for document in _read(data):
                describe(document, file="hostile", sha256=None, sample=False)
                assert encode(document)
                assert next(impossible_figures(document), None) is None


@pytest.mark.parametrize("number", NUMBERS)
def test_no_bundle_holds_them(number: str) -> None:
    for seed in READERS["bundle"].seeds()[::2]:
        for data in with_number(seed, NUMBERS[number], 3):
            try:
                READERS["bundle"].read(data)
            except SegtierError:
                continue


@pytest.mark.parametrize("number", NUMBERS)
def test_typed_sizes_hold_none(number: str) -> None:
    inventory, rejected = read_typed_sizes(f"SHOP.A {NUMBERS[number]}G\nSHOP.B,{NUMBERS[number]}\nSHOP.C 5G\n")
    assert [one.line for one in rejected if one.line == 3] == []
    assert [one.name for one in inventory.segments][-1:] == ["C"]
    assert next(impossible_figures(inventory), None) is None


_EVENTS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
_WORKLOAD = {"schema": "segtier.workload/1", "source": {"kind": "awr-html"}}
_MINER = b"""~~BEGIN-OS-INFORMATION~~

STAT_NAME  STAT_VALUE
---------- ------------------------------
DBID       999999999999999999999999999999

~~END-OS-INFORMATION~~
"""
REFUSED: dict[str, tuple[bytes, str]] = {
    "a DBID of 20 digits": (pages.report().replace(b">1234567890<", b">99999999999999999999<"), "DB Id"),
    "a snapshot of 30 digits": (pages.report().replace(b">10<", b">%s<" % (b"9" * 30)), "Snap Id"),
    "a RAC report's DBID": (seeds.rac_html()[0].replace(b">99<", b">99999999999999999999<"), "Database: Id"),
    "a miner's DBID": (_MINER, "DBID"),
    "an export's DBID": (b"OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE,DBID\nA,T,physical reads,5,99999999999999999999\n", "DBID"),
    "a document's DBID": (json.dumps({**_WORKLOAD, "database": {"dbid": 10**19}}).encode(), "$.database.dbid"),
    "a document's waits": (
        json.dumps({**_WORKLOAD, "wait_events": [{"event": "e", "wait_class": None, "waits": -5}]}).encode(),
        "$.wait_events[0].waits",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused_by_name(case: str) -> None:
    data, where = REFUSED[case]
    with pytest.raises(UnreadableInput) as refused:
        read_document(data, "hostile")
    assert where in refused.value.message
    assert refused.value.code in ("impossible-identifier", "bad-document")


def test_a_disk_group_that_lacks_room_is_no_fault() -> None:
    """Oracle prints USABLE_FILE_MB below zero where a failed disk could not be mirrored anew."""
    document = {"schema": "segtier.inventory/1", "source": {"kind": "bundle"}}
    groups = [{"name": "DATA", "usable_bytes": -5 * 2**30}]
    inventory = read_document(json.dumps({**document, "disk_groups": groups}).encode(), "parsed")
    assert inventory.disk_groups[0].usable_bytes == -5 * 2**30  # type: ignore[union-attr]


@pytest.mark.parametrize("waits", ["-5", str(2**64), "9" * 400, "2,000,000P"])
def test_a_figure_is_unknown_and_the_rest_is_read(waits: str) -> None:
    rows = [
        ["db file sequential read", "1,234", "0", "10", "8.10", "1.0", "50.0"],
        ["log file sync", waits, "0", "5", "1.0", "0.5", "2.0"],
    ]
    found = read_document(pages.report(pages.section("Foreground Wait Events", _EVENTS, rows)), "hostile")
    assert [(row.event, row.waits, row.time_s) for row in found.wait_events] == [  # type: ignore[union-attr]
        ("db file sequential read", 1234, 10.0),
        ("log file sync", None, 5.0),
    ]
    said = [warning for warning in found.warnings if warning.code == "impossible-figure"]  # type: ignore[union-attr]
    assert [(one.section, "'Waits'" in one.message, "row 2" in one.message) for one in said] == [
        ("Foreground Wait Events", True, True)
    ]
