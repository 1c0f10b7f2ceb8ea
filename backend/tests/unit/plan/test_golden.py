"""The statement of every kind of segment on every release, edition, COMPATIBLE and container, against golden.yaml.

golden.yaml was written by hand from the manuals the rows of kinds.yaml name, not from what the code prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.plan.operations.kinds import kinds
from segtier.plan.operations.segments import operations_of
from segtier.plan.targets import targeted
from tests.unit.plan.inventories import HEAP, INDEX, KINDS, LOB, known_request, known_segment, of
from tests.unit.plan.requests import a_segment

GOLDEN: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("golden.yaml").read_text())
RELEASES = ("11.2.0.4.0", "12.1.0.2.0", "12.2.0.1.0", "19.0.0.0.0", "23.0.0.0.0")
EDITIONS = ("SE2", "EE")
COMPATIBLE = ("11.2.0", "12.1.0", "12.2.0", "19.0.0", None)
PDBS = (None, "PDB1")
IOT = {**INDEX, "iot": "IOT", "index_type": "IOT - TOP"}
PART = {"subobject": "P2024"}
SEGMENTS = {
    "heap table": (KINDS["heap table"],),
    "table with its LOBs": (KINDS["heap table"], KINDS["LOB"]),
    "LOBs of a table": (
        KINDS["LOB"], replace(KINDS["LOB"], name="SYS_LOB09$$", column="PHOTO", facts={**LOB, "securefile": False}),
    ),
    "table partition": (KINDS["table partition"],),
    "table subpartition": (replace(KINDS["table partition"], type="TABLE SUBPARTITION"),),
    "partition with its LOBs": (KINDS["table partition"], KINDS["LOB of a partition"]),
    "LOBs of a partition": (KINDS["LOB of a partition"],),
    "nested table": (KINDS["nested table storage"],),
    "index-organized table": (KINDS["index of an IOT"],),
    "index-organized table with overflow": (
        KINDS["overflow of an IOT"], KINDS["index of an IOT"],
    ),
    "overflow of an index-organized table": (KINDS["overflow of an IOT"],),
    "index-organized table with mapping table": (
        KINDS["index of an IOT"],
        known_segment("SYS_IOT_MAP_7", "TABLE", {"iot": "IOT_MAPPING"}, **of("COUNTRIES")),
    ),
    "partition of an index-organized table": (known_segment("SYS_IOT_TOP_7", "INDEX PARTITION", IOT, **PART, **of("COUNTRIES")),),
    "partition of an index-organized table with overflow": (
        known_segment("SYS_IOT_TOP_7", "INDEX PARTITION", IOT, **PART, **of("COUNTRIES")),
        known_segment("SYS_IOT_OVER_7", "TABLE PARTITION", {"iot": "IOT_OVERFLOW"}, **PART, **of("COUNTRIES")),
    ),
    "overflow of a partition of an index-organized table": (
        known_segment("SYS_IOT_OVER_7", "TABLE PARTITION", {"iot": "IOT_OVERFLOW"}, **PART, **of("COUNTRIES")),
    ),
    "materialized view log": (known_segment("MLOG$_ORDERS", "TABLE", {**HEAP, "materialized_view_log": True}, **of("ORDERS")),),
    "materialized view container": (KINDS["materialized view container"],),
    "table with a bitmap join index": (KINDS["table with a bitmap join index"],),
    "table of an encrypted tablespace": (known_segment("CARDS", "TABLE", {**HEAP, "tablespace_encrypted": True}),),
    "index": (KINDS["index"],),
    "bitmap index": (replace(KINDS["index"], facts={**INDEX, "index_type": "BITMAP"}),),
    "function-based index": (replace(KINDS["index"], facts={**INDEX, "index_type": "FUNCTION-BASED NORMAL"}),),
    "bitmap join index": (replace(KINDS["index"], facts={**INDEX, "index_type": "BITMAP", "bitmap_join_index": True}),),
    "index partition": (KINDS["index partition"],),
    "index subpartition": (replace(KINDS["index partition"], type="INDEX SUBPARTITION"),),
    "table whose home is not known": (a_segment("ORDERS", tablespace=None),),
}  # fmt: skip


def cells() -> Iterable[tuple[str, str, str | None, str | None]]:
    return product(RELEASES, EDITIONS, COMPATIBLE, PDBS)


def got(
    kind: str, release: str, edition: str, compatible: str | None, pdb: str | None
) -> list[tuple[str, str | None, str]]:
    move = tuple(replace(one, pdb=pdb) for one in SEGMENTS[kind])
    request = known_request(
        known={"dependents": ()},
        move=move,
        release=release,
        edition=edition,
        compatible=compatible,
        cdb=pdb is not None,
    )
    operations = operations_of(move, targeted(request))
    assert {one.pdb for one in operations} == {pdb}
    return [(one.statement, one.otherwise, one.inverse) for one in operations]


def expected(kind: str, release: str, edition: str, compatible: str | None) -> list[tuple[str, str | None, str]]:
    """By golden.yaml: the online statement from a release and a COMPATIBLE on in Enterprise Edition, else the offline one.

    The offline one stands by where COMPATIBLE is not known.
    """
    row = GOLDEN[kind]
    reached = min(version(release), version(compatible or "99"))
    since = version(row["online since"]) if "online since" in row else None
    online = since is not None and edition == "EE" and reached >= since
    offline = [(row["offline"], None, row["back offline"])]
    stands_by = row["offline"] if compatible is None else None
    found = [(row["online"], stands_by, row["back online"])] if online else offline
    return [*found, *((row["then"], None, row["back then"]) for _ in [0] if "then" in row)]


def version(text: str) -> tuple[int, int]:
    parts = [int(part) for part in text.split(".")]
    return parts[0], parts[1] if len(parts) > 1 else 0


@pytest.mark.parametrize("kind", SEGMENTS)
def test_statements_are_the_golden_ones(kind: str) -> None:
    wrong = {
        cell: (found, wanted)
        for cell in cells()
        if (found := got(kind, *cell)) != (wanted := expected(kind, *cell[:3]))
    }
    assert not wrong, next(iter(wrong.items()))


def test_every_kind_has_a_golden_case() -> None:
    assert set(GOLDEN) == set(SEGMENTS)
    used = {one.kind for move in SEGMENTS.values() for one in operations_of(move, targeted(known_request(move=move)))}
    assert used == set(kinds())
