"""Names that are Oracle's, not the customer's: kept whole, or their first letters where rules go by them.

Generated names carry an object number or a random identifier. Those say nothing without the database they are from,
and the documents hold the object numbers anyway.
"""

from __future__ import annotations

import re

from segtier.model.names import Kind
from segtier.oracle.names import CONTAINER_NUMBERS, HELPERS
from segtier.oracle.owners import APEX, OWNERS

_OWNERS = frozenset(OWNERS) | {"PUBLIC"}
_UNNAMED = r"\*\* ?(MISSING|UNAVAILABLE|UNKNOWN|TRANSIENT)[-:/ \d|]*(\*\*)?"
_GUID = r"[A-Za-z0-9+/]{22}=="
_KEPT = {
    Kind.OWNER: re.compile(rf"APEX_\d{{6}}|{_UNNAMED}"),
    Kind.OBJECT: re.compile(
        r"SYS_(LOB|IL)\d{10}C\d{5}\$\$|SYS_IOT_(TOP|OVER)_\d+|SYS_C\d+|_SYSSMU\d+(_\d+)?\$"
        rf"|SYS_NT{_GUID}|BIN\${_GUID}\$\d+|{_UNNAMED}"
    ),
    Kind.SUBOBJECT: re.compile(rf"SYS_((LOB|IL)_)?(SUB)?P\d+|{_UNNAMED}"),
    Kind.TABLESPACE: re.compile(rf"SYSTEM|SYSAUX|TEMP|USERS|EXAMPLE|UNDOTBS\d{{1,2}}|{_UNNAMED}", re.IGNORECASE),
    Kind.PDB: re.compile(rf"CDB\$ROOT|PDB\$SEED|(?:{'|'.join(CONTAINER_NUMBERS)}) \d+"),
    Kind.MODULE: re.compile(r"SQL\*Plus|JDBC Thin Client|DBMS_SCHEDULER|MMON_SLAVE|Data Pump Worker"),
}
_DICTIONARY = re.compile(r"[A-Z0-9_]*[$#][A-Z0-9_$#]*|I_[A-Z0-9_$#]+")
"""How Oracle names its own objects: with $ or #, which the SQL Language Reference asks others not to use, and I_ for indexes."""
_NAMED_AFTER = ("MLOG$", "RUPD$", "AQ$", "DR$")
"""What Oracle makes for somebody's table, queue or text index carries its name, whoever it belongs to."""
_PREFIXES = {
    Kind.OWNER: (APEX, "APEX", "**"),
    # As Oracle writes them: with the underscore, where there is one.
    Kind.OBJECT: ("AQ$_", "MLOG$_", "RUPD$_", *HELPERS, "SYS_NT", "**"),
    Kind.PDB: tuple(f"{column} " for column in CONTAINER_NUMBERS),
}


def kept(kind: Kind, name: str, owner: str | None = None) -> bool:
    """Whether a name tells nothing of the customer and stays as it is; `owner` is whose object it is."""
    if not name or (kind is Kind.OWNER and name.upper() in _OWNERS):
        return True
    if kind in (Kind.OBJECT, Kind.SUBOBJECT) and owner in _OWNERS and _DICTIONARY.fullmatch(name):
        return not name.startswith(_NAMED_AFTER)
    return kind in _KEPT and _KEPT[kind].fullmatch(name) is not None


def prefix(kind: Kind, name: str) -> str:
    """The letters in front that decide how a segment is treated; empty for an ordinary name."""
    return next((start for start in _PREFIXES.get(kind, ()) if name.upper().startswith(start)), "")
