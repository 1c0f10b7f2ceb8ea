"""Sizes joined from exports and typed figures: who wins, and when a name is not enough."""

from dataclasses import replace

import pytest

from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.sizes import join_sizes, sizes_differ, total_sizes, whose_is_unknown
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.workload import SegmentKey, Source, segment_kind
from segtier.units import GIB
from tests.sentences import worded


def an_inventory(*rows: InventorySegment, kind: str = "segment-sizes", complete: bool | None = None) -> Inventory:
    return Inventory(source=Source(kind=kind), segments=rows, complete=complete)


def a_row(name: str, size: int | None, kind: str | None = "TABLE", pdb: str | None = None) -> InventorySegment:
    return InventorySegment("SHOP", name, type=kind, size_bytes=size, pdb=pdb, tablespace="SHOP_DATA")


def key(name: str, kind: str | None = "TABLE", pdb: str | None = None) -> SegmentKey:
    return (pdb, "SHOP", name, None, kind)


@pytest.mark.parametrize(
    ("inventories", "wanted", "size"),
    [
        ([an_inventory(a_row("ORDERS", 5))], key("ORDERS"), 5),
        ([an_inventory(a_row("ORDERS", 5))], key("ORDERS", None), 5),
        ([an_inventory(a_row("ORDERS", 5))], key("ORDERS", pdb="SALES"), 5),
        ([an_inventory(a_row("ORDERS", 5)), an_inventory(a_row("ORDERS", 7))], key("ORDERS"), 7),
        ([an_inventory(a_row("ORDERS", 5)), an_inventory(a_row("ORDERS", None))], key("ORDERS"), 5),
        ([an_inventory(a_row("ORDERS", 5)), an_inventory(a_row("ORDERS", 9, None))], key("ORDERS"), 9),
        ([an_inventory(a_row("X", 5), a_row("X", 2, "INDEX"))], key("X", "INDEX"), 2),
        ([an_inventory(a_row("X", 5), a_row("X", 2, "INDEX"))], key("X", None), None),
        ([an_inventory(a_row("X", 5, pdb="A"), a_row("X", 6, pdb="B"))], key("X", pdb="B"), 6),
        ([an_inventory(a_row("X", 5, pdb="A"), a_row("X", 6, pdb="B"))], key("X"), None),
        ([], key("ORDERS"), None),
    ],
)
def test_size_found(inventories: list[Inventory], wanted: SegmentKey, size: int | None) -> None:
    row = join_sizes(inventories).find(wanted)
    assert (row.size_bytes if row else None) == size


@pytest.mark.parametrize(
    ("rows", "segments", "sizes"),
    [
        ([a_row("X", 5)], ("A", "B"), (None, None)),
        ([a_row("X", 5)], ("A",), (5,)),
        ([a_row("X", 5)], ("CON_DBID 7", "CON_DBID 8"), (None, None)),
        ([a_row("X", 5, pdb="A")], ("A", "B"), (5, None)),
        ([a_row("X", 5, pdb="A")], ("CON_DBID 7", "CON_DBID 8"), (None, None)),
        ([a_row("X", 5, pdb="A")], ("CON_DBID 7",), (5,)),
        ([a_row("X", 5, pdb="A"), a_row("X", 6)], ("A", "B"), (5, None)),
    ],
)
def test_one_size_is_of_one_segment(
    rows: list[InventorySegment], segments: tuple[str, ...], sizes: tuple[int | None, ...]
) -> None:
    keys = [key("X", pdb=pdb) for pdb in segments]
    known = KnownFacts([an_inventory(*rows)], keys).sizes
    assert tuple(row.size_bytes if (row := known.find(one)) else None for one in keys) == sizes
    untold = any(row.pdb is None for row in rows) and len(segments) > 1
    assert [warn.code for warn in whose_is_unknown(known)] == (["sizes-of-whom"] if untold else [])


@pytest.mark.parametrize(
    ("inventories", "message"),
    [
        ([an_inventory(a_row("T", 5 * GIB)), an_inventory(a_row("T", 6 * GIB))], None),
        ([an_inventory(a_row("T", 5 * GIB)), an_inventory(a_row("T", None))], None),
        ([an_inventory(a_row("T", 5 * GIB)), an_inventory(a_row("U", 50 * GIB))], None),
        (
            [an_inventory(a_row("T", 5 * GIB)), an_inventory(a_row("T", 50 * GIB, None), kind="typed")],
            worded("analysis/later-counts", "SHOP.T is 5 GiB in another input and 50 GiB as typed", ""),
        ),
        (
            [
                an_inventory(a_row("T", 5 * GIB), a_row("U", 8 * GIB), kind="typed"),
                an_inventory(a_row("T", 10 * GIB), a_row("U", 2 * GIB)),
            ],
            worded(
                "analysis/later-counts", "SHOP.U is 8 GiB as typed and 2 GiB in another input", ", and 1 more differ"
            ),
        ),
    ],
)
def test_sizes_that_contradict_each_other_are_said(inventories: list[Inventory], message: str | None) -> None:
    assert [warn.message for warn in sizes_differ(inventories)] == ([message] if message else [])


@pytest.mark.parametrize(
    ("inventory", "totals"),
    [
        (an_inventory(a_row("T", 5), a_row("I", 2, "INDEX")), (7, 2)),
        (an_inventory(a_row("T", 5), a_row("U", 9, "TYPE2 UNDO")), (5, 0)),
        (an_inventory(a_row("T", 5), a_row("I", None, "INDEX")), (None, None)),
        (an_inventory(a_row("T", 5), kind="typed"), (None, None)),
        (an_inventory(a_row("T", 5), complete=False), (None, None)),
    ],
)
def test_totals_only_from_a_complete_export(inventory: Inventory, totals: tuple[int | None, int | None]) -> None:
    assert total_sizes([inventory]) == totals


def test_an_index_says_that_its_table_is_index_organized() -> None:
    index = replace(a_row("ORDERS_PK", 5, "INDEX"), parent_name="ORDERS", facts={"iot": "IOT"})
    plain = replace(a_row("LINES_PK", 5, "INDEX"), parent_name="LINES", facts={"iot": False})
    known = KnownFacts([an_inventory(index, plain)])
    found = [known.of(replace(a_row("L", 5, "LOBSEGMENT"), parent_name=name)) for name in ("ORDERS", "LINES")]
    assert found == [{"table_iot": "IOT"}, {}]


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ("TABLE", "TABLE"),
        ("TABLE SUBPARTITION", "TABLE"),
        ("NESTED TABLE", "TABLE"),
        ("INDEX PARTITION", "INDEX"),
        ("LOBINDEX", "INDEX"),
        ("LOBSEGMENT", "LOB"),
        ("LOB PARTITION", "LOB"),
        ("CLUSTER", "CLUSTER"),
        ("UNDEFINED", "UNDEFINED"),
        (None, None),
    ],
)
def test_kind(type_: str | None, kind: str | None) -> None:
    assert segment_kind(type_) == kind
