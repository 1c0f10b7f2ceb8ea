"""Rows of a table as values of a document: each field of the value with the SQL expression that makes it, units included."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Generic, TypeVar, get_type_hints

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.reports.bundle.tables import Tables
from segtier.units import MOST_ID

T = TypeVar("T")

_TRUE = frozenset({"YES", "Y", "TRUE", "ENABLED", "ON", "1"})
_FALSE = frozenset({"NO", "N", "FALSE", "DISABLED", "OFF", "NONE", "0"})
_WORD = re.compile(r"[a-z_][a-z0-9_#]*")


@dataclass(frozen=True)
class Listing(Generic[T]):
    """`fields` maps a field of `value` to an expression over the table's columns.

    Expressions that name a time take it from `uptime_s` (seconds since the row's instance started).
    """

    file: str
    value: type[T]
    fields: Mapping[str, str]
    source: str = ""
    """FROM and WHERE and GROUP BY; the file's table where empty. It must give `row` (counted from 0)."""
    fixed: Mapping[str, Any] | None = None
    where: str = "1"

    def read(self, tables: Tables) -> tuple[T, ...]:
        """All rows that give a value, in the file's order."""
        hints = get_type_hints(self.value)
        readers = [(name, _reader(hints[name])) for name in self.fields]
        has_evidence = "evidence" in hints
        return tuple(self._value(row, readers, has_evidence) for row in tables.rows(self._sql))

    def columns(self, tables: Tables) -> dict[str, str]:
        """The first column of the file behind each field."""
        known = tables.sections[self.file].columns
        named = {name: next((w for w in _WORD.findall(sql) if w in known), None) for name, sql in self.fields.items()}
        return {name: column for name, column in named.items() if column is not None}

    @property
    def _sql(self) -> str:
        picked = ", ".join(self.fields.values())
        source = self.source or f'(SELECT rowid - 1 AS row, * FROM "{self.file}")'
        return f"SELECT row, {picked} FROM {source} WHERE {self.where} ORDER BY row"

    def _value(self, row: tuple[Any, ...], readers: list[tuple[str, Callable[[Any], Any]]], has_evidence: bool) -> T:
        values = {
            name: None if cell is None else read(cell) for (name, read), cell in zip(readers, row[1:], strict=True)
        }
        if has_evidence:
            values["evidence"] = (Evidence(f"{self.file}.csv", 0, row[0]),)
        return self.value(**values, **(self.fixed or {}))


def describe(tables: Tables, listings: tuple[Listing[Any], ...]) -> None:
    """Name in each section the columns behind the document's fields."""
    for one in listings:
        section = tables.sections.get(one.file)
        if section is not None and section.state == "found":
            tables.sections[one.file] = replace(section, columns=section.columns | one.columns(tables))


def rows_of(tables: Tables, file: str) -> Iterator[dict[str, Any]]:
    """The rows of a small file by column."""
    cursor = tables.rows(f'SELECT * FROM "{file}" ORDER BY rowid')
    names = [column[0] for column in cursor.description]  # type: ignore[attr-defined]  # a cursor
    return (dict(zip(names, row, strict=True)) for row in cursor)


def yes(text: Any) -> bool | None:
    """A flag as Oracle prints it; None for anything else."""
    word = str(text).strip().upper() if text is not None else ""
    return True if word in _TRUE else False if word in _FALSE else None


def moment(text: Any) -> datetime | None:
    """A time as the collector writes it; None where it is none."""
    try:
        return datetime.fromisoformat(str(text)).replace(tzinfo=None)
    except ValueError:
        return None


def _reader(hint: Any) -> Callable[[Any], Any]:
    """How a cell becomes a value of that type."""
    for kind, read in ((bool, yes), (int, whole), (float, float), (datetime, moment), (str, str)):
        if hint is kind or hint == (kind | None):
            return read
    raise TypeError(f"no cell becomes {hint}")


def whole(value: Any) -> int | None:
    """A count or a size; None for what no database can have."""
    return int(value) if value is not None and abs(value) <= MOST_ID else None
