"""Names of what AWR's tables number, by database: imported snapshots have numbers, and names, of their own."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from segtier.model.evidence import Warn
from segtier.reports.awr_dump.tables import NAMES, OWNER, kinds_of, stored_in
from segtier.reports.dump.dump import Dump

Number = tuple[Any, ...]


class Names:
    """By table, database and number."""

    def __init__(self, dump: Dump) -> None:
        self.warnings: list[Warn] = []
        self.missing: set[str] = set()
        self._words: dict[tuple[str, int], dict[Any, str]] = {}
        self._found: dict[str, dict[int, dict[Number, tuple[Any, ...]]]] = {}
        for table in NAMES:
            self._found[table] = self._read(dump, table)

    def _read(self, dump: Dump, name: str) -> dict[int, dict[Number, tuple[Any, ...]]]:
        found: dict[int, dict[Number, tuple[Any, ...]]] = defaultdict(dict)
        number, named = NAMES[name]
        table = dump.table(OWNER, *stored_in(name), kinds=kinds_of(name, (*number, *named)))
        if table is None:
            self.missing.add(name)
            return found
        width = len(number) + 1
        for row in table.read(("DBID", *number, *named)):
            found[row[0]][row[1:width]] = row[width:]
        said = table.said()
        if said is not None:
            self.warnings.append(Warn("dump-table", said, name))
        return found

    def of(self, table: str, dbid: int) -> dict[Number, tuple[Any, ...]]:
        return self._found[table].get(dbid, {})

    def words(self, table: str, dbid: int) -> dict[Any, str]:
        """Where one column numbers and the first that names says it."""
        if (table, dbid) not in self._words:
            found = {number[0]: named[0] for number, named in self.of(table, dbid).items() if named[0]}
            self._words[table, dbid] = found
        return self._words[table, dbid]
