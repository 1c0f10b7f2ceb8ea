"""Names by which Oracle's own segments are known, and the tablespaces that are Oracle's."""

from __future__ import annotations

SYSTEM_TABLESPACES = ("SYSTEM", "SYSAUX", "RDSADMIN")
"""Never moved, never a target; the last is that of Amazon RDS."""

HELPERS = {
    "SYS_IOT_": "Index-organized table; not moved by this version.",
    "SYS_TEMP_": "Temporary segment; it exists only while a statement runs.",
    "SYS_LOB": "LOB segment; not moved by this version.",
    "SYS_IL": "LOB index; it follows its LOB.",
    "BIN$": "In the recycle bin.",
    "AQ$": "Queue table helper; moved only with its queue.",
    "DR$": "Part of a text index; moved only with it.",
    "MLOG$": "Materialized view log; not moved by this version.",
    "RUPD$": "Materialized view helper; not moved by this version.",
    "WRH$": "Holds AWR's own history; never moved.",
    "WRI$": "Holds AWR's own history; never moved.",
    "WRM$": "Holds AWR's own history; never moved.",
    "MDRT_": "Part of a spatial index; moved only with it.",
    "MDXT_": "Part of a spatial index; moved only with it.",
}
"""How the names begin of what Oracle makes beside somebody's segments, and why such a segment is not moved by its own name."""

_STARTS = tuple(HELPERS)

CONTAINER_NUMBERS = ("CON_ID", "CON_DBID")
"""Columns that number a container."""
_NUMBERED = tuple(f"{column} " for column in CONTAINER_NUMBERS)


def numbered_container(column: str, number: object) -> str:
    """What a container is called that no input names."""
    return f"{column} {number}"


def is_numbered(pdb: str | None) -> bool:
    """Whether it is known by its number alone: which name it has, any of them, nobody knows."""
    return pdb is not None and pdb.startswith(_NUMBERED)


def helper(name: str) -> str | None:
    """One sentence why a segment of this name stays; None for an ordinary name."""
    upper = name.upper()
    if not upper.startswith(_STARTS):
        return None
    return next(why for start, why in HELPERS.items() if upper.startswith(start))
