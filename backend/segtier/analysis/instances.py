"""A report of several instances seen as one database: totals where the report prints them, else sums over instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any


def whole_database(rows: tuple[Any, ...], key: tuple[str, ...], add_up: Callable[[list[Any]], Any]) -> tuple[Any, ...]:
    """One row per key: the total the report prints (`instance` None), else the instances' rows added up."""
    if all(row.instance is None for row in rows):
        return rows
    if len(set(map(attrgetter(*key), rows))) == len(rows):
        return rows
    groups: dict[Hashable, list[Any]] = {}
    for row in rows:
        groups.setdefault(tuple(getattr(row, part) for part in key), []).append(row)
    return tuple(_one(group, add_up) for group in groups.values())


def _one(group: list[Any], add_up: Callable[[list[Any]], Any]) -> Any:
    total = next((row for row in group if row.instance is None), None)
    return add_up(group) if total is None else total
