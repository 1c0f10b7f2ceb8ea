"""Containers of a database by their number in AWR's rows: two numbers are two containers, whether or not the dump names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from segtier.oracle.names import numbered_container

ROOT = "CDB$ROOT"


class Containers:
    def __init__(self, names: Mapping[int, str], dbid: int, used: Iterable[Any], *, cdb: bool | None) -> None:
        """`names`: by CON_DBID. `used`: CON_DBID of rows. `cdb`: whether the dump says that it has pluggable ones."""
        self._names, self._dbid = names, dbid
        self._cdb = bool(cdb or names) or any(map(self._is_pluggable, used))

    def of(self, number: Any) -> str | None:
        """The container of an object; None where the database has no pluggable ones."""
        if not self._cdb or number is None:
            return None
        return ROOT if number == self._dbid else self.pdb(number)

    def pdb(self, number: Any) -> str | None:
        """The pluggable database; None for the root, and where the database has none."""
        if not self._is_pluggable(number):
            return self._names.get(number)
        return self._names.get(number) or numbered_container("CON_DBID", number)

    def _is_pluggable(self, number: Any) -> bool:
        """Rows of no container have none, or 0."""
        return bool(number) and number != self._dbid
