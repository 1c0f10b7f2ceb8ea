"""What a user runs at the database to collect Segtier's input: SQL*Plus scripts, read-only.

`COLLECTOR_FILES` collect everything in one step; `collection_queries` are the single scripts before them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from segtier.dataclass import dataclass

COLLECTOR_FILES = ("segtier_collect.sql", "segtier_collect.sh")


@dataclass(frozen=True, slots=True)
class CollectionQuery:
    """One script; `client` is the program that runs it, `licence` what Oracle asks for it."""

    name: str
    title: str
    what_for: str
    client: str
    text: str
    licence: str


_QUERIES = (
    (
        "awr_report",
        "AWR report of one hour",
        "Where the database spends its time. Take a busy hour; several hours are better than one.",
        "Oracle Diagnostics Pack (Enterprise Edition). Without it: a Statspack report, level 7 for its segments.",
    ),
    (
        "segment_statistics",
        "I/O counters of every segment",
        "Ranks all segments instead of the report's top five. Run it twice, at both ends of the hour, if you can.",
        "No extra licence.",
    ),
    (
        "segment_sizes",
        "Sizes of every segment",
        "What fits on the SSD. No AWR report holds sizes.",
        "No extra licence.",
    ),
)


def collector_file(name: str) -> str:
    """The text of a script of this package, such as those of `COLLECTOR_FILES`."""
    return (files("segtier.collect") / name).read_text("utf-8")


@cache
def collection_queries() -> tuple[CollectionQuery, ...]:
    """The scripts in the order to run them."""
    return tuple(
        CollectionQuery(name, title, what_for, "sqlplus", collector_file(f"{name}.sql"), licence)
        for name, title, what_for, licence in _QUERIES
    )
