"""What Oracle refuses before a statement that moves or builds segments does anything, each with its source.

SLR: SQL Language Reference; AG: Administrator's Guide; EM: Database Error Messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lab.plsql.database import OWNER, Emulated, Index, Leaf, Table
from lab.plsql.machine import Raised


class Copy(NamedTuple):
    """A segment to be written anew: what it is called, where it is, where it goes, what it says of LOGGING."""

    name: str
    leaf: Leaf
    to: str
    logs: bool


class Waits(Exception):
    """The statement would wait for a transaction without end."""


def busy(table: Table, *, online: bool) -> None:
    """AG, Managing Schema Objects: a DDL that needs an exclusive lock gives up after DDL_LOCK_TIMEOUT (ORA-00054).

    ONLINE waits for the transactions that are open when it begins, however long they take (AG, Rebuilding an Existing Index).
    """
    if table.busy and online:
        raise Waits(f"ONLINE waits for a transaction on {table.name}")
    if table.busy:
        raise Raised(-54, "ORA-00054: resource busy and acquire with NOWAIT specified or timeout expired")


def online_table(emulated: Emulated, table: Table, part: str | None) -> None:
    """Whether a table, or a part of one, may move online.

    EM, ORA-25148: before 12.2 of index-organized tables alone. EM, ORA-14808: not where there is an object type, a domain index
    or a bitmap join index. SLR, ALTER TABLE, move_table_clause: no LOB, VARRAY or object column of an index-organized table, no
    part of one. Licensing Information: Enterprise Edition (ORA-00439).
    """
    if not emulated.enterprise:
        raise Raised(-439, "ORA-00439: feature not enabled: Online table move")
    if table.organized:
        if part is not None or table.lobs or table.objects:
            raise Raised(-14808, "ORA-14808: table does not support ONLINE MOVE TABLE")
        return
    if part is None and not emulated.is_release(12, 2):
        raise Raised(-25148, "ORA-25148: ONLINE option not permitted")
    if not emulated.is_release(12, 1):
        raise Raised(-14020, "ORA-14020: this physical attribute may not be specified for a table partition")
    if table.objects or table.mview or any(index.join or index.type.endswith("DOMAIN") for index in table.indexes):
        raise Raised(-14808, "ORA-14808: table does not support ONLINE MOVE TABLE")


def tracked(table: Table) -> None:
    """Advanced Application Developer's Guide 11.2, DDL Statements on Tables Enabled for Flashback Data Archive: no move."""
    if table.archive is not None:
        raise Raised(-55610, "ORA-55610: Invalid DDL statement on history-tracked table")


def hybrid(table: Table) -> None:
    """EM, ORA-64307: Hybrid Columnar Compression is for Exadata, ZFS and FS1 storage; what the model moves to is neither."""
    if table.hybrid is not None:
        raise Raised(
            -64307,
            "ORA-64307: Hybrid Columnar Compression is not supported on this storage type",
        )


def online_index(emulated: Emulated, index: Index) -> None:
    """Licensing Information: Online Index Build; SLR, ALTER INDEX, rebuild_clause: no bitmap join index; EM, ORA-08104."""
    if not emulated.enterprise:
        raise Raised(-439, "ORA-00439: feature not enabled: Online Index Build")
    if index.join:
        raise Raised(-8108, "ORA-08108: may not build or rebuild this type of index online")
    if index.journal:
        raise Raised(-8104, "ORA-08104: this index object is being online built or rebuilt")


def places(emulated: Emulated, copies: Sequence[Copy], *, parts: bool = False) -> None:
    """Whether each copy may be where it goes: status, quota, block size, room for the old and the new at once."""
    for one in copies:
        _writable(emulated, one)
        if parts and _block_size(emulated, one.to) != _block_size(emulated, one.leaf.tablespace):
            raise Raised(-14519, f"ORA-14519: Conflicting tablespace blocksizes for {one.name}")
    needs: dict[str, int] = {}
    for one in copies:
        needs[one.to] = needs.get(one.to, 0) + one.leaf.bytes
    for tablespace, size in needs.items():
        _quota(emulated, tablespace, size)
        if size > emulated.room(tablespace):
            raise Raised(-1652, f"ORA-01652: unable to extend temp segment by 128 in tablespace {tablespace}")


def archives(emulated: Emulated, copies: Sequence[Copy]) -> None:
    """AG, Managing Archived Redo Log Files: once all log groups are full and not archived, the database stands still."""
    if not emulated.archivelog:
        return
    waiting = any(not one.archived and one.status not in ("CURRENT", "UNUSED") for one in emulated.redo)
    redo = sum(one.leaf.bytes for one in copies if emulated.logged(one.logs, one.to))
    if (emulated.stuck and waiting) or (emulated.recovery is not None and redo > emulated.recovery):
        raise Waits("log file switch (archiving needed): every session of the database waits")


def sorts(emulated: Emulated, index: Leaf) -> None:
    """AG, Creating an Index: the sort of a build takes temporary space (EM, ORA-01652)."""
    held = sum(file.most for file in emulated.temp_files if file.tablespace == emulated.default_temp)
    if emulated.temp_files and index.bytes > held:
        raise Raised(-1652, f"ORA-01652: unable to extend temp segment by 128 in tablespace {emulated.default_temp}")


def _writable(emulated: Emulated, one: Copy) -> None:
    """AG, Making a Tablespace Read-Only: objects there can be dropped, not created or altered (EM, ORA-01647, ORA-00959)."""
    for name in (one.leaf.tablespace, one.to):
        if name not in emulated.tablespaces:
            raise Raised(-959, f"ORA-00959: tablespace '{name}' does not exist")
    if emulated.tablespaces[one.to].status == "READ ONLY":
        raise Raised(-1647, f"ORA-01647: tablespace '{one.to}' is read-only, cannot allocate space in it")


def _block_size(emulated: Emulated, tablespace: str) -> int:
    """VLDB and Partitioning Guide, Multiple Block Sizes: all partitions of an object have one block size (EM, ORA-14519)."""
    return emulated.tablespaces[tablespace].block_size


def _quota(emulated: Emulated, tablespace: str, size: int) -> None:
    """Security Guide, Tablespace Quotas for a User (EM, ORA-01950 without one, ORA-01536 beyond it)."""
    user = emulated.users[OWNER]
    if user.unlimited:
        return
    most = user.quotas.get(tablespace)
    if most is None:
        raise Raised(-1950, f"ORA-01950: no privileges on tablespace '{tablespace}'")
    if most != -1 and emulated.used(tablespace) + size > most:
        raise Raised(-1536, f"ORA-01536: space quota exceeded for tablespace '{tablespace}'")
