"""The part of the instance's requests that some segments make."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import shares_of
from segtier.forecast import Change
from segtier.model.profile import SegmentLoad


def share_of(case: Case, rows: Iterable[SegmentLoad]) -> Change:
    """What moving these segments changes."""
    kept = list(rows)
    reads, direct, writes = np.clip(shares_of(case.profile, kept).sum(axis=0), 0.0, 1.0) if kept else np.zeros(3)
    return Change(
        buffered_reads=float(reads),
        direct_reads=float(direct),
        writes=float(writes),
        share_error=case.segments.share_error,
    )
