"""What else could be bought: more memory for the buffer cache, and more disks beside today's. Forecast as a volume is."""

from __future__ import annotations

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.options.buffer_cache import NO_ADVISORY, largest_cache, reads_left
from segtier.forecast import Change, forecast_change
from segtier.forecast.stations import group_holding
from segtier.model.forecast import Range
from segtier.model.volume import Prices, Rival
from segtier.units import GIB

MORE_DISKS = 2
"""Times today's disks: the next amount anybody buys; with all of them the same, load spreads over them."""


def rivals_of(case: Case, prices: Prices) -> tuple[Rival, ...]:
    return _memory(case, prices), _disks(case, prices)


def _memory(case: Case, prices: Prices) -> Rival:
    """The largest cache of the advisory for which the server has the memory."""
    title = "More memory for the buffer cache"
    best = largest_cache(case.profile)
    today = case.profile.advised_cache_bytes
    if best is None or not today:
        return Rival("memory", title, None, None, None, NO_ADVISORY)
    more_gib = (best.size_bytes - today) / GIB
    month = None if prices.memory_gib is None else more_gib * prices.memory_gib
    text = f"The buffer cache grows from {today / GIB:.3g} to {best.size_bytes / GIB:.3g} GiB."
    if month is None:
        text += " The price of memory is not stated; if the server has spare memory, it costs nothing."
    return Rival(
        "memory", title, more_gib, _response(case, Change(read_factor=reads_left(case.profile, best))), month, text
    )


def _disks(case: Case, prices: Prices) -> Rival:
    """As many disks again in the group that holds the data, with the files spread over all of them."""
    title = "As many disks again"
    group = group_holding(case.storage, "data")
    if group is not None and group.media in ("flash", "cached-array"):
        reason = "Today's storage has no disks, or a cache in front of them: Segtier cannot tell what more disks would change."
        return Rival("disks", title, None, None, None, reason)
    response = _response(case, Change(disk_arrivals=1 / MORE_DISKS))
    spindles = group.spindles if group is not None else None
    if spindles is None:
        text = "The number of disks (spindles) is not known, so neither is how busy they are, nor the price of doubling them."
        return Rival("disks", title, None, response, None, text)
    more = spindles * (MORE_DISKS - 1)
    month = None if prices.disk is None else more * prices.disk
    text = f"{more} more disks than today's {spindles}, with the files spread over all of them."
    if month is None:
        text += " The monthly price of a disk is not stated."
    return Rival("disks", title, float(more), response, month, text)


def _response(case: Case, change: Change) -> Range | None:
    ratio = forecast_change(case.basis, change).response_ratio
    return ratio if np.isfinite(ratio.high) else None
