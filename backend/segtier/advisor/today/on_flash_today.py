"""Segments that lie on flash today, as stated: they stay, and what they take of the I/O is no gain of any option."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.segments.movers import shares_of
from segtier.advisor.segments.shares import change_of, share_of
from segtier.forecast import Change
from segtier.model.forecast import Assumption

_NEARLY_ALL = 0.9
"""Of the buffered reads: with no more than the rest from disk, disks are not what is slow."""
_SOURCE = (
    "of the buffered reads, by the tablespaces you stated. Today's mean read holds theirs: a read from disk takes longer, so "
    "what moves gains rather more than forecast"
)


def data_on_flash(case: Case) -> bool:
    """Somebody stated that today's data is on flash, all or nearly all that is read; inferred it never is."""
    group = case.storage.holding("data")
    whole = group is not None and group.media == "flash" and not group.inferred and not group.named
    return whole or share_of(case, case.on_flash_today).buffered_reads >= _NEARLY_ALL


def all_others(case: Case) -> Change:
    """Everything that is not there yet."""
    today = case.basis.today
    there = np.clip(shares_of(case, case.on_flash_today).sum(axis=0), 0.0, 1.0)
    whole = today.average.ravel() if today.apart else np.ones(today.columns)
    left = share_of(case, case.on_flash_today).perhaps or (0.0,) * len(today.queues)
    perhaps = tuple(max(queue.perhaps - gone, 0.0) for queue, gone in zip(today.queues, left, strict=True))
    change = change_of(case, np.maximum(whole - there, 0.0))
    return replace(change, perhaps=perhaps if any(perhaps) else ())


def bytes_there(case: Case) -> int:
    return sum(load.size_bytes or 0 for load in case.on_flash_today)


def assumed(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    there = case.on_flash_today
    if not there or not any(spec.places_data for spec in draft.specs):
        return ()
    share = share_of(case, there).buffered_reads
    return (Assumption("on_flash_today", round(100 * share, 1), unit="%", source=_SOURCE),)
