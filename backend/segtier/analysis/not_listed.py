"""What segments may read and write in intervals of a dump or a bundle that have no row of them.

Such tables list by no rank: a segment without a row may have made all that no row names. So its sum over several instances or
hours is the least, and this is how much more it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.analysis.coverage import all_blocks, listed_coverage
from segtier.model.document_kind import OF_SEVERAL
from segtier.model.workload import SegmentKey, Workload

_Key = tuple[str | None, str, str, str | None]
_NONE = (0.0, 0.0, 0.0, 0.0)
_Sums = tuple[float, ...]
"""Blocks read and written that no segment's row names; and reports that do not tell how many there are, of reads and writes."""


class NotListed:
    """Adds up what reports say, each looked at once."""

    def __init__(self) -> None:
        self._reports = 0
        self._all: _Sums = (0.0, 0.0)
        """Blocks read and written."""
        self._unlisted: _Sums = _NONE
        self._beside: dict[_Key, _Sums] = {}
        """The same in the intervals that have a row of the segment."""

    def add(self, report: Workload) -> None:
        self._reports += 1
        blocks = all_blocks(report)
        self._all = _sum(self._all, [one or 0.0 for one in blocks])
        if report.source.kind not in OF_SEVERAL or not report.segments:
            return
        parts = zip(blocks, listed_coverage(report), strict=True)
        unlisted = [(all_ or 0.0) * (1 - (part or 0.0)) for all_, part in parts]
        unlisted += [float(all_ is None) for all_ in blocks]
        self._unlisted = _sum(self._unlisted, unlisted)
        for key in {(row.pdb, row.owner, row.name, row.subobject) for row in report.segments} if any(unlisted) else ():
            self._beside[key] = _sum(self._beside.get(key, _NONE), unlisted)

    def most(self, keys: Iterable[SegmentKey]) -> tuple[float, float]:
        """Of all reads and writes the most that these may make where they have no row."""
        rows = [self._beside.get(key[:4], _NONE) for key in keys] if self._reports > 1 else []
        return self._most(rows, 0), self._most(rows, 1)

    def _most(self, rows: Sequence[_Sums], at: int) -> float:
        untold = any(self._unlisted[2 + at] > row[2 + at] for row in rows)
        if untold:
            return 1.0
        blocks = max((self._unlisted[at] - row[at] for row in rows), default=0.0)
        return min(max(blocks / self._all[at], 0.0), 1.0) if self._all[at] else 0.0


def _sum(some: _Sums, more: Sequence[float]) -> _Sums:
    return tuple(one + other for one, other in zip(some, more, strict=True))
