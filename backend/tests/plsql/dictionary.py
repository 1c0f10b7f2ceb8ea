"""An emulated database: tables with all that belongs to them, and the dictionary views that show them, as rows of SQLite.

`#` and `$` of Oracle's names are `_`. What a view says of LOGGING: Reference, ALL_TABLES and the like: a partitioned table
or index and an index-organized table say nothing themselves, their parts and the index do. Words of ALL_LOBS: CACHE, LOGGING.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

GIB = 2**30
OWNER = "SOE"
_VIEWS = {
    "dba_all_tables": "owner table_name tablespace_name cluster_name iot_name iot_type partitioned temporary nested secondary"
    " dropped compression compress_for logging",
    "dba_data_files": "file_id tablespace_name file_name bytes maxbytes autoextensible",
    "dba_external_tables": "owner table_name",
    "dba_free_space": "tablespace_name bytes",
    "dba_ind_partitions": "index_owner index_name partition_name status tablespace_name partition_position logging",
    "dba_ind_subpartitions": "index_owner index_name partition_name subpartition_name subpartition_position status"
    " tablespace_name logging",
    "dba_indexes": "owner index_name table_owner table_name index_type status tablespace_name join_index temporary"
    " secondary logging",
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
    "dba_sys_privs": "grantee privilege",
    "dba_tab_columns": "owner table_name data_type data_type_owner",
    "dba_tab_partitions": "table_owner table_name partition_name partition_position tablespace_name logging",
    "dba_tab_subpartitions": "table_owner table_name partition_name subpartition_name subpartition_position"
    " tablespace_name logging",
    "dba_tablespaces": "tablespace_name status contents block_size encrypted force_logging",
    "dba_temp_files": "tablespace_name bytes maxbytes autoextensible",
    "dba_users": "username temporary_tablespace",
    "dba_ts_quotas": "username tablespace_name max_bytes bytes",
    "gv_locked_object": "inst_id session_id object_id xidusn",
    "gv_session": "inst_id sid serial_ username last_call_et",
    "all_users": "username",
    "v_archive_dest": "target status destination",
    "v_asm_diskgroup": "name state usable_file_mb free_mb total_mb type",
    "v_backup_datafile": "file_ checkpoint_change_",
    "v_database": "name dbid open_mode database_role log_mode force_logging current_scn",
    "v_datafile": "file_ name unrecoverable_change_ unrecoverable_time",
    "v_instance": "version",
    "v_option": "parameter value",
    "v_parameter": "name value",
    "v_recovery_file_dest": "name space_limit space_used space_reclaimable",
}


@dataclass
class Leaf:
    """One segment: of an object without parts the object itself (`name` None), else a part of it."""

    tablespace: str
    logging: bool = True
    name: str | None = None
    position: int = 1
    within: str | None = None
    """The partition of a subpartition."""
    of: str | None = None
    """Of a part of a LOB: the part of the table."""
    usable: bool = True


@dataclass
class Index:
    name: str
    leaves: list[Leaf]
    type: str = "NORMAL"
    local: bool = False


@dataclass
class Lob:
    column: str
    name: str
    leaves: list[Leaf]
    index: Index
    secure: bool = True
    cache: str = "NO"

    def logs(self, leaf: Leaf) -> bool:
        """A BasicFile that is cached is logged: CACHE NOLOGGING is not allowed for it (SQL Reference, logging_clause)."""
        return leaf.logging or (not self.secure and self.cache == "YES")


@dataclass
class Table:
    name: str
    leaves: list[Leaf] = field(default_factory=list)
    """None for an index-organized table: its rows are in its index."""
    indexes: list[Index] = field(default_factory=list)
    lobs: list[Lob] = field(default_factory=list)
    iot_type: str | None = None
    iot: str | None = None
    """The index-organized table whose overflow or mapping table it is."""
    parent: str | None = None
    """Of a nested table's storage."""
    master: str | None = None
    """Of a materialized view's log."""


@dataclass
class Emulated:
    """A database. `container`: what its PDB forces, YES, NO (nothing is logged) or None."""

    tables: list[Table]
    tablespaces: dict[str, str]
    """Name: does it force logging, YES or NO."""
    standby: bool = False
    forced: str = "NO"
    container: str | None = None
    release: str = "19.0.0.0.0"
    place: str = "+SSDDATA"
    """Where the files of the SSD's tablespaces are."""
    scn: int = 1000
    unlogged: list[str] = field(default_factory=list)
    """What was written without redo, in order."""
    changed: dict[str, int] = field(default_factory=dict)
    """Tablespace: SCN of its last change without redo."""
    backed_up: dict[str, int] = field(default_factory=dict)

    def table(self, name: str) -> Table:
        return next(one for one in self.tables if one.name == name)

    def index(self, name: str) -> Index:
        return next(index for one in self.tables for index in one.indexes if index.name == name)

    def write(self, what: str, leaf: Leaf, logs: bool) -> None:
        """A segment is written anew where it lies now, with redo or without."""
        self.scn += 10
        by_tablespace = logs or self.tablespaces[leaf.tablespace] == "YES"
        logged = self.forced == "YES" or self.container == "YES" or (self.container is None and by_tablespace)
        if not logged:
            self.unlogged.append(what)
            self.changed[leaf.tablespace] = self.scn

    def views(self) -> sqlite3.Connection:
        """The dictionary as it is now."""
        database = sqlite3.connect(":memory:")
        database.create_function("NVL", 2, lambda value, other: other if value is None else value)
        database.create_function("GREATEST", -1, max)
        database.create_function("LEAST", -1, min)
        database.create_function("TO_CHAR", -1, lambda value, *_: None if value is None else str(value))
        database.deserialize(_empty())
        for view, row in (*self._around(), *(pair for table in self.tables for pair in _of_table(table))):
            places = ", ".join("?" for _ in row)
            database.execute(f"INSERT INTO {view} ({', '.join(row)}) VALUES ({places})", list(row.values()))
        return database

    def _around(self) -> Iterable[tuple[str, dict[str, Any]]]:
        yield "v_database", {
            "name": "ORCL", "dbid": 1539058184, "open_mode": "READ WRITE", "database_role": "PRIMARY", "log_mode": "ARCHIVELOG",
            "force_logging": self.forced, "current_scn": self.scn,
        }  # fmt: skip
        yield "v_instance", {"version": self.release}
        yield "v_parameter", {"name": "compatible", "value": ".".join(self.release.split(".")[:3])}
        yield "all_users", {"username": "RDSADMIN"}
        yield "v_option", {"parameter": "Online Index Build", "value": "TRUE"}
        yield "dba_sys_privs", {"grantee": OWNER, "privilege": "UNLIMITED TABLESPACE"}
        if self.standby:
            yield "v_archive_dest", {"target": "STANDBY", "status": "VALID"}
        for number, (name, forced) in enumerate(self.tablespaces.items(), 1):
            yield "dba_tablespaces", {
                "tablespace_name": name, "status": "ONLINE", "contents": "PERMANENT", "block_size": 8192, "encrypted": "NO",
                "force_logging": forced,
            }  # fmt: skip
            yield "dba_free_space", {"tablespace_name": name, "bytes": 500 * GIB}
            path = f"{self.place if name.startswith('SSD') else '+DATA'}/{name.lower()}.dbf"
            yield "dba_data_files", {"file_id": number, "tablespace_name": name, "file_name": path}
            yield "v_datafile", {
                "file_": number, "name": path, "unrecoverable_change_": self.changed.get(name, 0),
                "unrecoverable_time": f"the time of {self.changed[name]}" if name in self.changed else None,
            }  # fmt: skip
            if name in self.backed_up:
                yield "v_backup_datafile", {"file_": number, "checkpoint_change_": self.backed_up[name]}


@cache
def _empty() -> bytes:
    """The views without rows."""
    database = sqlite3.connect(":memory:")
    for view, columns in _VIEWS.items():
        database.execute(f"CREATE TABLE {view} ({', '.join(columns.split())})")
    database.execute("CREATE VIEW dba_tables AS SELECT * FROM dba_all_tables")
    database.execute("CREATE TABLE dual (dummy)")
    database.execute("INSERT INTO dual VALUES ('X')")
    database.commit()
    return database.serialize()


def _yes(value: bool) -> str:
    return "YES" if value else "NO"


def _of_table(table: Table) -> Iterable[tuple[str, dict[str, Any]]]:
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
        "dropped": "NO", "compression": None if partitioned else "DISABLED",
    }  # fmt: skip
    if table.parent is not None:
        yield "dba_nested_tables", {"owner": OWNER, "table_name": table.name, "parent_table_name": table.parent}
    if table.master is not None:
        yield "dba_mview_logs", {"log_owner": OWNER, "log_table": table.name, "master": table.master, "rowids": "NO"}
    kind = "NESTED TABLE" if table.parent else "TABLE"
    yield from _parts(kind, table.name, table.leaves, "dba_tab", named)
    for index in table.indexes:
        yield from _of_index(index, table.name, index.type)
    for lob in table.lobs:
        yield from _of_lob(lob, table.name)


def _of_index(index: Index, table: str, type_: str) -> Iterable[tuple[str, dict[str, Any]]]:
    only = next((leaf for leaf in index.leaves if leaf.name is None), None)
    yield "dba_indexes", {
        "owner": OWNER, "index_name": index.name, "table_owner": OWNER, "table_name": table, "index_type": type_,
        "status": "N/A" if only is None else "VALID" if only.usable else "UNUSABLE", "tablespace_name": only and only.tablespace,
        "join_index": "NO", "temporary": "N", "secondary": "N", "logging": only and _yes(only.logging),
    }  # fmt: skip
    if only is None:
        yield "dba_part_indexes", {
            "owner": OWNER, "index_name": index.name, "locality": "LOCAL" if index.local else "GLOBAL",
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
            "tablespace_name": leaf.tablespace, "bytes": GIB,
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
            "bytes": GIB, "segment_type": f"LOB {sub}PARTITION" if leaf.name else "LOBSEGMENT",
        }  # fmt: skip
        if leaf.name is not None:
            part = sub.lower()
            yield f"dba_lob_{part}partitions", {
                "table_owner": OWNER, "table_name": table, "column_name": lob.column, f"{part}partition_name": leaf.of,
                f"lob_{part}partition_name": leaf.name, f"lob_ind{part}part_name": index.name, "securefile": _yes(lob.secure),
                "cache": lob.cache, "logging": _yes(leaf.logging), "tablespace_name": leaf.tablespace,
            }  # fmt: skip
    yield from _of_index(lob.index, table, "LOB")
