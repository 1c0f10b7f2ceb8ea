"""Plays whole scripts of a bundle: blocks run, files that are called are read, what is printed to a SPOOL is a file then."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from lab.plsql.database import NAME, Emulated
from lab.plsql.machine import Machine, Raised
from lab.plsql.statements import call, execute, is_change
from lab.plsql.views import views
from lab.plsql.words import NotKnown
from tests.sqlplus_reader import Unit, as_read, units

ROOT = "CDB$ROOT"
_units = lru_cache(maxsize=512)(units)
_CONTAINER = re.compile(r'ALTER SESSION SET CONTAINER = "(?P<name>[^"]+)"')
_LOST = Raised(-3113, "ORA-03113: end-of-file on communication channel")
_FULL = Raised(-1652, "ORA-01652: unable to extend temp segment by 128 in tablespace TEMP")


class Session:
    """SQL*Plus in the folder of a bundle: `files` by path, also those that scripts wrote; `settings` as in settings.sql.

    `fails_at`: the number of the change that ends with an error; `lost_after`: the one after which the connection is lost.
    """

    def __init__(self, files: Mapping[str, str], database: Emulated, **settings: Any) -> None:
        self.files = dict(files)
        self.log: list[str] = []
        self.changes: list[str] = []
        """Statements that changed the database, those of `FORMS`."""
        self.connected: str | None = None
        """The container the DBA is connected to; None: the one of the database."""
        self.fails_at: int | None = None
        self.lost_after: int | None = None
        self._database = database
        self.settings = settings
        self._settings = {f"s_{name}": value for name, value in settings.items()}
        self._binds: dict[str, Any] = {}
        self._spool: str | None = None
        self._container = NAME

    def run(self, path: str) -> str | None:
        """The script from its head on; the error it ends with, or None."""
        if path not in self.files:
            raise NotKnown(f"a script {path}: it is not in the bundle")
        self._binds = {}
        self._spool = None
        self._container = self.connected or self._database.pdb or NAME
        self._database.schema = "SYS"
        self._views = views(self._database, self._container)
        try:
            self._play(path)
        except Raised as error:
            return f"ORA{error.code}: {error}"
        return None

    def count(self, name: str) -> Any:
        """The variable as the last script left it."""
        return self._binds.get(f"s_{name}")

    def _play(self, path: str) -> None:
        for unit in _units(as_read(path, self.files) if path in self.files else ""):
            if unit.kind == "block":
                self._block(unit.text)
            elif unit.text.startswith("@") and not unit.text.startswith("@review/"):
                self._play(unit.text.lstrip("@").split()[0])
                if unit.text.startswith("@settings.sql"):
                    self._binds.update(self._settings)
            else:
                self._other(unit)

    def _other(self, unit: Unit) -> None:
        if unit.text.startswith("SPOOL "):
            words = unit.text.split()
            self._spool = None if words[1] == "OFF" else words[1]
            if words[-1] == "REPLACE":
                self.files.pop(words[1], None)
        elif said := _CONTAINER.fullmatch(unit.text):
            if said["name"] != self._database.pdb:
                raise Raised(-65011, f"ORA-65011: Pluggable database {said['name']} does not exist.")
            self._container = said["name"]
            self._views = views(self._database, self._container)
        elif unit.text.startswith(("ALTER ", "CREATE ")):
            raise NotKnown(f"the statement {unit.text!r} outside a block")

    def _block(self, text: str) -> None:
        machine = Machine(self._views, self._binds, self, self._container)
        try:
            machine.run(text)
        finally:
            self.log += machine.printed
            if self._spool is not None:
                lines = "".join(f"{line}\n" for line in machine.printed)
                self.files[self._spool] = self.files.get(self._spool, "") + lines

    def execute(self, machine: Machine, statement: str, values: Sequence[Any]) -> tuple[Any, ...]:
        change = is_change(statement)
        if change:
            self.changes.append(statement)
            if len(self.changes) == self.fails_at:
                raise _FULL
        found = execute(self._database, statement, values)
        if not found:
            self._views = views(self._database, self._container)
            machine.see(self._views)
        if change and len(self.changes) == self.lost_after:
            raise _LOST
        return found

    def call(self, name: str, values: Sequence[Any]) -> Any:
        return call(self._database, name, values)
