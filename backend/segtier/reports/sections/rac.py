"""What the tables of a RAC report have in common: one row per instance (`I#`), then totals and statistics over them.

`*` and `Sum` stand for all instances in the report; `Avg`, `Std`, `Min` and `Max` are left out. Column names carry the
heading over them (`Wait Time: Total(s)`), because plain names repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from segtier.model.evidence import Evidence
from segtier.reports.numbers import words
from segtier.reports.sections.mechanism import Column, Row, column
from segtier.units import counted

T = TypeVar("T")

_ALL = frozenset({"*", "Sum"})
_MOST_DIGITS = 9

INSTANCE: Column = column("instance", "I#", read=words, required=True)


def is_counted(row: Row) -> bool:
    """The row is of one instance or the total of all."""
    printed = row["instance"] or ""
    return printed in _ALL or counted(printed, _MOST_DIGITS) is not None


def instance_number(row: Row) -> int | None:
    """The instance a row is of; None for the total."""
    return counted(row["instance"], _MOST_DIGITS)


def cell(row: Row, name: str) -> Evidence:
    """Evidence of one cell of a table that has several figures of one list in a row."""
    place = row.places.get(name)
    return row.evidence_of(None if place is None else row.columns[place])


def each(make: Callable[[Row, str], T | None], names: Iterable[str]) -> Callable[[Row], tuple[T, ...] | None]:
    """A builder for a row that holds one figure per column: a value per known figure, all of the row's instance."""
    listed = tuple(names)

    def build(row: Row) -> tuple[T, ...] | None:
        if not is_counted(row):
            return None
        made = (make(row, name) for name in listed if row.get(name) is not None)
        return tuple(value for value in made if value is not None)

    return build


def of_report(rows: tuple[T, ...], instances: int | None) -> tuple[T, ...]:
    """Rows as the document keeps them: totals without an instance; of a report of one instance these only."""
    if instances != 1:
        return rows
    totals = tuple(row for row in rows if _instance(row) is None)
    return totals or tuple(_unnumbered(row) for row in rows)


def _instance(row: Any) -> int | None:
    number: int | None = row.instance
    return number


def _unnumbered(row: Any) -> Any:
    return replace(row, instance=None)
