"""What a release and an edition can do: each gate is yes, no, or "the script looks" (None), with its source.

An AWR report before 12.2 does not name the edition, so most gates stay open until the script asks the database:
`v$option` 'Online Index Build' is TRUE on Enterprise Edition only, 'Server Flash Cache' where the cache may be used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from segtier.model.workload import Database

_LICENSING = "Database Licensing Information, feature availability by edition"
_ENTERPRISE = re.compile(r"^(ee|enterprise)\b", re.IGNORECASE)
_STANDARD = re.compile(r"^(se|se1|se2|xe|standard|express)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gate:
    """`allowed`: True, False, or None where the script looks at run time; `reason` is one sentence."""

    allowed: bool | None
    reason: str
    source: str

    @property
    def word(self) -> str:
        """As the scripts spell it: YES, NO or ASK."""
        return {True: "YES", False: "NO", None: "ASK"}[self.allowed]


def release_of(database: Database) -> tuple[int, ...] | None:
    """`19.0.0.0.0` as numbers, or None where the report does not say."""
    if database.release is None or not re.fullmatch(r"\d+(\.\d+)*", database.release):
        return None
    return tuple(int(part) for part in database.release.split("."))


def is_enterprise(database: Database) -> bool | None:
    """True or False where the report names the edition, else None."""
    edition = (database.edition or "").strip()
    if _ENTERPRISE.match(edition):
        return True
    return False if _STANDARD.match(edition) else None


def move_table_online(database: Database) -> Gate:
    return _gate(database, (12, 2), "ALTER TABLE ... MOVE ONLINE", "Administrator's Guide 12.2, Moving a Table")


def move_partition_online(database: Database) -> Gate:
    return _gate(
        database,
        (12, 1),
        "ALTER TABLE ... MOVE PARTITION ... ONLINE",
        "VLDB and Partitioning Guide 12.1, Moving Partitions",
    )


def rebuild_index_online(database: Database) -> Gate:
    return _gate(database, (11, 1), "ALTER INDEX ... REBUILD ONLINE", _LICENSING)


def move_datafile_online(database: Database) -> Gate:
    return _gate(
        database,
        (12, 1),
        "ALTER DATABASE MOVE DATAFILE",
        "SQL Language Reference 12.1, ALTER DATABASE; edition by " + _LICENSING + " (not seen, so checked)",
    )


def _gate(database: Database, since: tuple[int, int], what: str, source: str) -> Gate:
    release, enterprise = release_of(database), is_enterprise(database)
    since_text = ".".join(str(part) for part in since)
    if release is not None and release[:2] < since:
        return Gate(False, f"{what} came with {since_text}; this is {database.release}.", source)
    if enterprise is False:
        return Gate(False, f"{what} needs Enterprise Edition; this is {database.edition}.", source)
    if release is None or enterprise is None:
        return Gate(None, f"{what} needs {since_text} and Enterprise Edition; the script looks.", source)
    return Gate(True, f"{what} is available: {database.release}, Enterprise Edition.", source)


_FLASH = "Administrator's Guide 11.2, Configuring Database Smart Flash Cache; Reference, DB_FLASH_CACHE_FILE"


def flash_cache(database: Database) -> Gate:
    """Database Smart Flash Cache: 11.2.0.2+, Enterprise Edition, Oracle Linux or Solaris, not Exadata."""
    for reason in _flash_refusals(database):
        return Gate(False, reason, _FLASH)
    if release_of(database) is None or is_enterprise(database) is None or not _is_solaris(database):
        return Gate(
            None,
            "Smart Flash Cache needs 11.2.0.2, Enterprise Edition and Oracle Linux or Solaris; the scripts look.",
            _FLASH,
        )
    return Gate(True, "Smart Flash Cache is available.", _FLASH)


def _flash_refusals(database: Database) -> tuple[str, ...]:
    release = release_of(database)
    found = []
    if database.engineered in ("exadata", "autonomous"):
        found.append(
            f"This is {database.engineered}: its storage has a flash cache of its own, and Database Smart Flash"
            " Cache is not for it."
        )
    if release is not None and release[:4] < (11, 2, 0, 2):
        found.append(
            f"Database Smart Flash Cache is taken from 11.2.0.2 on; this is {database.release}"
            " (11.2.0.1 needs patch 8974084; upgrade instead)."
        )
    if is_enterprise(database) is False:
        found.append(f"Database Smart Flash Cache needs Enterprise Edition; this is {database.edition}.")
    platform = database.platform or ""
    if platform and not re.search(r"linux|solaris", platform, re.IGNORECASE):
        found.append(f"Database Smart Flash Cache runs on Oracle Linux and Solaris only; this is {platform}.")
    return tuple(found)


def _is_solaris(database: Database) -> bool:
    return "solaris" in (database.platform or "").lower()
