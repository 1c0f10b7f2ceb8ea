"""A report of several instances seen as one database: totals where the report prints them, else sums over instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from operator import attrgetter
from typing import Any


def whole_database(
    rows: tuple[Any, ...], key: tuple[str, ...], instances: Set[int], add_up: Callable[[list[Any], int], Any]
) -> tuple[Any, ...]:
    """One row per key: the total the report prints (`instance` None), else the instances' rows added up.

    `instances`: the report is of, as far as it says. `add_up` takes rows of a key, and how many instances there are.
    """
    of_one = {row.instance for row in rows} - {None}
    several = len(of_one | instances) if of_one else 0
    if several < 2 and (not several or len(set(map(attrgetter(*key), rows))) == len(rows)):
        return rows
    groups: dict[Hashable, list[Any]] = {}
    for row in rows:
        groups.setdefault(tuple(getattr(row, part) for part in key), []).append(row)
    return tuple(_one(group, add_up, several) for group in groups.values())


def _one(group: list[Any], add_up: Callable[[list[Any], int], Any], several: int) -> Any:
    total = next((row for row in group if row.instance is None), None)
    return add_up(group, several) if total is None else total
