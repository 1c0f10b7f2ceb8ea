"""What counts since the instance was started: the later snapshot less the earlier, row by row.

A row that is not in the earlier one began at nothing. A figure that is smaller later has no difference: its row is left out and
told. Each snapshot is read once, for the interval that ends with it and the one that begins with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import repeat
from typing import Any

from segtier.reports.awr_dump.by_snapshot import Key, Row, SnapshotRows
from segtier.reports.awr_dump.snapshots import Span
from segtier.units import MOST_COUNTED

Figures = tuple[float | None, ...]


class Counters:
    """Of one table: the first `named` columns say which row it is, the rest count."""

    def __init__(self, rows: SnapshotRows, named: int) -> None:
        self.rows = rows
        self._named = named
        self._last: dict[tuple[int, int], dict[Key, dict[Row, Row] | None]] = defaultdict(dict)
        """The two snapshots of each instance that were read last."""

    def at(self, key: Key) -> dict[Row, Row] | None:
        """The rows of a snapshot by what they are of; None where they are not known."""
        last = self._last[key[:2]]
        if key not in last:
            rows, named = self.rows.read(key), self._named
            if len(last) == 2:
                del last[next(iter(last))]
            last[key] = None if rows is None else {row[:named]: row[named:] for row in rows}
        return last[key]

    def between(self, span: Span) -> tuple[list[tuple[Row, Figures]], list[Row]] | None:
        """(rows of the interval, those that were smaller later); None where one of the snapshots is not known."""
        begin = self.at(span.begin)
        end = self.at(span.end)
        if begin is None or end is None:
            return None
        found: list[tuple[Row, Figures]] = []
        smaller: list[tuple[Row, Figures]] = []
        for key, later in end.items():
            earlier = begin.get(key)
            grown = tuple(map(_less, later, earlier or repeat(0)))
            (smaller if _is_smaller(grown) else found).append((key, grown))
        return found, [key for key, _ in smaller]

    def why(self, span: Span) -> str | None:
        return self.rows.why(span.begin) or self.rows.why(span.end)


def _is_smaller(grown: Figures) -> bool:
    for one in grown:  # noqa: SIM110 - a generator for each row takes longer
        if one is not None and one < 0:
            return True
    return False


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
