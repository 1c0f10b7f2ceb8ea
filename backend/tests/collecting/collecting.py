"""Run the generated collector from end to end against a stand-in database, as a release and a kind of container."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import duckdb

from segtier.collect.script import collector_script
from tests.collecting.hostile_rows import Row, hostile_rows
from tests.collecting.oracle_on_duckdb import Oracle
from tests.collecting.oracle_tables import make_tables, seed
from tests.collecting.sqlplus_emulator import SqlPlus

Release = tuple[int, int]


@dataclass(frozen=True)
class Kind:
    """A database to collect from. `container` is None, root or pdb."""

    release: Release
    container: str | None = None
    statspack: bool = False
    without: tuple[str, ...] = ()
    without_columns: tuple[str, ...] = ()
    """As "gv$session.type"."""

    @property
    def dba(self) -> str:
        return "cdb" if self.container == "root" else "dba"

    def rows(self) -> dict[str, list[Row]]:
        rows = hostile_rows(self.release, 3 if self.container else None)
        cdb = None if self.release < (12, 1) else "YES" if self.container else "NO"
        name = {"root": "CDB$ROOT", "pdb": "SHOPPDB", None: "SHOP"}[self.container]
        rows["database"][0] |= {"cdb": cdb, "con_name": name if cdb else None}
        return rows

    def tables(self) -> duckdb.DuckDBPyConnection:
        """The seeded database."""
        connection = make_tables(self.release, self.without, self.without_columns)
        for file, rows in self.rows().items():
            inside = {"con_id": 3} if self.container and file == "temp_usage" else {}
            seed(connection, file, ({**row, **inside} for row in rows), self.dba)
        connection.execute(
            """INSERT INTO "v$parameter" (name, value) VALUES ('control_management_pack_access', 'DIAGNOSTIC+TUNING')"""
        )
        if not self.statspack and "dba_tab_columns" not in self.without:
            connection.execute("DELETE FROM dba_tab_columns WHERE owner = 'PERFSTAT'")
        return connection

    def oracle(self) -> Oracle:
        number = {"root": "1", "pdb": "3", None: "0"}[self.container]
        context = {"CON_ID": number, "CON_NAME": self.rows()["database"][0].get("con_name") or "?", "SID": "1"}
        return Oracle(self.tables(), context)


def collect(kind: Kind, folder: Path, words: Iterable[str] = (), window: tuple[str, str] | None = None) -> SqlPlus:
    """Run the collector into `folder` and return the SQL*Plus that did."""
    folder.mkdir(parents=True, exist_ok=True)
    sqlplus = SqlPlus(kind.oracle().execute, folder)
    begin, end = window or ("2026-11-20T00:00:00", "2026-11-20T23:59:59")
    sqlplus.run(collector_script(), ".", begin, end, *words)
    return sqlplus
