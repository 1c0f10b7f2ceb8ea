"""What the collector brings of an emulated database: the inventory a plan is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lab.plsql.database import DBID, NAME, OWNER, Emulated, Leaf, Table
from segtier.model.inventory import DatabaseFile, DiskGroup, Inventory, InventorySegment, Quota, RedoGroup, Tablespace
from segtier.model.workload import Database

Facts = Mapping[str, Any]


def a_database(emulated: Emulated, pdb: str | None = None) -> Database:
    """`pdb`: the report is of that container."""
    return Database(
        name=NAME,
        dbid=DBID,
        release=emulated.release,
        edition="EE" if emulated.enterprise else "SE2",
        rac=False,
        cdb=emulated.pdb is not None,
        pdb=pdb,
        platform="Linux x86 64-bit",
        block_size_bytes=8192,
    )


def an_inventory(emulated: Emulated) -> Inventory:
    pdb = emulated.pdb
    return Inventory(
        database=a_database(emulated),
        segments=tuple(_segments(emulated)),
        complete=True,
        tablespaces=tuple(
            Tablespace(
                name,
                pdb,
                one.contents,
                block_size_bytes=one.block_size,
                force_logging=one.forced == "YES",
                encrypted=one.algorithm is not None,
                status=one.status,
            )
            for name, one in emulated.tablespaces.items()
        ),
        datafiles=tuple(
            DatabaseFile(file.name, name, file.number, pdb, file.bytes, file.most)
            for name, one in emulated.tablespaces.items()
            if one.contents == "PERMANENT"
            for file in emulated.files_of(name)
        ),
        temp_files=tuple(
            DatabaseFile(one.name, one.tablespace, one.number, pdb, one.bytes) for one in emulated.temp_files
        ),
        redo_groups=tuple(
            RedoGroup(one.number, one.thread, one.bytes, one.block_size, tuple(one.members), one.status, one.standby)
            for one in emulated.redo
        ),
        disk_groups=(DiskGroup("DATA", "NORMAL", usable_bytes=emulated.group_free, state="CONNECTED"),),
        quotas=tuple(
            Quota(name, tablespace, pdb, max_bytes=None if most == -1 else most, unlimited=most == -1)
            for name, user in emulated.users.items()
            for tablespace, most in user.quotas.items()
        ),
        archivelog=emulated.archivelog,
        force_logging=emulated.forced == "YES",
        standby=emulated.standby,
    )


def _segments(emulated: Emulated) -> Iterator[InventorySegment]:
    for table in emulated.tables:
        parent = table.parent or table.iot or table.master
        for leaf in table.leaves:
            yield _segment(
                emulated, "NESTED TABLE" if table.parent else "TABLE", table.name, leaf, parent, _table(table)
            )
        for index in table.indexes:
            facts = {
                "index_type": index.type, "iot": "IOT" if index.type == "IOT - TOP" else None, "domain_index": False,
                "bitmap_join_index": index.join, "partitioned": index.leaves[0].name is not None, "compression": False,
            }  # fmt: skip
            for leaf in index.leaves:
                logging = leaf.logging if leaf.name is None else None
                yield _segment(emulated, "INDEX", index.name, leaf, table.name, {**facts, "logging": logging})
        for lob in table.lobs:
            for leaf in lob.leaves:
                facts = {
                    "securefile": lob.secure, "encrypted": False, "compression": False, "partitioned": leaf.name is not None,
                    "table_partition": leaf.of, "logging": lob.logs(leaf),
                }  # fmt: skip
                yield _segment(emulated, "LOB", lob.name, leaf, table.name, facts, lob.column)


def _table(table: Table) -> Facts:
    parts = any(leaf.name is not None for leaf in table.leaves)
    return {
        "long_column": False, "iot": table.iot_type or False, "cluster": False, "compression": None if parts else False,
        "encrypted": False, "partitioned": parts, "nested": table.parent is not None, "queue": False,
        "materialized_view": table.mview, "materialized_view_log": table.master is not None, "domain_index": False,
        "bitmap_join_index": any(index.join for index in table.indexes),
        "logging": None if parts else table.leaves[0].logging,
    }  # fmt: skip


def _segment(
    emulated: Emulated, kind: str, name: str, leaf: Leaf, parent: str | None, facts: Facts, column: str | None = None
) -> InventorySegment:
    whole = {"LOB": "LOBSEGMENT"}.get(kind, kind)
    word = whole if leaf.name is None else f"{kind} {'SUB' if leaf.within else ''}PARTITION"
    return InventorySegment(
        OWNER,
        name,
        leaf.name,
        emulated.pdb,
        word,
        leaf.tablespace,
        leaf.bytes,
        OWNER if parent else None,
        parent,
        column,
        facts={fact: value for fact, value in facts.items() if value is not None},
    )
