"""Sizes at dates: what complete lists of segments add up to, the latest of each week."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from segtier.dataclass import dataclass
from segtier.model.inventory import Inventory

if TYPE_CHECKING:
    from segtier.analysis.trend import Line

WEEKS_NEEDED = 3
MOST_WEEKS = 104
_WEEK = timedelta(days=7)
_APART = timedelta(days=3.5)
"""Two lists that are nearer to one another are of one week."""
_SPAN_WEEKS = 1.9
"""Three weeks, of which the first and the last may be seen late and early."""


@dataclass(frozen=True, slots=True)
class DatedSize:
    at: datetime
    size_bytes: int


def dated_lists(inventories: Sequence[Inventory]) -> list[tuple[datetime, Inventory]]:
    """Those that say when they were made and hold every segment of the same containers as the last one, in order of time.

    A list of sizes without a date has no place among them: when it was uploaded says nothing of when it was made.
    """
    dated = [
        (one.taken_at.replace(tzinfo=None), one) for one in inventories if one.taken_at is not None and one.complete
    ]
    dated.sort(key=lambda row: row[0])
    if not dated:
        return []
    of = _containers(dated[-1][1])
    return [(at, one) for at, one in dated if _containers(one) == of]


def weekly_sizes(
    lists: Iterable[tuple[datetime, Inventory]], size_of: Callable[[Inventory], int | None]
) -> list[DatedSize]:
    """The latest of each week, counted back from the last one; a list that leaves a size open is no list of that week."""
    weekly: list[DatedSize] = []
    taken = -1
    for at, one in sorted(lists, key=lambda row: row[0], reverse=True):
        week = (weekly[0].at - at) // _WEEK if weekly else 0
        if week == taken or (weekly and weekly[-1].at - at < _APART) or len(weekly) == MOST_WEEKS:
            continue
        size = size_of(one)
        if size is not None:
            weekly.append(DatedSize(at, size))
            taken = week
    return weekly[::-1]


def line_of_sizes(sizes: Sequence[DatedSize]) -> Line | None:
    """None where they are of fewer than three weeks."""
    if len(sizes) < WEEKS_NEEDED:
        return None
    import numpy as np  # noqa: PLC0415 - which a reader at rest goes without

    from segtier.analysis.trend import step_line  # noqa: PLC0415 - numpy

    weeks = np.array([(one.at - sizes[0].at) / _WEEK for one in sizes])
    if weeks[-1] < _SPAN_WEEKS:
        return None
    return step_line(weeks, np.array([float(one.size_bytes) for one in sizes]))


def _containers(inventory: Inventory) -> frozenset[str | None]:
    return frozenset(row.pdb for row in inventory.segments)
