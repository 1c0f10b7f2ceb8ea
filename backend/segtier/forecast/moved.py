"""Shares of today's requests that a change moves to flash, over the draws."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, Draws


class Moved(NamedTuple):
    """Each 0 to 1."""

    reads: Column
    """Buffered reads."""
    direct: Column
    writes: Column


def moved_shares(change: Change, draws: Draws, unseen_share: float | None = None) -> Moved:
    """The shares the segment lists name, off by their error, and what the change moves of the I/O no list names.

    `unseen_share`: of that, where it is not to be drawn.
    """
    named, unseen = np.ones(draws.count), np.zeros(draws.count)
    if error := change.share_error:
        spread = c.Spread(1 - error, 1.0, 1 + error, "a segment's share of the I/O, relative")
        named = draws.triangle("segment_share", spread)
    if change.reads_extra or change.writes_extra:
        drawn = draws.triangle("unseen_share", c.UNSEEN_SHARE)
        unseen = drawn if unseen_share is None else np.full(draws.count, unseen_share)
    return Moved(
        reads=np.clip(change.buffered_reads * named + change.reads_extra * unseen, 0, 1),
        # Indexes are read block by block: of what no list names only buffered reads are credited.
        direct=np.clip(change.direct_reads * named, 0, 1),
        writes=np.clip(change.writes * named + change.writes_extra * unseen, 0, 1),
    )
