"""What an inventory said, for plan requests: one segment of every kind, and the storage of an ordinary database."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from segtier.model.inventory import DatabaseFile, DiskGroup, FlashCacheFile, Quota, RedoGroup, Tablespace
from segtier.model.plan import Known, PlanRequest, PlanSegment
from tests.unit.plan.requests import GIB, a_request, a_segment

TAKEN = datetime(2026, 11, 20, 10)  # noqa: DTZ001  # the clock of a database server has no zone
HEAP: dict[str, bool | str | None] = {
    "iot": False, "cluster": False, "long_column": False, "queue": False, "domain_index": False,
    "bitmap_join_index": False, "materialized_view": False, "nested": False, "logging": True, "compression": False,
}  # fmt: skip
INDEX: dict[str, bool | str | None] = {"index_type": "NORMAL", "logging": True, "domain_index": False}
LOB: dict[str, bool | str | None] = {"securefile": True, "encrypted": False, "compression": False, "partitioned": False}


def known_segment(name: str, type_: str, facts: dict[str, bool | str | None], **changes: Any) -> PlanSegment:
    return a_segment(name, type_, facts=facts, **changes)


def of(table: str, **more: Any) -> dict[str, Any]:
    return {"parent_owner": "SOE", "parent_name": table, **more}


KINDS: dict[str, PlanSegment] = {
    "heap table": known_segment("ORDERS", "TABLE", HEAP),
    "table partition": known_segment("SALES", "TABLE PARTITION", HEAP, subobject="P2024"),
    "materialized view container": known_segment("MV_SUMS", "TABLE", {**HEAP, "materialized_view": True}),
    "table with a bitmap join index": known_segment("FACTS", "TABLE", {**HEAP, "bitmap_join_index": True}),
    "table with encrypted columns": known_segment("CARDS", "TABLE", {**HEAP, "encrypted": True}),
    "nested table storage": known_segment("LINES_NT", "NESTED TABLE", {"nested": True}, **of("BASKETS", column="LINES")),
    "index of an IOT": known_segment(
        "SYS_IOT_TOP_7", "INDEX", {**INDEX, "iot": "IOT", "index_type": "IOT - TOP"}, **of("COUNTRIES")
    ),
    "overflow of an IOT": known_segment("SYS_IOT_OVER_7", "TABLE", {"iot": "IOT_OVERFLOW"}, **of("COUNTRIES")),
    "LOB": known_segment("SYS_LOB01$$", "LOBSEGMENT", LOB, **of("ORDERS", column="NOTE")),
    "LOB of a partition": known_segment(
        "SYS_LOB02$$", "LOB PARTITION", {**LOB, "partitioned": True, "table_partition": "P2024"},
        subobject="SYS_LOB_P1", **of("SALES", column="PHOTO"),
    ),
    "index": known_segment("ORDERS_PK", "INDEX", INDEX, tablespace="INDX", **of("ORDERS")),
    "index partition": known_segment("SALES_IX", "INDEX PARTITION", INDEX, subobject="P2024", tablespace="INDX", **of("SALES")),
}  # fmt: skip

DATA = (Tablespace("USERS", contents="PERMANENT"), Tablespace("INDX", contents="PERMANENT"))
TABLESPACES = (
    *DATA,
    Tablespace("SYSTEM", contents="PERMANENT"),
    Tablespace("UNDO", contents="UNDO"),
    Tablespace("TEMP", contents="TEMPORARY"),
)
FILES = (
    DatabaseFile("+DATA/orcl/system.dbf", "SYSTEM", 1, size_bytes=GIB),
    DatabaseFile("+DATA/orcl/undo.dbf", "UNDO", 2, size_bytes=GIB),
    DatabaseFile("+DATA/orcl/users01.dbf", "USERS", 5, size_bytes=40 * GIB),
    DatabaseFile("+DATA/orcl/indx01.dbf", "INDX", 6, size_bytes=20 * GIB),
)
REDO = (
    RedoGroup(1, 1, GIB, 512, ("+DATA/orcl/redo1.log",), "CURRENT"),
    RedoGroup(2, 1, GIB, 512, ("+DATA/orcl/redo2.log",), "INACTIVE"),
    RedoGroup(3, 2, 2 * GIB, 4096, ("+DATA/orcl/redo3.log",), "CURRENT"),
    RedoGroup(4, 2, 2 * GIB, 4096, ("+DATA/orcl/redo4.log",), "INACTIVE"),
    RedoGroup(11, 1, GIB, 512, ("+DATA/orcl/stby.log",), standby=True),
)
KNOWN = Known(
    taken_at=TAKEN,
    tablespaces=TABLESPACES,
    datafiles=FILES,
    temp_files=(DatabaseFile("+DATA/orcl/temp.dbf", "TEMP", 1, size_bytes=8 * GIB),),
    redo_groups=REDO,
    disk_groups=(DiskGroup("DATA", "NORMAL", usable_bytes=90 * GIB, state="CONNECTED"),),
    quotas=(Quota("SOE", "USERS", max_bytes=30 * GIB), Quota("SOE", "INDX", unlimited=True)),
    flash_cache=(FlashCacheFile("/dev/fc0", GIB, enabled=True),),
    dependents=(
        PlanSegment(
            "SOE", "ORDERS_PK", None, None, "INDEX", "INDX", GIB, "x", parent_owner="SOE", parent_name="ORDERS"
        ),
    ),
    dependents_complete=True,
    archivelog=True,
    force_logging=False,
    standby=False,
    supplemental_logging=True,
)


def known_request(option: str = "segments", known: dict[str, Any] | None = None, **changes: Any) -> PlanRequest:
    """A request whose inventory is `KNOWN`, changed by `known`; every kind of segment moves."""
    changes = {"move": tuple(KINDS.values()), "temp_peak_bytes": None, **changes}
    return a_request(option, known=replace(KNOWN, **(known or {})), **changes)
