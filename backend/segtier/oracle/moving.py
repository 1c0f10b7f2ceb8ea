"""How a segment is moved, or why it is not, by what the dictionary says of it: one rule for placement and for plans.

Facts are those of an `InventorySegment` and what `gather_facts` adds of the table and the tablespace around the segment.
A fact that is absent or None is not known: then nothing is concluded here and the scripts look.
Source: Administrator's Guide, "Moving a Table"; SQL Language Reference, ALTER TABLE, move_table_clause.
"""

from __future__ import annotations

from collections.abc import Mapping

from segtier.model.inventory import InventorySegment, Tablespace
from segtier.oracle.unlogged import STANDBY_MISSES

Facts = Mapping[str, bool | str | None]

KINDS = {
    "TABLE": "tables",
    "TABLE PARTITION": "partitions",
    "TABLE SUBPARTITION": "partitions",
    "INDEX": "indexes",
    "INDEX PARTITION": "indexes",
    "INDEX SUBPARTITION": "indexes",
}
"""Segment types that move by their own name, and the list of the scripts each belongs to."""

_OF_TABLE = (
    "flashback_archive",
    "object_column",
    "long_column",
    "cluster",
    "queue",
    "domain_index",
    "iot",
    "nested",
    "materialized_view",
    "partitioned",
)
_INDEX_TYPES = (
    *("NORMAL", "NORMAL/REV", "BITMAP"),
    *("FUNCTION-BASED NORMAL", "FUNCTION-BASED NORMAL/REV", "FUNCTION-BASED BITMAP"),
)
_LONG = (
    "has a LONG column: MOVE fails with ORA-00997 on every release. Data Pump, a redefinition with TO_LOB,"
    " or moving its whole data file can take it"
)
_QUEUE = "a queue table needs the queue procedures of Oracle Support"
_ARCHIVED = (
    "is tracked by a flashback data archive, which bars a move (ORA-55610): DBMS_FLASHBACK_ARCHIVE.DISASSOCIATE_FBA, move,"
    " REASSOCIATE_FBA"
)
"""Source: Advanced Application Developer's Guide 11.2, DDL Statements on Tables Enabled for Flashback Data Archive."""
_DOMAIN = "has a domain index, which a move would break"
_TABLE_RULES = (
    ("cluster", "a clustered table cannot be moved: export and import, or a redefinition can take it"),
    ("queue", _QUEUE),
    ("long_column", _LONG),
    ("domain_index", _DOMAIN),
    ("flashback_archive", _ARCHIVED),
)
_LOB_RULES = (
    ("encrypted", "an encrypted LOB: whether the move keeps the encryption is not certain"),
    ("compression", "a compressed LOB: whether the move keeps the compression is not certain"),
    ("table_cluster", "its table is clustered and cannot be moved"),
    ("table_queue", f"belongs to a queue table: {_QUEUE}"),
    ("table_long_column", f"its table would be moved with it, and {_LONG}"),
    ("table_domain_index", f"its table would be moved with it, and {_DOMAIN}"),
    ("table_flashback_archive", f"its table would be moved with it, and {_ARCHIVED}"),
    ("table_iot", "a LOB of an index-organized table is not moved by these scripts"),
    ("table_nested", "a LOB of a nested table is not moved by these scripts"),
    ("table_materialized_view", "a LOB of a materialized view is not moved by these scripts"),
)
_INDEX_RULES = (
    ("domain_index", "a domain index is rebuilt with its own parameters, not moved"),
    ("table_queue", f"index of a queue table: {_QUEUE}"),
)
_HYBRID = ("QUERY", "ARCHIVE")
"""How DBA_TABLES.COMPRESS_FOR begins. Source: Database Reference, ALL_TABLES."""
HYBRID_STAYS = "which no other storage than Exadata, ZFS and FS1 takes (ORA-64307): uncompress it first"
"""The end of a sentence. Source: Database Error Messages, ORA-64307."""
READ_ONLY = "is in a READ ONLY tablespace, so it could not move back: ALTER TABLESPACE ... READ WRITE first"
"""The end of a sentence. Source: Administrator's Guide, Making a Tablespace Read-Only: nothing is created or altered there."""
_PLACE_RULES = (
    ("tablespace_read_only", READ_ONLY),
    (
        "other_block_size",
        "is in a tablespace with a different block size from the database's, which the new tablespaces use",
    ),
    ("breaks_standby", f"is NOLOGGING, or takes along what is, and {STANDBY_MISSES}"),
)


def gather_facts(
    row: InventorySegment,
    table: InventorySegment | None = None,
    tablespace: Tablespace | None = None,
    block_size_bytes: int | None = None,
    redo_must_be_whole: bool = False,
    takes_unlogged_along: bool = False,
) -> dict[str, bool | str | None]:
    """All that is known of the segment, of the table it belongs to and of where it lies; empty where nothing is.

    `redo_must_be_whole`: a standby is fed without FORCE LOGGING. `takes_unlogged_along`: something that its move writes anew
    beside it is NOLOGGING.
    """
    facts = dict(row.facts or {})
    facts |= {
        f"table_{name}": value for name, value in ((table.facts if table else None) or {}).items() if name in _OF_TABLE
    }
    if tablespace is not None and tablespace.encrypted is not None:
        facts["tablespace_encrypted"] = tablespace.encrypted
    if tablespace is not None and tablespace.status is not None:
        facts["tablespace_read_only"] = tablespace.status == "READ ONLY"
    if tablespace is not None and tablespace.block_size_bytes and block_size_bytes:
        facts["other_block_size"] = tablespace.block_size_bytes != block_size_bytes
    forced = tablespace is not None and tablespace.force_logging is True
    if redo_must_be_whole and (takes_unlogged_along or (facts.get("logging") is False and not forced)):
        facts["breaks_standby"] = True
    return facts


def way(type_: str | None, facts: Facts, parent: str | None, column: str | None) -> str | None:
    """`lobs`, `iots`, `mview log` or `nested` where the facts give the statement a segment takes; None for all others."""
    kind = (type_ or "").upper()
    if kind.startswith("LOB") and kind != "LOBINDEX" and parent and column:
        return "lobs"
    if parent and kind in ("INDEX", "INDEX PARTITION") and facts.get("iot") == "IOT":
        return "iots"
    if parent and kind in ("TABLE", "TABLE PARTITION") and facts.get("iot") in ("IOT_OVERFLOW", "IOT_MAPPING"):
        return "iots"
    if parent and kind == "TABLE" and facts.get("materialized_view_log") is True:
        return "mview log"
    return "nested" if parent and kind == "NESTED TABLE" and facts.get("nested") is True else None


def table_part(type_: str | None, facts: Facts, subobject: str | None) -> str | None:
    """The table partition a segment belongs to: its own, or, of a LOB, the one the inventory names."""
    if (type_ or "").startswith("LOB "):
        part = facts.get("table_partition")
        return part if isinstance(part, str) else None
    return subobject


def refusal_by_facts(
    type_: str | None, facts: Facts, subobject: str | None = None, parent: str | None = None, column: str | None = None
) -> str | None:
    """Why the facts forbid the move, as one clause; None where they do not."""
    kind = (type_ or "").upper()
    takes = way(kind, facts, parent, column)
    if takes == "lobs":
        reason = _first(_LOB_RULES, facts) or _lob_refusal(kind, facts, subobject, column or "")
    elif takes == "iots":
        reason = _iot_refusal(facts)
    elif kind.startswith(("TABLE", "NESTED")):
        reason = _first(_TABLE_RULES, facts) or _table_refusal(kind, facts)
    elif kind.startswith("INDEX"):
        reason = _first(_INDEX_RULES, facts) or _index_refusal(facts)
    else:
        reason = None
    return reason or _first(_PLACE_RULES, facts)


def _first(rules: tuple[tuple[str, str], ...], facts: Facts) -> str | None:
    return next((reason for name, reason in rules if facts.get(name)), None)


def _lob_refusal(kind: str, facts: Facts, subobject: str | None, column: str) -> str | None:
    if column.upper().startswith("SYS_NC"):
        return f"the LOB of the hidden column {column} (XMLTYPE or an object attribute) is not moved by these scripts"
    if kind == "LOBSEGMENT" and (facts.get("partitioned") or facts.get("table_partitioned")):
        return (
            "a LOB of a partitioned table moves partition by partition, and the inventory does not name the partition"
        )
    if kind != "LOBSEGMENT" and (subobject is None or not facts.get("table_partition")):
        return "the inventory does not say to which table partition this part of the LOB belongs"
    return None


def _iot_refusal(facts: Facts) -> str | None:
    if facts.get("iot") == "IOT_MAPPING" and (facts.get("partitioned") or facts.get("table_partitioned")):
        return "the mapping table of a partitioned index-organized table is not moved by these scripts"
    if "NESTED" in str(facts.get("index_type")):
        return "a nested table kept as an index-organized table is not moved by these scripts"
    return None


def _table_refusal(kind: str, facts: Facts) -> str | None:
    if facts.get("iot"):
        return f"index-organized table ({facts['iot']}): it moves through its index segment"
    if facts.get("nested") and kind != "NESTED TABLE":
        return "storage of a nested table; the inventory does not name its parent"
    if str(facts.get("compression")).startswith(_HYBRID):
        return f"compressed by {facts['compression']}, Hybrid Columnar Compression, {HYBRID_STAYS}"
    return None


def _index_refusal(facts: Facts) -> str | None:
    if facts.get("iot"):
        return "index of an index-organized table that the inventory does not name"
    type_ = facts.get("index_type")
    return f"{type_} index, not moved by these scripts" if type_ and type_ not in _INDEX_TYPES else None
