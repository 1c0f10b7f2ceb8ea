"""What segments may read and write in intervals of a dump or a bundle that have no row of them.

Such tables list by no rank: a segment without a row may have made all that no row names. So its sum over several instances or
hours is the least, and this is how much more it may be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from segtier.analysis.coverage import listed_coverage
from segtier.analysis.figures import statistic
from segtier.model.document_kind import OF_SEVERAL
from segtier.model.workload import SegmentKey, Workload

_BLOCKS = ("physical reads", "physical writes")
_Key = tuple[str | None, str, str, str | None]


class NotListed:
    """Adds up what reports say, each looked at once."""

    def __init__(self) -> None:
        self._reports = 0
        self._all = [0.0, 0.0]
        """Blocks read and written."""
        self._unlisted = [0.0, 0.0]
        """Of these those that no segment's row names."""
        self._beside: dict[_Key, list[float]] = defaultdict(lambda: [0.0, 0.0])
        """The same in the intervals that have a row of the segment."""

    def add(self, report: Workload) -> None:
        self._reports += 1
        blocks = [statistic(report, name) or 0.0 for name in _BLOCKS]
        listed = listed_coverage(report)
        ranked = report.source.kind not in OF_SEVERAL or not report.segments
        unlisted = [0.0 if ranked else all_ * (1 - (part or 0.0)) for all_, part in zip(blocks, listed, strict=True)]
        self._all = _sum(self._all, blocks)
        self._unlisted = _sum(self._unlisted, unlisted)
        if any(unlisted):
            for row in report.segments:
                key = (row.pdb, row.owner, row.name, row.subobject)
                self._beside[key] = _sum(self._beside[key], unlisted)

    def most(self, keys: Iterable[SegmentKey]) -> tuple[float, float]:
        """Of all reads and writes the most that these may make where they have no row."""
        if self._reports < 2:
            return 0.0, 0.0
        rows = [self._beside[key[:4]] for key in keys if key[:4] in self._beside]
        reads, writes = (
            max((unlisted - row[at] for row in rows), default=0.0) / all_ if all_ else 0.0
            for at, (unlisted, all_) in enumerate(zip(self._unlisted, self._all, strict=True))
        )
        return min(max(reads, 0.0), 1.0), min(max(writes, 0.0), 1.0)


def _sum(some: list[float], more: list[float]) -> list[float]:
    return [one + other for one, other in zip(some, more, strict=True)]
