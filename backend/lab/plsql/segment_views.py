"""What the dictionary says of tables, their indexes and their LOBs.

Of LOGGING: Reference, ALL_TABLES and the like: a partitioned table or index and an index-organized table say nothing themselves,
their parts and the index do. Words of ALL_LOBS: CACHE, LOGGING.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lab.plsql.database import OWNER, Index, Leaf, Lob, Table

SEGMENT_VIEWS = {
    "dba_all_tables": "owner table_name tablespace_name cluster_name iot_name iot_type partitioned temporary nested secondary"
    " dropped compression compress_for logging degree",
    "dba_flashback_archive_tables": "owner_name table_name archive_table_name",
    "dba_external_tables": "owner table_name",
    "dba_ind_partitions": "index_owner index_name partition_name status tablespace_name partition_position logging",
    "dba_ind_subpartitions": "index_owner index_name partition_name subpartition_name subpartition_position status"
    " tablespace_name logging",
    "dba_indexes": "owner index_name table_owner table_name index_type status tablespace_name join_index temporary"
    " secondary logging degree",
    "dba_lob_partitions": "table_owner table_name column_name partition_name lob_partition_name lob_indpart_name securefile cache"
    " logging tablespace_name",
    "dba_lob_subpartitions": "table_owner table_name column_name subpartition_name lob_subpartition_name lob_indsubpart_name"
    " securefile cache logging tablespace_name",
    "dba_lobs": "owner table_name column_name segment_name index_name tablespace_name securefile cache logging compression"
    " deduplication encrypt in_row",
    "dba_mview_logs": "log_owner log_table master rowids",
    "dba_mviews": "owner container_name",
    "dba_nested_tables": "owner table_name parent_table_name",
    "dba_objects": "owner object_name object_id object_type",
    "dba_part_indexes": "owner index_name def_tablespace_name locality",
    "dba_part_tables": "owner table_name def_tablespace_name",
    "dba_queue_tables": "owner queue_table",
    "dba_segments": "owner segment_name partition_name segment_type tablespace_name bytes",
    "dba_tab_columns": "owner table_name data_type data_type_owner",
    "dba_tab_partitions": "table_owner table_name partition_name partition_position tablespace_name logging compress_for",
    "dba_tab_statistics": "owner table_name object_type stattype_locked",
    "dba_tab_subpartitions": "table_owner table_name partition_name subpartition_name subpartition_position"
    " tablespace_name logging compress_for",
}


def _yes(value: bool) -> str:
    return "YES" if value else "NO"


def of_table(table: Table) -> Iterable[tuple[str, dict[str, Any]]]:
    named = {"table_owner": OWNER, "table_name": table.name}
    only = next((leaf for leaf in table.leaves if leaf.name is None), None)
    parts = [leaf for leaf in table.leaves if leaf.name is not None]
    by_index = any(index.type == "IOT - TOP" for index in table.indexes)
    partitioned = bool(parts) or any(
        leaf.name for index in table.indexes if index.type == "IOT - TOP" for leaf in index.leaves
    )
    yield "dba_all_tables", {
        "owner": OWNER, "table_name": table.name, "tablespace_name": only and only.tablespace,
        "logging": only and _yes(only.logging), "iot_type": "IOT" if by_index else table.iot_type, "iot_name": table.iot,
        "partitioned": _yes(partitioned), "temporary": "N", "nested": _yes(table.parent is not None), "secondary": "N",
        "dropped": "NO", "compression": None if partitioned else "ENABLED" if table.hybrid else "DISABLED",
        "degree": table.degree, "compress_for": None if partitioned else table.hybrid,
    }  # fmt: skip
    if partitioned:
        yield "dba_part_tables", {"owner": OWNER, "table_name": table.name, "def_tablespace_name": table.default}
    if table.mview:
        yield "dba_mviews", {"owner": OWNER, "container_name": table.name}
    if table.archive is not None:
        yield (
            "dba_flashback_archive_tables",
            {"owner_name": OWNER, "table_name": table.name, "archive_table_name": table.archive},
        )
    if table.objects:
        yield (
            "dba_tab_columns",
            {"owner": OWNER, "table_name": table.name, "data_type": "XMLTYPE", "data_type_owner": "PUBLIC"},
        )
    yield "dba_tab_statistics", {
        "owner": OWNER, "table_name": table.name, "object_type": "TABLE",
        "stattype_locked": "ALL" if table.statistics_locked else None,
    }  # fmt: skip
    if table.parent is not None:
        yield "dba_nested_tables", {"owner": OWNER, "table_name": table.name, "parent_table_name": table.parent}
    if table.master is not None:
        yield "dba_mview_logs", {"log_owner": OWNER, "log_table": table.name, "master": table.master, "rowids": "NO"}
    kind = "NESTED TABLE" if table.parent else "TABLE"
    yield from _parts(kind, table.name, table.leaves, "dba_tab", {**named, "compress_for": table.hybrid})
    for index in table.indexes:
        yield from _of_index(index, table.name, index.type)
    for lob in table.lobs:
        yield from _of_lob(lob, table.name)


def _of_index(index: Index, table: str, type_: str) -> Iterable[tuple[str, dict[str, Any]]]:
    only = next((leaf for leaf in index.leaves if leaf.name is None), None)
    yield "dba_indexes", {
        "owner": OWNER, "index_name": index.name, "table_owner": OWNER, "table_name": table, "index_type": type_,
        "status": "N/A" if only is None else "VALID" if only.usable else "UNUSABLE", "tablespace_name": only and only.tablespace,
        "join_index": _yes(index.join), "temporary": "N", "secondary": "N", "logging": only and _yes(only.logging),
        "degree": index.degree,
    }  # fmt: skip
    if only is None:
        yield "dba_part_indexes", {
            "owner": OWNER, "index_name": index.name, "locality": "LOCAL" if index.local else "GLOBAL",
            "def_tablespace_name": index.default,
        }  # fmt: skip
    kind = "LOBINDEX" if type_ == "LOB" else "INDEX"
    yield from _parts(kind, index.name, index.leaves, "dba_ind", {"index_owner": OWNER, "index_name": index.name})


def _parts(
    kind: str, name: str, leaves: list[Leaf], views: str, named: dict[str, Any]
) -> Iterable[tuple[str, dict[str, Any]]]:
    whole: dict[str, int] = {}
    for leaf in leaves:
        status = {"status": "USABLE" if leaf.usable else "UNUSABLE"} if views == "dba_ind" else {}
        said = {**named, "tablespace_name": leaf.tablespace, "logging": _yes(leaf.logging), **status}
        level = "" if leaf.name is None else " SUBPARTITION" if leaf.within else " PARTITION"
        yield "dba_segments", {
            "owner": OWNER, "segment_name": name, "partition_name": leaf.name, "segment_type": kind + level,
            "tablespace_name": leaf.tablespace, "bytes": leaf.bytes,
        }  # fmt: skip
        if leaf.within is not None:
            if leaf.within not in whole:
                whole[leaf.within] = len(whole) + 1
                yield f"{views}_partitions", {
                    **named, "partition_name": leaf.within, "partition_position": whole[leaf.within], "logging": "NONE", **status,
                }  # fmt: skip
            yield f"{views}_subpartitions", {
                **said, "partition_name": leaf.within, "subpartition_name": leaf.name, "subpartition_position": leaf.position,
            }  # fmt: skip
        elif leaf.name is not None:
            yield f"{views}_partitions", {**said, "partition_name": leaf.name, "partition_position": leaf.position}


def _of_lob(lob: Lob, table: str) -> Iterable[tuple[str, dict[str, Any]]]:
    none = "NO" if lob.secure else "NONE"
    only = next((leaf for leaf in lob.leaves if leaf.name is None), None)
    first = lob.leaves[0]
    yield "dba_lobs", {
        "owner": OWNER, "table_name": table, "column_name": lob.column, "segment_name": lob.name, "index_name": lob.index.name,
        "tablespace_name": first.tablespace, "securefile": _yes(lob.secure), "cache": lob.cache, "compression": none,
        "deduplication": none, "encrypt": none, "in_row": "YES", "logging": _yes(only is None or only.logging),
    }  # fmt: skip
    for leaf, index in zip(lob.leaves, lob.index.leaves, strict=True):
        sub = "SUB" if leaf.within else ""
        yield "dba_segments", {
            "owner": OWNER, "segment_name": lob.name, "partition_name": leaf.name, "tablespace_name": leaf.tablespace,
            "bytes": leaf.bytes, "segment_type": f"LOB {sub}PARTITION" if leaf.name else "LOBSEGMENT",
        }  # fmt: skip
        if leaf.name is not None:
            part = sub.lower()
            yield f"dba_lob_{part}partitions", {
                "table_owner": OWNER, "table_name": table, "column_name": lob.column, f"{part}partition_name": leaf.of,
                f"lob_{part}partition_name": leaf.name, f"lob_ind{part}part_name": index.name, "securefile": _yes(lob.secure),
                "cache": lob.cache, "logging": _yes(leaf.logging), "tablespace_name": leaf.tablespace,
            }  # fmt: skip
    yield from _of_index(lob.index, table, "LOB")
