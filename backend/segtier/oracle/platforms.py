"""The operating system below a database, from PLATFORM_NAME as V$DATABASE and the head of a report give it."""

from __future__ import annotations

from segtier.model.workload import Database, Platform

_WORDS: tuple[tuple[str, Platform], ...] = (
    ("linux", "linux"),
    ("solaris", "solaris"),
    ("aix", "aix"),
    ("hp-ux", "hp-ux"),
    ("windows", "windows"),
)


def platform_of(database: Database) -> Platform | None:
    """None where nothing says it, or it is none of these. Source: Reference, V$TRANSPORTABLE_PLATFORM."""
    name = (database.platform or "").lower()
    return next((platform for word, platform in _WORDS if word in name), None)
