"""The documents that were read, by the database they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.analysis.same_database import standby_name
from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.model.inventory import Inventory
from segtier.model.workload import Database, Workload


@dataclass(frozen=True, slots=True)
class Documents:
    """All of one database. `id` is its DBID, or its name where the reports print none; of a standby with its own
    name."""

    id: str
    before: tuple[Workload, ...] = ()
    after: tuple[Workload, ...] = ()
    inventories: tuple[Inventory, ...] = ()

    @property
    def database(self) -> Database:
        return (*self.before, *self.after)[0].database


def by_database(
    before: Sequence[Workload], after: Sequence[Workload], inventories: Sequence[Inventory]
) -> tuple[Documents, ...]:
    """One for each database that a report names. What names none belongs to the only one.

    Raises NotUsable where no report says its database, or a file could belong to several.
    """
    keys = list(dict.fromkeys(key for one in (*before, *after) if (key := _key(one.database)) is not None))
    if not keys and (before or after):
        keys = ["unnamed"]
    if not keys:
        raise NotUsable(
            "there is no report among the files", code="no-report", advice="Give an AWR report of a busy hour."
        )
    found = {key: Documents(key) for key in keys}
    for one in before:
        at = _owner(one.database, one.source.file, keys)
        found[at] = replace(found[at], before=(*found[at].before, one))
    for one in after:
        at = _owner(one.database, one.source.file, keys)
        found[at] = replace(found[at], after=(*found[at].after, one))
    for sizes in inventories:
        at = _owner(sizes.database, sizes.source.file, keys)
        found[at] = replace(found[at], inventories=(*found[at].inventories, sizes))
    return tuple(found.values())


def _owner(database: Database, file: str | None, keys: Sequence[str]) -> str:
    key = _key(database)
    if key in keys:
        return str(key)
    if len(keys) == 1:
        return keys[0]
    raise NotUsable(
        f"{file or 'a file'} does not say which of {len(keys)} databases it belongs to",
        code="several-databases",
        advice="Start one server for each database.",
    )


def _key(database: Database) -> str | None:
    known = str(database.dbid) if database.dbid is not None else database.name
    standby = standby_name(database)
    return known if known is None or standby is None else f"{known}-{standby}"
