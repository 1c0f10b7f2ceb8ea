"""Plays whole scripts of a bundle: blocks run, files that are called are read, what is printed to a SPOOL is a file then."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tests.plsql.dictionary import Emulated
from tests.plsql.machine import Machine, Raised
from tests.plsql.oracle import execute
from tests.sqlplus_reader import units

_units = lru_cache(maxsize=512)(units)


class Session:
    """SQL*Plus in the folder of a bundle: `files` by path, also those that scripts wrote; `settings` as in settings.sql."""

    def __init__(self, files: Mapping[str, str], database: Emulated, **settings: Any) -> None:
        self.files = dict(files)
        self.log: list[str] = []
        self._database = database
        self._settings = {f"s_{name}": value for name, value in settings.items()}
        self._binds: dict[str, Any] = {}
        self._spool: str | None = None
        self._views = database.views()

    def run(self, path: str) -> str | None:
        """The script from its head on; the error it ends with, or None."""
        self._binds = {}
        self._spool = None
        self._views = self._database.views()
        try:
            self._play(path)
        except Raised as error:
            return f"ORA{error.code}: {error}"
        return None

    def count(self, name: str) -> Any:
        """The variable as the last script left it."""
        return self._binds.get(f"s_{name}")

    def _play(self, path: str) -> None:
        for unit in _units(self.files.get(path, "")):
            if unit.kind == "block":
                self._block(unit.text)
            elif unit.text.startswith("@") and not unit.text.startswith("@review/"):
                self._play(unit.text.lstrip("@").split()[0])
                if unit.text.startswith("@settings.sql"):
                    self._binds.update(self._settings)
            elif unit.text.startswith("SPOOL "):
                words = unit.text.split()
                self._spool = None if words[1] == "OFF" else words[1]
                if words[-1] == "REPLACE":
                    self.files.pop(words[1], None)

    def _block(self, text: str) -> None:
        def ddl(statement: str, values: Any) -> Any:
            found = execute(self._database, statement, values)
            if not found:
                self._views = self._database.views()
                machine.see(self._views)
            return found

        machine = Machine(self._views, self._binds, ddl, "ORCL")
        try:
            machine.run(text)
        finally:
            self.log += machine.printed
            if self._spool is not None:
                lines = "".join(f"{line}\n" for line in machine.printed)
                self.files[self._spool] = self.files.get(self._spool, "") + lines
