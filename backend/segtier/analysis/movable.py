"""Which segments a plan may move, and why the others stay (Oracle facts: Administrator's Guide, "Moving a Table")."""

from __future__ import annotations

from segtier.catalog.move_facts import Facts, refusal_by_facts, way
from segtier.model.inventory import InventorySegment

MOVABLE_TYPES = (
    "TABLE",
    "TABLE PARTITION",
    "TABLE SUBPARTITION",
    "INDEX",
    "INDEX PARTITION",
    "INDEX SUBPARTITION",
)

# dba_users.oracle_maintained = 'Y' from 12.1; this list is for the reports, which do not carry it.
ORACLE_OWNERS = frozenset(
    "SYS SYSTEM OUTLN DBSNMP SYSMAN XDB MDSYS CTXSYS ORDSYS ORDDATA ORDPLUGINS WMSYS EXFSYS OLAPSYS AUDSYS APPQOSSYS "
    "GSMADMIN_INTERNAL LBACSYS DVSYS DVF OJVMSYS DIP TSMSYS ANONYMOUS XS$NULL SI_INFORMTN_SCHEMA MGMT_VIEW "
    "ORACLE_OCM GSMCATUSER GSMUSER DBSFWUSER REMOTE_SCHEDULER_AGENT SYS$UMF GGSYS FLOWS_FILES".split()
)


def unmovable_reason(
    owner: str,
    name: str,
    kind: str | None,
    tablespace: str | None,
    known: InventorySegment | None = None,
    facts: Facts | None = None,
) -> str | None:
    """One sentence why this segment is not moved; None where it may be. `facts` are those of `known` and around it."""
    if owner.startswith("**") or name.startswith("**"):
        return "The report does not name the segment."
    if owner.upper() in ORACLE_OWNERS or owner.upper().startswith("APEX_"):
        return "Belongs to Oracle itself; never moved."
    if (tablespace or "").upper() in ("SYSTEM", "SYSAUX"):
        return f"Lies in {tablespace}; never moved."
    if known is not None and facts and not name.upper().startswith("BIN$"):
        reason = refusal_by_facts(known.type or kind, facts, known.subobject, known.parent_name, known.column)
        if reason is not None:
            return f"{reason[:1].upper()}{reason[1:]}."
        if way(known.type or kind, facts, known.parent_name, known.column) is not None:
            return None
    if kind is not None and kind.upper() not in MOVABLE_TYPES:
        return f"A {kind} is not moved by this version; see the notes in the bundle."
    return _unmovable_name(name.upper())


def _unmovable_name(name: str) -> str | None:
    for start, reason in (
        ("SYS_IOT_", "Index-organized table; not moved by this version."),
        ("SYS_TEMP_", "Temporary segment; it exists only while a statement runs."),
        ("SYS_LOB", "LOB segment; not moved by this version."),
        ("SYS_IL", "LOB index; it follows its LOB."),
        ("BIN$", "Lies in the recycle bin."),
        ("AQ$_", "Queue table helper; moved only with its queue."),
        ("DR$", "Part of a text index; moved only with it."),
        ("MLOG$_", "Materialized view log; not moved by this version."),
        ("RUPD$_", "Materialized view helper; not moved by this version."),
    ):
        if name.startswith(start):
            return reason
    return None
