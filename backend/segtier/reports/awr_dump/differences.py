"""What counts since the instance was started: the later snapshot less the earlier, row by row.

A row that is not in the earlier one began at nothing. A figure that is smaller later has no difference: its row is left out and
told. Each snapshot is read once, for the interval that ends with it and the one that begins with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any

import numpy as np

from segtier.reports.awr_dump.by_snapshot import Key, Row, SnapshotRows
from segtier.reports.awr_dump.snapshots import Span
from segtier.reports.dump.columns import Column
from segtier.units import MOST_COUNTED

Figures = tuple[float | None, ...]
Grown = list[tuple[Row, Figures]]


class Rows:
    """Which rows a snapshot has; the next one has mostly the same."""

    def __init__(self, named: Sequence[Column]) -> None:
        self._named = named
        self.keys = list(zip(*(one.values for one in named), strict=True))
        self.places = {key: at for at, key in enumerate(self.keys)}
        self._chosen: list[bool] | None = None

    def are(self, named: Sequence[Column]) -> bool:
        return all(one.is_like(other) for one, other in zip(self._named, named, strict=True))

    def chosen(self, choose: Callable[[Row], bool]) -> list[bool]:
        """What is said of each row; asked once."""
        if self._chosen is None:
            self._chosen = list(map(choose, self.keys))
        return self._chosen


class Snapshot:
    """The rows of a snapshot, by what they are of."""

    def __init__(self, rows: Rows, figures: Sequence[Column]) -> None:
        self.rows, self.figures = rows, figures

    def of(self, key: Row) -> Row | None:
        """The figures of a row."""
        at = self.rows.places.get(key)
        return None if at is None else tuple(one.values[at] for one in self.figures)

    def items(self) -> Iterable[tuple[Row, Row]]:
        return zip(self.rows.keys, zip(*(one.values for one in self.figures), strict=True), strict=True)


class Counters:
    """Of one table: the first `named` columns say which row it is, the rest count."""

    def __init__(self, rows: SnapshotRows, named: int) -> None:
        self.rows = rows
        self._named = named
        self._last: dict[tuple[int, int], dict[Key, Snapshot | None]] = defaultdict(dict)
        """The two snapshots of each instance that were read last."""

    def at(self, key: Key) -> Snapshot | None:
        """None where its rows are not known."""
        last = self._last[key[:2]]
        if key not in last:
            columns = self.rows.columns_at(key)
            found = None if columns is None else self._snapshot(columns, last.values())
            if len(last) == 2:
                del last[next(iter(last))]
            last[key] = found
        return last[key]

    def _snapshot(self, columns: Sequence[Column], before: Iterable[Snapshot | None]) -> Snapshot:
        named = columns[: self._named]
        same = next((one.rows for one in before if one is not None and one.rows.are(named)), None)
        return Snapshot(same or Rows(named), columns[self._named :])

    def between(self, span: Span, named: Callable[[Row], bool] | None = None) -> Interval | None:
        """None where one of the snapshots is not known. `named`: whether a row has a name; the others are left out."""
        begin = self.at(span.begin)
        end = self.at(span.end)
        return None if begin is None or end is None else Interval(begin, end, named)

    def why(self, span: Span) -> str | None:
        return self.rows.why(span.begin) or self.rows.why(span.end)


class Interval:
    """What a table counted between two snapshots."""

    def __init__(self, begin: Snapshot, end: Snapshot, named: Callable[[Row], bool] | None) -> None:
        figures = [_grown(*pair) for pair in zip(end.figures, _earlier(begin, end), strict=True)]
        keys = end.rows.keys
        falls = [_falls(one) for one in figures]
        is_smaller = np.logical_or.reduce(falls) if keys else np.zeros(0, bool)
        rows: Grown = list(zip(keys, zip(*(one.values for one in figures), strict=True), strict=True))
        self.smaller: list[Row] = []
        """Rows one of whose figures is smaller later."""
        chosen = [] if named is None else end.rows.chosen(named)
        if is_smaller.any():
            self.smaller = [keys[at] for at in np.flatnonzero(is_smaller).tolist()]
            whole = (~is_smaller).tolist()
            rows, chosen = list(compress(rows, whole)), list(compress(chosen, whole))
        self.unnamed = 0
        """Rows that counted and have no name."""
        if not all(chosen):
            self.unnamed = sum(any(row[1]) for row, has in zip(rows, chosen, strict=True) if not has)
            rows = list(compress(rows, chosen))
        self.rows = rows


def _earlier(begin: Snapshot, end: Snapshot) -> Sequence[Column]:
    """The figures of the begin, in the order of the end; of rows that were not there 0."""
    if begin.rows is end.rows:
        return begin.figures
    places = np.array([begin.rows.places.get(key, -1) for key in end.rows.keys], np.int64)
    return [one.taken(places) for one in begin.figures]


def _grown(later: Column, earlier: Column) -> Column:
    if later.numbers is not None and earlier.numbers is not None:
        return Column(later.numbers - earlier.numbers, {})
    return Column(None, {}, list(map(_less, later.values, earlier.values)))


def _falls(grown: Column) -> Any:
    if grown.numbers is not None:
        return grown.numbers < 0
    return np.array([one is not None and one < 0 for one in grown.values], bool)


def _less(later: Any, earlier: Any) -> Any:
    """None where either is not known, or is more than Oracle counts."""
    if later is None or earlier is None or later > MOST_COUNTED or earlier > MOST_COUNTED:
        return None
    return later - earlier


def added(figures: Iterable[float | None]) -> float | None:
    """None where one of them is not known."""
    total = 0.0
    for one in figures:
        if one is None:
            return None
        total += one
    return total
