"""The part of the instance's requests that some segments make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import shares_of
from segtier.forecast import Change
from segtier.forecast.placed import Shares, by_queue
from segtier.model.profile import SegmentLoad


def share_of(case: Case, rows: Iterable[SegmentLoad]) -> Change:
    """What moving these segments changes."""
    kept = list(rows)
    shares = np.clip(shares_of(case, kept).sum(axis=0), 0.0, 1.0)
    return replace(change_of(case, shares), share_error=case.segments.share_error)


def change_of(case: Case, shares: Shares) -> Change:
    """What moving this much changes."""
    today = case.basis.today
    reads, direct, writes = today.requests(shares).tolist()
    rows = by_queue(shares) if today.apart else ()
    return Change(buffered_reads=reads, direct_reads=direct, writes=writes, by_queue=rows)
