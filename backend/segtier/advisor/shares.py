"""The part of the instance's requests that some segments make."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.advisor.case import Case
from segtier.forecast import Change
from segtier.model.profile import SegmentLoad


def share_of(case: Case, rows: Iterable[SegmentLoad]) -> Change:
    """What moving these segments changes."""
    profile = case.profile
    kept = list(rows)
    direct = sum(row.direct_read_requests_per_s for row in kept)
    reads = sum(row.read_requests_per_s or 0.0 for row in kept) - direct
    writes = sum(row.write_requests_per_s or 0.0 for row in kept)
    return Change(
        buffered_reads=_part(reads, profile.buffered_read_requests_per_s),
        direct_reads=_part(direct, profile.direct_read_requests_per_s),
        writes=_part(writes, profile.data_write_requests_per_s),
        share_error=case.segments.share_error,
    )


def _part(part: float, whole: float | None) -> float:
    return min(part / whole, 1.0) if whole else 0.0
