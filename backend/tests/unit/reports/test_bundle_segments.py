"""What a segment belongs to and what is known of it, joined out of the dictionary's files of a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from segtier.model.inventory import FoldedSegments
from segtier.reports.bundle import kept
from segtier.reports.bundle.segments import FAMILIES
from segtier.units import MIB
from tests.packed_bundles import Documents, documents_of
from tests.sentences import like, tells

EMPTY: dict[str, Any] = dict.fromkeys(
    ("tables", "indexes", "lobs", "lob_partitions", "nested_tables", "long_columns", "encrypted_columns",
     "object_columns", "archived_tables", "materialized_views", "mview_logs", "queue_tables",
     "segment_statistics"), ())  # fmt: skip


def a_segment(
    name: str, type_: str, partition: str | None = None, size: int = MIB, owner: str = "APP"
) -> dict[str, Any]:
    return {"owner": owner, "segment_name": name, "partition_name": partition, "segment_type": type_, "bytes": size,
            "tablespace_name": "D"}  # fmt: skip


TABLE = {"owner": "APP", "table_name": "T", "partitioned": "NO", "compression": "DISABLED", "logging": "YES"}
INDEX = {"owner": "APP", "index_name": "I", "table_owner": "OTHER", "table_name": "T", "index_type": "NORMAL",
         "partitioned": "NO", "join_index": "NO", "compression": "DISABLED", "logging": "NO"}  # fmt: skip
LOB = {"owner": "APP", "table_name": "T", "column_name": "BODY", "segment_name": "L$$", "index_name": "LI$$",
       "partitioned": "NO", "securefile": "YES", "encrypt": "NO", "compression": "NO"}  # fmt: skip

PARENTS: tuple[tuple[str, dict[str, Any], dict[str, Any], tuple[Any, ...]], ...] = (
    ("a table", a_segment("T", "TABLE"), {"tables": [TABLE]}, (None, None, None)),
    ("an index", a_segment("I", "INDEX"), {"indexes": [INDEX]}, ("OTHER", "T", None)),
    ("a partition of an index", a_segment("I", "INDEX PARTITION", "P1"), {"indexes": [INDEX]}, ("OTHER", "T", None)),
    ("an index without its row", a_segment("I", "INDEX"), {}, (None, None, None)),
    ("a LOB", a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB]}, ("APP", "T", "BODY")),
    ("a partition of a LOB", a_segment("L$$", "LOB PARTITION", "SYS_LOB_P1"), {"lobs": [LOB]}, ("APP", "T", "BODY")),
    ("a LOB index", a_segment("LI$$", "LOBINDEX"), {"lobs": [LOB]}, ("APP", "T", "BODY")),
    ("a LOB index with its row", a_segment("LI$$", "LOBINDEX"),
     {"lobs": [LOB], "indexes": [INDEX | {"index_name": "LI$$", "table_owner": "APP"}]}, ("APP", "T", "BODY")),
    ("a nested table", a_segment("N", "NESTED TABLE"),
     {"nested_tables": [{"owner": "APP", "table_name": "N", "parent_table_name": "T", "parent_table_column": "C"}]},
     ("APP", "T", "C")),
    ("an IOT's overflow", a_segment("SYS_IOT_OVER_1", "TABLE"),
     {"tables": [TABLE | {"table_name": "SYS_IOT_OVER_1", "iot_type": "IOT_OVERFLOW", "iot_name": "IOT1"}]},
     ("APP", "IOT1", None)),
    ("an IOT's top", a_segment("IOT1_PK", "INDEX"),
     {"indexes": [INDEX | {"index_name": "IOT1_PK", "index_type": "IOT - TOP", "table_owner": "APP", "table_name": "IOT1"}]},
     ("APP", "IOT1", None)),
    ("a materialized view's log", a_segment("MLOG$_T", "TABLE"),
     {"mview_logs": [{"log_owner": "APP", "master": "T", "log_table": "MLOG$_T"}]}, ("APP", "T", None)),
    ("another owner's table", a_segment("T", "TABLE", owner="ELSE"),
     {"nested_tables": [{"owner": "APP", "table_name": "T", "parent_table_name": "X"}]}, (None, None, None)),
)  # fmt: skip


def read(folder: Path, rows: dict[str, Any]) -> Documents:
    return documents_of(folder, EMPTY | rows)


@pytest.mark.parametrize(("row", "rows", "expected"), [one[1:] for one in PARENTS], ids=[one[0] for one in PARENTS])
def test_parents(tmp_path: Path, row: dict[str, Any], rows: dict[str, Any], expected: tuple[Any, ...]) -> None:
    (found,) = read(tmp_path, {"segments": [row], **rows}).inventory.segments
    assert (found.parent_owner, found.parent_name, found.column) == expected
    assert (found.owner, found.name, found.subobject, found.type, found.size_bytes) == (
        row["owner"], row["segment_name"], row["partition_name"], row["segment_type"], MIB)  # fmt: skip


FACTS: tuple[tuple[str, Any, dict[str, Any], dict[str, Any]], ...] = (
    ("long_column", "LONG RAW", a_segment("T", "TABLE"),
     {"long_columns": [{"owner": "APP", "table_name": "T", "column_name": "C", "data_type": "LONG RAW"}]}),
    ("long_column", False, a_segment("T", "TABLE"), {}),
    ("long_column", None, a_segment("T", "TABLE"), {"long_columns": "ORA-00942: table or view does not exist"}),
    ("iot", "IOT_OVERFLOW", a_segment("T", "TABLE"), {"tables": [TABLE | {"iot_type": "IOT_OVERFLOW"}]}),
    ("iot", False, a_segment("T", "TABLE"), {"tables": [TABLE]}),
    ("iot", None, a_segment("T", "TABLE"), {}),
    ("iot", "IOT", a_segment("I", "INDEX"), {"indexes": [INDEX | {"index_type": "IOT - TOP"}]}),
    ("cluster", True, a_segment("C", "CLUSTER"), {}),
    ("compression", "OLTP", a_segment("T", "TABLE"),
     {"tables": [TABLE | {"compression": "ENABLED", "compress_for": "OLTP"}]}),
    ("compression", "BASIC", a_segment("T", "TABLE"), {"tables": [TABLE | {"compression": "ENABLED"}]}),
    ("compression", False, a_segment("T", "TABLE"), {"tables": [TABLE]}),
    ("compression", None, a_segment("T", "TABLE PARTITION", "P"), {"tables": [TABLE | {"compression": None}]}),
    ("compression", "PREFIX", a_segment("I", "INDEX"), {"indexes": [INDEX | {"compression": "ENABLED"}]}),
    ("compression", "HIGH", a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"compression": "HIGH"}]}),
    ("encrypted", True, a_segment("T", "TABLE"),
     {"encrypted_columns": [{"owner": "APP", "table_name": "T", "column_name": "C"}]}),
    ("encrypted", False, a_segment("T", "TABLE"), {}),
    ("encrypted", True, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"encrypt": "YES"}]}),
    ("encrypted", False, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"encrypt": "NONE"}]}),
    ("partitioned", True, a_segment("T", "TABLE PARTITION", "P"), {"tables": [TABLE | {"partitioned": "YES"}]}),
    ("object_column", True, a_segment("T", "TABLE"),
     {"object_columns": [{"owner": "APP", "table_name": "T", "column_name": "DOC", "data_type": "XMLTYPE"}]}),
    ("object_column", False, a_segment("T", "TABLE"), {}),
    ("object_column", None, a_segment("T", "TABLE"), {"object_columns": "ORA-00942: table or view does not exist"}),
    ("flashback_archive", True, a_segment("T", "TABLE"),
     {"archived_tables": [{"owner": "APP", "table_name": "T", "archive_table": "SYS_FBA_HIST_7"}]}),
    ("nested", True, a_segment("T", "NESTED TABLE"),
     {"nested_tables": [{"owner": "APP", "table_name": "T", "parent_table_name": "X"}]}),
    ("queue", True, a_segment("T", "TABLE"), {"queue_tables": [{"owner": "APP", "queue_table": "T"}]}),
    ("materialized_view", True, a_segment("T", "TABLE"),
     {"materialized_views": [{"owner": "APP", "mview_name": "V", "container_name": "T"}]}),
    ("materialized_view_log", True, a_segment("T", "TABLE"),
     {"mview_logs": [{"log_owner": "APP", "master": "X", "log_table": "T"}]}),
    ("domain_index", True, a_segment("I", "INDEX"), {"indexes": [INDEX | {"index_type": "DOMAIN"}]}),
    ("bitmap_join_index", True, a_segment("I", "INDEX"), {"indexes": [INDEX | {"join_index": "YES"}]}),
    ("domain_index", True, a_segment("T", "TABLE"),
     {"tables": [TABLE], "indexes": [INDEX | {"table_owner": "APP", "index_type": "FUNCTION-BASED DOMAIN"}]}),
    ("domain_index", False, a_segment("T", "TABLE"),
     {"tables": [TABLE], "indexes": [INDEX | {"table_owner": "APP", "join_index": "YES"}]}),
    ("bitmap_join_index", True, a_segment("T", "TABLE"),
     {"tables": [TABLE], "indexes": [INDEX | {"table_owner": "APP", "join_index": "YES"}]}),
    ("bitmap_join_index", False, a_segment("T", "TABLE"),
     {"tables": [TABLE], "indexes": [INDEX | {"table_owner": "APP", "index_type": "DOMAIN"}]}),
    ("index_type", "FUNCTION-BASED NORMAL", a_segment("I", "INDEX"),
     {"indexes": [INDEX | {"index_type": "FUNCTION-BASED NORMAL"}]}),
    ("securefile", False, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"securefile": "NO"}]}),
    ("table_partition", "P7", a_segment("L$$", "LOB PARTITION", "SYS_LOB_P7"),
     {"lobs": [LOB], "lob_partitions": [{"table_owner": "APP", "table_name": "T", "column_name": "BODY", "lob_name": "L$$",
                                         "partition_name": "P7", "lob_partition_name": "SYS_LOB_P7"}]}),
    ("logging", True, a_segment("T", "TABLE"), {"tables": [TABLE]}),
    ("logging", False, a_segment("I", "INDEX"), {"indexes": [INDEX]}),
    ("logging", False, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"logging": "NO", "cache": "YES"}]}),
    ("logging", True, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"logging": "NO", "cache": "YES", "securefile": "NO"}]}),
    ("logging", False, a_segment("L$$", "LOBSEGMENT"),
     {"lobs": [LOB | {"logging": "NO", "cache": "CACHEREADS", "securefile": "NO"}]}),
    ("logging", True, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB | {"logging": "YES", "cache": "NO"}]}),
    ("logging", None, a_segment("L$$", "LOBSEGMENT"), {"lobs": [LOB]}),
    ("logging", False, a_segment("L$$", "LOB PARTITION", "SYS_LOB_P1"), {"lobs": [LOB | {"logging": "YES"}], "lob_partitions": [
        {"table_owner": "APP", "table_name": "T", "column_name": "BODY", "lob_name": "L$$", "partition_name": "P1",
         "lob_partition_name": "SYS_LOB_P1", "logging": "NO"}]}),
    ("logging", None, a_segment("L$$", "LOB PARTITION", "SYS_LOB_P1"), {"lobs": [LOB | {"logging": "YES"}]}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "expected", "row", "rows"),
    FACTS,
    ids=[f"{fact} {value} of {row['segment_type']}" for fact, value, row, _ in FACTS],
)
def test_facts(tmp_path: Path, fact: str, expected: Any, row: dict[str, Any], rows: dict[str, Any]) -> None:
    (found,) = read(tmp_path, {"segments": [row], **rows}).inventory.segments
    assert (found.facts or {}).get(fact) == expected


def test_every_fact_has_a_case() -> None:
    assert {one[0] for one in FACTS} == {fact for family in FAMILIES for fact in family.facts or {}}


def test_the_same_name_in_two_pdbs_is_two_segments(tmp_path: Path) -> None:
    segments = [a_segment("T", "TABLE") | {"con_id": number} for number in (1, 3, 4)]
    rows = {"segments": segments, "containers": [{"con_id": 3, "name": "PDB1"}],
            "tables": [TABLE | {"con_id": 3, "partitioned": "YES"}]}  # fmt: skip
    inventory = read(tmp_path, rows).inventory
    assert [one.pdb for one in inventory.segments] == [None, "PDB1", "CON_ID 4"]
    assert [(one.facts or {}).get("partitioned") for one in inventory.segments] == [None, True, None]


COUNTED = {"owner": "APP", "object_name": "T", "object_type": "TABLE", "tablespace_name": "D", "obj#": 7, "dataobj#": 8}


def test_counters_are_added_over_instances_and_say_what_they_cover(tmp_path: Path) -> None:
    rows = {
        "segment_statistics": [COUNTED | {"inst_id": n, "physical_reads": 40 * n, "dataobj#": 8 + n} for n in (1, 2)]
        + [COUNTED | {"inst_id": 1, "object_name": "IDLE", "physical_reads": 0}],
        "system_statistics": [{"inst_id": n, "name": "physical reads", "value": 80} for n in (1, 2)],
    }
    workload = read(tmp_path, rows).workload
    (found,) = workload.segments
    assert (found.physical_reads_blocks, found.data_object_id, found.physical_writes_blocks) == (120.0, 10, None)
    assert [one.row for one in found.evidence] == [0, 1]
    row = workload.segment_coverage["physical_reads_blocks"]
    assert (row.listed, row.captured, row.total) == (120.0, 120.0, 160.0)


def many(count: int) -> dict[str, Any]:
    """Tables with one index each; the first ones are the busiest, the last ones the largest."""
    names = [f"T{n:03}" for n in range(count)]
    return {
        "segments": [a_segment(name, "TABLE", size=MIB * (1 + n)) for n, name in enumerate(names)]
        + [a_segment(f"{name}_PK", "INDEX", size=1) for name in names],
        "indexes": [INDEX | {"index_name": f"{name}_PK", "table_owner": "APP", "table_name": name} for name in names],
        "segment_statistics": [COUNTED | {"inst_id": 1, "object_name": name, "physical_reads": 1000 // (n + 1)}
                               for n, name in enumerate(names)],
    }  # fmt: skip


def test_small_and_idle_segments_are_folded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("MOST_BUSY", 2), ("MOST_LARGE", 1), ("MOST_FAMILY", 2), ("WHOLE_UP_TO", 10)):
        monkeypatch.setattr(kept, name, most)
    documents = read(tmp_path, many(50))
    assert [one.name for one in documents.workload.segments] == ["T000", "T001"]
    names = [one.name for one in documents.inventory.segments]
    assert names[:3] == ["T000", "T001", "T049"]
    assert len(names) == 5
    assert set(names[3:]) <= {"T000_PK", "T001_PK", "T049_PK"}
    assert documents.inventory.folded == (
        FoldedSegments(47, sum(MIB * (1 + n) for n in range(2, 49)), "APP", "D", "TABLE"),
        FoldedSegments(48, 48, "APP", "D", "INDEX"),
    )
    row = documents.workload.segment_coverage["physical_reads_blocks"]
    assert (row.listed, row.captured) == (1500.0, float(sum(1000 // (n + 1) for n in range(50))))
    assert documents.warnings == {"segments-folded"}
    said = next(one.message for one in documents.workload.warnings if one.code == "segments-folded")
    assert tells(said, like("reports/counters-busiest-segments", ..., "33.5 %", "an unknown part"))
    assert documents.inventory.complete is True


def test_nothing_is_folded_below_the_limit(tmp_path: Path) -> None:
    documents = read(tmp_path, many(50))
    assert (len(documents.workload.segments), len(documents.inventory.segments)) == (50, 100)
    assert (documents.inventory.folded, documents.warnings) == ((), set())
