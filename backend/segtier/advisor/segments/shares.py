"""The part of the instance's requests that some segments make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import requests_of, shares_against, shares_of
from segtier.advisor.segments.other_time import joined, of_another_time
from segtier.advisor.segments.requests_open import not_counted
from segtier.advisor.segments.untold_direct import as_may_be
from segtier.forecast import Change
from segtier.forecast.placed import Shares, by_queue
from segtier.forecast.today import TIME, Today
from segtier.model.profile import SegmentLoad


def share_of(case: Case, rows: Iterable[SegmentLoad]) -> Change:
    """What moving these segments changes."""
    kept = list(rows)
    others = tuple(_moving(case, one) for one in as_may_be(case, kept))
    open_ = joined(not_counted(case.profile, case.segments.loads, kept), of_another_time(case.segments.loads, kept))
    found = replace(_moving(case, kept), otherwise=others, not_counted=open_)
    reads, writes = (
        case.latencies.not_listed.most(row.key for row in kept) if case.segments.basis == "listed" else (0, 0)
    )
    return replace(
        found,
        reads_extra=max(found.reads_extra, min(reads, 1 - found.buffered_reads)),
        writes_extra=max(found.writes_extra, min(writes, 1 - found.writes)),
    )


def _moving(case: Case, rows: Sequence[SegmentLoad]) -> Change:
    shares = np.clip(shares_of(case, rows).sum(axis=0), 0.0, 1.0)
    today = case.basis.today
    return replace(of_lists(case, shares), perhaps=perhaps_of(case, today, rows), untimed=untimed_of(case, today, rows))


def of_lists(case: Case, shares: Shares) -> Change:
    """What moving this much changes, as sure as the lists of segments are."""
    table = case.segments
    change = replace(change_of(case, shares), share_error=table.share_error, share_least=table.share_least)
    if change.empty:
        return change
    reads, writes = table.untold
    return replace(
        change, reads_extra=min(reads, 1 - change.buffered_reads), writes_extra=min(writes, 1 - change.writes)
    )


def perhaps_of(case: Case, today: Today, rows: Sequence[SegmentLoad]) -> tuple[float, ...]:
    """As `Change` has it, of what goes to the tier that `today` is held against; empty where nothing may save more."""
    if not any(queue.perhaps for queue in today.queues):
        return ()
    each = [
        today.perhaps(row.key[0], row.tablespace) * part for row, part in zip(rows, _reads(case, rows), strict=True)
    ]
    found = np.clip(np.sum(each, axis=0), 0.0, 1.0) if each else np.zeros(len(today.queues))
    return tuple(map(float, found)) if found.any() else ()


def untimed_of(case: Case, today: Today, rows: Sequence[SegmentLoad]) -> float:
    """As `Change` has it."""
    theirs = [row for row in rows if today.untimed(row.key[0], row.tablespace)]
    if not theirs:
        return 0.0
    shares = shares_against(case, today, theirs).sum(axis=0)
    return min(float(np.reshape(shares, (-1, 4))[:, TIME].sum() if today.apart else shares[0]), 1.0)


def _reads(case: Case, rows: Sequence[SegmentLoad]) -> Iterable[float]:
    parts: list[float] = requests_of(case.profile, rows)[:, 0].tolist()
    return parts


def change_of(case: Case, shares: Shares) -> Change:
    """What moving this much changes."""
    today = case.basis.today
    reads, direct, writes = today.requests(shares).tolist()
    rows = by_queue(shares) if today.apart else ()
    return Change(buffered_reads=reads, direct_reads=direct, writes=writes, by_queue=rows)
