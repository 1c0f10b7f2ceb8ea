"""Rows of one snapshot that are there twice count once.

AWR keeps copies of rows for baselines (`_BL`), and a dump may hold a table twice. Rows of one primary key are one row. A figure
in which they differ is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segtier.reports.dump.columns import Column

_MIX = np.uint64(0x9E3779B97F4A7C15)


class Once(NamedTuple):
    """The columns, each row once, and how many rows are told in two ways."""

    columns: list[Column]
    contradictory: int


def each_once(columns: Sequence[Column], key: Sequence[int]) -> Once:
    """`key`: places of the columns that say which row it is."""
    if not key or not _may_repeat([columns[at] for at in key]):
        return Once(list(columns), 0)
    firsts: dict[tuple[Any, ...], int] = {}
    repeats: list[tuple[int, int]] = []
    for row, one in enumerate(zip(*(columns[at].values for at in key), strict=True)):
        first = firsts.setdefault(one, row)
        if first != row:
            repeats.append((first, row))
    kept = np.array(list(firsts.values()), np.int64)
    found, differing = list[Column](), set[int]()
    for at, column in enumerate(columns):
        values = column.values
        unknown = set() if at in key else {first for first, row in repeats if values[first] != values[row]}
        differing |= unknown
        found.append(_without(column, kept, unknown))
    return Once(found, len(differing))


def _without(column: Column, kept: NDArray[np.int64], unknown: set[int]) -> Column:
    if not unknown:
        return column.taken(kept)
    return Column(None, {}, [None if row in unknown else column.values[row] for row in kept.tolist()])


def _may_repeat(key: Sequence[Column]) -> bool:
    """False where no two rows have one key; by a number for each, as rows that are there twice are few."""
    mixed = np.zeros(key[0].rows, np.uint64)
    for column in key:
        numbers = column.numbers
        if numbers is None:
            numbers = np.fromiter(map(hash, column.values), np.int64, column.rows)
        mixed = mixed * _MIX + numbers.astype(np.uint64)
    return len(np.unique(mixed)) < len(mixed)
