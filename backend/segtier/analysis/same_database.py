"""Whether everything given is of one database: bundles, counters and sizes join to reports by DBID."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from segtier.errors import Refused
from segtier.model.inventory import Inventory
from segtier.model.workload import Database, Source

_BESIDE = ("bundle", "segment-counters", "segment-sizes", "heat-map")
"""Kinds of sources that are no reports."""


class _Named(Protocol):
    @property
    def source(self) -> Source: ...
    @property
    def database(self) -> Database: ...


def check_one_database(given: Sequence[_Named], inventories: Sequence[Inventory]) -> None:
    """Raises Refused (`several-databases`) where what stands beside the reports is of another database, or of several.

    Reports among themselves are judged when they are sorted: a copy that was edited is told by its figures.
    """
    reports = _named(one.database for one in given if one.source.kind not in _BESIDE)
    documents: list[_Named] = [*given, *inventories]
    beside = _named(one.database for one in documents if one.source.kind in _BESIDE)
    if len(beside) > 1 or (reports and not beside.keys() <= reports.keys()):
        known = ", ".join(f"{name or 'unnamed'} (DBID {dbid})" for dbid, name in sorted((reports | beside).items()))
        raise Refused(
            f"the files are of {len(reports | beside)} databases: {known}",
            code="several-databases",
            advice="Give the files of one database at a time.",
        )


def standby_name(database: Database) -> str | None:
    """What a standby is called beside its primary, whose DBID it has; None for any other database."""
    if "STANDBY" not in (database.role or "").upper():
        return None
    return database.unique_name or "without a name"


def _named(databases: Iterable[Database]) -> dict[int, str]:
    return {one.dbid: one.name or "" for one in databases if one.dbid is not None}
