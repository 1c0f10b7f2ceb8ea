"""What segments make of the instance's requests where an input counts their blocks alone.

A request reads at least a block and at most `MOST_BLOCKS`, and the instance's requests are known. So they make no more than their
blocks, and no more than what the counted ones leave; and no fewer than what all others, by their blocks, cannot have made.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.columns import Floats
from segtier.forecast.not_counted import EXACT, Ends, NotCounted
from segtier.model.profile import Profile, SegmentLoad

MOST_BLOCKS = 128.0
"""A megabyte in blocks of 8 KiB: what Oracle reads at once."""
_WIDE = 1e-6


def not_counted(profile: Profile, loads: Sequence[SegmentLoad], moved: Sequence[SegmentLoad]) -> NotCounted | None:
    """Of `moved`, which are among `loads`; None where all are counted, or the instance's reads are not."""
    if profile.reads_counted_by != "requests" or not any(
        load.requests_estimated or _only_bounded(load) for load in moved
    ):
        return None
    keys = {load.key for load in moved}
    moves = np.array([load.key in keys for load in loads], np.bool_)
    reads, direct, writes, blocks, direct_blocks, write_blocks, most = (_column(loads, name) for name in _FIGURES)
    past_cache = np.minimum(np.nan_to_num(direct_blocks), np.nan_to_num(blocks))
    guessed = np.array([load.reads_estimated or _only_bounded(load) for load in loads], np.bool_)
    guessed_writes = np.array([load.writes_estimated for load in loads], np.bool_)
    block = profile.block_size_bytes
    scanned = _per_block(profile.direct_read_bytes_per_s, block) or 0.0
    all_blocks = _per_block(profile.data_read_bytes_per_s, block)
    cached = None if all_blocks is None else max(all_blocks - scanned, 0.0)
    buffered = _Side(np.nan_to_num(reads) - direct, np.nan_to_num(blocks) - past_cache, guessed, most)
    past = _Side(direct, past_cache, guessed, most)
    written = _Side(np.nan_to_num(writes), np.nan_to_num(write_blocks), guessed_writes, np.full(len(loads), np.nan))
    found = NotCounted(
        buffered.ends(moves, profile.buffered_read_requests_per_s, cached),
        past.ends(moves, profile.direct_read_requests_per_s, scanned),
        written.ends(moves, profile.data_write_requests_per_s, _per_block(profile.data_write_bytes_per_s, block)),
    )
    return None if found == NotCounted() else found


def _only_bounded(load: SegmentLoad) -> bool:
    """No list names its reads, and a full one says how many it can have."""
    return load.read_requests_per_s is None and load.reads_below_per_s is not None


_FIGURES = (
    "read_requests_per_s",
    "direct_read_requests_per_s",
    "write_requests_per_s",
    "read_blocks_per_s",
    "direct_read_blocks_per_s",
    "write_blocks_per_s",
    "reads_below_per_s",
)


def _column(loads: Sequence[SegmentLoad], name: str) -> Floats:
    return np.array([getattr(load, name) for load in loads], np.float64)


def _per_block(bytes_per_s: float | None, block: int) -> float | None:
    return None if bytes_per_s is None else bytes_per_s / block


class _Side:
    """Buffered reads, direct path reads or writes: per second, a row for each segment."""

    def __init__(self, requests: Floats, blocks: Floats, guessed: NDArray[np.bool_], below: Floats) -> None:
        self._requests, self._blocks, self._guessed = requests, blocks, guessed
        self._most = np.fmin(np.where(blocks > 0, blocks, np.nan), below)

    def ends(self, moves: NDArray[np.bool_], total: float | None, all_blocks: float | None) -> Ends:
        """Of those that move, in parts of what is taken for them. `total`: of the instance."""
        taken, known = float(self._requests[moves].sum()), ~self._guessed
        if total is None or not taken > 0 or not self._guessed[moves].any():
            return EXACT
        own, others = moves & self._guessed, ~moves & self._guessed
        left = max(total - float(self._requests[known].sum()), 0.0)
        most = min(float(np.nansum(self._most[own])), left)
        least = float(self._blocks[own].sum()) / MOST_BLOCKS
        if all_blocks is not None:
            unlisted = max(all_blocks - float(self._blocks.sum()), 0.0)
            by_blocks = np.where(self._blocks[others] > 0, self._most[others], 0.0)
            least = max(least, left - float(by_blocks.sum()) - unlisted)
        sure = float(self._requests[moves & known].sum())
        low, high = (sure + min(least, most)) / taken, (sure + most) / taken
        if high - low < _WIDE:
            return EXACT
        return min(low, 1.0), max(high, 1.0)
