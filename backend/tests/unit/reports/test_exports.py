"""CSV exports and typed sizes: the tables of cases, and what a size must never become."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.segment_sizes import read_typed_sizes
from tests.sentences import worded

FOLDER = Path(__file__).parents[2] / "cases/reports"
EXPORTS = yaml.safe_load((FOLDER / "exports.yaml").read_text())
TYPED = yaml.safe_load((FOLDER / "typed_sizes.yaml").read_text())
SIZES = """OWNER,SEGMENT_NAME,PARTITION_NAME,SEGMENT_TYPE,TABLESPACE_NAME,BYTES
APP,ORDERS,,TABLE,USERS,65536
APP,ORDERS_IX,P1,INDEX PARTITION,USERS,"1,048,576"
APP,EMPTY,,TABLE,USERS,0
"""


@pytest.mark.parametrize("case", EXPORTS, ids=lambda case: case["name"])
def test_export(case: dict[str, Any]) -> None:
    if "error" in case:
        wanted = case["error"]
        with pytest.raises(UnreadableInput, match=wanted["words"]) as refusal:
            read_document(case["text"].encode(), "export.csv")
        assert refusal.value.code == wanted["code"]
        assert refusal.value.line == wanted["line"]
        assert refusal.value.column == wanted.get("column", refusal.value.column)
        assert wanted["advice"] in (refusal.value.advice or "")
        assert refusal.value.excerpt == wanted.get("excerpt", refusal.value.excerpt)
        return
    workload = read_document(case["text"].encode(), "export.csv")
    assert isinstance(workload, Workload)
    assert len(workload.segments) == len(case["segments"])
    for segment, expected in zip(workload.segments, case["segments"], strict=True):
        assert {name: getattr(segment, name) for name in expected} == expected
    messages = {warning.code: warning.message for warning in workload.warnings}
    assert messages.keys() == case.get("warnings", {}).keys()
    assert all(words in messages[code] for code, words in case.get("warnings", {}).items())
    assert workload.segment_basis["kind"] == "cumulative"
    assert workload.source.kind == "segment-counters"


def test_statistics_of_an_export_are_its_sections() -> None:
    workload = read_document(b"OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE\nA,T,physical reads,5\n", "x.csv")
    assert isinstance(workload, Workload)

    states = {section.name: section.state for section in workload.sections}
    assert states["Segment counters: physical reads"] == "found"
    assert states["Segment counters: physical writes"] == "missing"


def test_sizes() -> None:
    inventory = read_document(SIZES.encode(), "sizes.csv")
    assert isinstance(inventory, Inventory)

    assert [(one.name, one.subobject, one.type, one.size_bytes) for one in inventory.segments] == [
        ("ORDERS", None, "TABLE", 65536),
        ("ORDERS_IX", "P1", "INDEX PARTITION", 1048576),
        ("EMPTY", None, "TABLE", 0),
    ]
    assert inventory.complete is None
    assert inventory.source.kind == "segment-sizes"


def test_an_export_with_undo_is_of_the_whole_database() -> None:
    inventory = read_document(f"{SIZES}SYS,_SYSSMU1$,,TYPE2 UNDO,UNDO,131072\n".encode(), "sizes.csv")

    assert isinstance(inventory, Inventory)
    assert inventory.complete is True


def test_an_export_with_a_row_left_out_is_not_of_the_whole_database() -> None:
    undo = "SYS,_SYSSMU1$,,TYPE2 UNDO,UNDO,131072\n"
    inventory = read_document(f"{SIZES}{undo}APP,HISTORY,,TABLE,USERS,\n".encode(), "sizes.csv")

    assert isinstance(inventory, Inventory)
    assert [one.code for one in inventory.warnings] == ["row-skipped"]
    assert inventory.complete is False


def test_a_size_given_twice_counts_once_and_is_told() -> None:
    inventory = read_document(f"{SIZES}APP,ORDERS,,TABLE,USERS,65536\n".encode(), "sizes.csv")

    assert len(inventory.segments) == 3
    assert [(warning.code, warning.line) for warning in inventory.warnings] == [("repeated-segment", 5)]


def test_the_first_three_sizes_given_twice_are_named() -> None:
    inventory = read_document((SIZES + "APP,ORDERS,,TABLE,USERS,65536\n" * 4).encode(), "sizes.csv")

    assert [warning.message for warning in inventory.warnings] == [worded("reports/segment-stand-twice", 4, "5, 6, 7")]


def test_an_unknown_size_is_never_zero() -> None:
    inventory = read_document(f"{SIZES}APP,NOSIZE,,TABLE,USERS,\n".encode(), "sizes.csv")

    assert "NOSIZE" not in {one.name for one in inventory.segments}
    assert [warning.code for warning in inventory.warnings] == ["row-skipped"]


@pytest.mark.parametrize("case", TYPED, ids=lambda case: case["text"])
def test_typed_size(case: dict[str, Any]) -> None:
    inventory, rejected = read_typed_sizes(case["text"])

    if "refused" in case:
        assert inventory.segments == ()
        assert case["refused"] in rejected[0].message
        assert (rejected[0].line, rejected[0].excerpt) == (1, " ".join(case["text"].split()))
        assert rejected[0].advice
        return
    (segment,) = inventory.segments
    assert [segment.owner, segment.name, segment.subobject] == case["segment"]
    assert segment.size_bytes == case["bytes"]
    assert rejected == ()


def test_good_typed_lines_count_beside_bad_ones() -> None:
    inventory, rejected = read_typed_sizes("# my sizes\nAPP.A 1G\n\nnonsense\n-- more\nAPP.B 2G\nAPP.A 3G\n")

    assert {one.name: one.size_bytes for one in inventory.segments} == {"A": 3 * 2**30, "B": 2 * 2**30}
    assert [fault.line for fault in rejected] == [4]
    assert inventory.source.kind == "typed"


def test_pasted_csv_with_a_header() -> None:
    inventory, rejected = read_typed_sizes(SIZES)

    assert len(inventory.segments) == 3
    assert rejected == ()
