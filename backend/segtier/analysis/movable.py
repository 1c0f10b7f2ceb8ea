"""Which segments a plan may move, and why the others stay (Oracle facts: Administrator's Guide, "Moving a Table")."""

from __future__ import annotations

from segtier.model.inventory import InventorySegment
from segtier.oracle.moving import KINDS, Facts, refusal_by_facts, way
from segtier.oracle.names import SYSTEM_TABLESPACES, helper
from segtier.oracle.owners import is_oracles


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
    if is_oracles(owner):
        return "Belongs to Oracle itself; never moved."
    if (tablespace or "").upper() in SYSTEM_TABLESPACES:
        return f"In {tablespace}; never moved."
    if known is not None and facts and not name.upper().startswith("BIN$"):
        reason = refusal_by_facts(known.type or kind, facts, known.subobject, known.parent_name, known.column)
        if reason is not None:
            return f"{reason[:1].upper()}{reason[1:]}."
        if way(known.type or kind, facts, known.parent_name, known.column) is not None:
            return None
    if kind is not None and kind.upper() not in KINDS:
        return f"A {kind} is not moved by this version; see the notes in the bundle."
    return helper(name)
