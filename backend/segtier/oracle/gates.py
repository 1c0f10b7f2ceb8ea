"""What a release and an edition can do: each gate is yes, no, or "the script looks" (None), with its source.

An AWR report before 12.2 does not name the edition, so most gates stay open until the script asks the database:
`v$option` 'Online Index Build' is TRUE on Enterprise Edition only, 'Server Flash Cache' where the cache may be used.
"""

from __future__ import annotations

import re

from segtier.dataclass import dataclass
from segtier.model.workload import Database
from segtier.oracle.releases import release_of

_LICENSING = "Database Licensing Information, feature availability by edition"
_ENTERPRISE = re.compile(r"^(ee|enterprise)\b", re.IGNORECASE)
_STANDARD = re.compile(r"^(se|xe|standard|express)", re.IGNORECASE)


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


def engineered(database: Database) -> str | None:
    """Why no other flash is for this machine: one sentence; None where its storage is ordinary or not known."""
    kind = database.engineered
    if kind in (None, "none"):
        return None
    return f"The database runs on engineered storage ({machine(kind)}); its cells hold the SSD and place the data."


def machine(kind: str) -> str:
    """Engineered storage as Oracle spells it: `Exadata`."""
    return kind[:1].upper() + kind[1:]


FIRST_FLASH_CACHE_RELEASE = (11, 2, 0, 2)
"""11.2.0.1 needed patch 8974084 and is not taken."""
_FLASH_CACHE = "Administrator's Guide 11.2, Configuring Database Smart Flash Cache; Reference, DB_FLASH_CACHE_FILE"


def flash_cache(database: Database) -> Gate:
    """Database Smart Flash Cache: 11.2.0.2+, Enterprise Edition, Oracle Linux or Solaris."""
    for reason in flash_cache_refusals(database):
        return Gate(False, reason, _FLASH_CACHE)
    if release_of(database) is None or is_enterprise(database) is None or not _is_solaris(database):
        return Gate(
            None,
            "Smart Flash Cache needs 11.2.0.2, Enterprise Edition and Oracle Linux or Solaris; the scripts look.",
            _FLASH_CACHE,
        )
    return Gate(True, "Smart Flash Cache is available.", _FLASH_CACHE)


def flash_cache_refusals(database: Database) -> tuple[str, ...]:
    """What of release, platform and edition rules it out, one sentence each."""
    release, platform = release_of(database), database.platform or ""
    found = []
    if release is not None and release < FIRST_FLASH_CACHE_RELEASE:
        found.append(f"Smart Flash Cache needs release 11.2.0.2 or later; this is {database.release}.")
    if platform and not re.search(r"linux|solaris", platform, re.IGNORECASE):
        found.append(f"Smart Flash Cache runs on Oracle Linux and Solaris only; this is {platform}.")
    if is_enterprise(database) is False:
        found.append(f"Smart Flash Cache needs Enterprise Edition; this is {database.edition}.")
    return tuple(found)


def _is_solaris(database: Database) -> bool:
    return "solaris" in (database.platform or "").lower()
