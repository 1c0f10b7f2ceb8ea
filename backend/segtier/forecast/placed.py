"""The response as a function of a placement, which the model sees through a few sums only: the shares of today's buffered reads,
scans and writes that move; where read times tell stations apart, of each station these and the time in the reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segtier.forecast import constants as c
from segtier.forecast.basis import Basis
from segtier.forecast.change import Change, Onto
from segtier.forecast.draws import Column, median, quantiles
from segtier.forecast.flash_ratios import bytes_per_read
from segtier.forecast.not_counted import NotCounted
from segtier.forecast.outcome import many_responses
from segtier.model.forecast import Range

Shares = NDArray[np.float64]
"""Of buffered reads, of direct path reads, of writes; each 0 to 1. Of stations apart for each: of buffered reads, of the time in
them, of direct path reads, of writes (`Today.columns`).
"""

_STEP = 0.02
"""Of a share: near enough for a slope, far enough for the median of the draws to move smoothly."""
_WAY = (-0.906179845938664, -0.5384693101056831, 0.0, 0.5384693101056831, 0.906179845938664)
_WEIGHT = (0.23692688505618928, 0.4786286704993663, 0.5688888888888887, 0.4786286704993663, 0.23692688505618928)
"""Of Gauss and Legendre, as `numpy.polynomial.legendre.leggauss(5)` says: asking it takes as long as a small report."""
_AT_ONCE = 256
_FULL = 0.9
"""Utilisation from which a flash device answers late in some of the draws."""


class Placed:
    """Median response at today's work, relative to today's, of one system with whatever else changes beside the placement."""

    def __init__(self, basis: Basis, share_error: float, beside: Change) -> None:
        self._beside = replace(beside, share_error=share_error)
        self._responses = many_responses(basis)
        self._columns: dict[bytes, Column] = {}
        self._known: dict[bytes, float] = {}
        self.today = basis.today
        self.tiers = len(basis.todays)
        """That segments may go to. With several, shares are those of the flash and then those of each further tier."""
        self.none_moved: Shares = np.zeros(self.tiers * self.today.columns)
        self.nothing = self.at(self.none_moved)

    def change(self, shares: Shares) -> Change:
        first, *others = np.split(np.clip(shares, 0.0, 1.0), self.tiers)
        changed = replace(self._beside, **self._part(first))
        return replace(changed, onto=tuple(Onto(**self._part(one)) for one in others)) if others else changed

    def _part(self, shares: Shares) -> dict[str, Any]:
        """What goes to one tier."""
        reads, direct, writes = self.today.requests(shares).tolist()
        rows = by_queue(shares) if self.today.apart and shares.any() else ()
        return {"buffered_reads": reads, "direct_reads": direct, "writes": writes, "by_queue": rows}

    def at(self, shares: Shares) -> float:
        """Infinite where the flash cannot carry what moves."""
        key = shares.tobytes()
        if key not in self._known and not shares.any() and self._beside.empty:
            self._known[key] = 1.0
        if key not in self._known:
            self._known[key] = median(self._column(shares))
        return self._known[key]

    def range(self, shares: Shares, open_: NotCounted | None = None) -> Range:
        """`open_`: by how much the shares may be wrong, which are of one tier then."""
        if self.change(shares).empty:
            return Range(1.0, 1.0, 1.0)
        ends = [] if open_ is None else [self._at_end(shares, one.at(end)) for one in _ways(open_) for end in (0, 1)]
        self.know([shares, *ends])
        told, *others = (quantiles(self._column(one)) for one in (shares, *ends))
        return Range(min(one.low for one in (told, *others)), told.expected, max(one.high for one in (told, *others)))

    def _at_end(self, shares: Shares, end: tuple[float, float, float]) -> Shares:
        reads, direct, writes = end
        times = [reads, reads, direct, writes] * len(self.today.queues) if self.today.apart else end
        found: Shares = np.clip(shares * np.array(times), 0.0, 1.0)
        return found

    def _column(self, shares: Shares) -> Column:
        """The response in each draw; what is chosen by its median has its range told too."""
        key = shares.tobytes()
        if key not in self._columns:
            self.know([shares])
        return self._columns[key]

    def know(self, many: Iterable[Shares]) -> None:
        """Work the responses of all these out at once, which takes little longer than one; then each is at hand."""
        new = {shares.tobytes(): shares for shares in many if shares.tobytes() not in self._columns}
        if new:
            self._columns |= zip(new, self._responses([self.change(one) for one in new.values()]), strict=True)

    def saved_each(self, points: Shares) -> Shares:
        """(points, columns) to (points,): as `saved`, of many that need no range and are not kept."""
        found = np.full(len(points), self.nothing)
        moving = np.flatnonzero(points.any(axis=1))
        for at in range(0, len(moving), _AT_ONCE):
            some = moving[at : at + _AT_ONCE]
            found[some] = [median(one) for one in self._responses([self.change(points[one]) for one in some])]
        saved: Shares = self.nothing - found
        return saved

    def saved(self, shares: Shares) -> float:
        """Of today's DB time, by the placement alone."""
        return self.nothing - self.at(shares)

    def slopes(self, shares: Shares) -> Shares:
        """What more of each share would save here, in parts of DB time for the whole share; 0 where nobody can tell."""
        ends = _around(shares)
        self.know(end for pair in ends for end in pair)
        found = np.array(
            [(self.at(low) - self.at(high)) / (high - low)[which] for which, (low, high) in enumerate(ends)]
        )
        return np.where(np.isfinite(found), found, 0.0)

    def parts(self, shares: Shares) -> Shares:
        """What each share saves of what all three save together: the mean slopes on the straight way to them.

        Parts that add up whatever moves (Aumann & Shapley 1974); scaled to make up for what five points on the way miss.
        """
        points = [shares * (1 + way) / 2 for way in _WAY]
        self.know(end for point in points for pair in _around(point) for end in pair)
        mean = np.sum([w / 2 * self.slopes(point) for point, w in zip(points, _WEIGHT, strict=True)], axis=0)
        total = float(mean @ shares)
        parts: Shares = mean * (self.saved(shares) / total) if total > 0 else mean
        return parts


def _ways(open_: NotCounted) -> set[NotCounted]:
    return {open_, open_.crossed}


def by_queue(shares: Shares) -> tuple[tuple[float, float, float, float], ...]:
    """Of stations apart, as `Change` has them."""
    return tuple((float(r), float(t), float(d), float(w)) for r, t, d, w in np.reshape(shares, (-1, 4)))


def _around(shares: Shares) -> list[tuple[Shares, Shares]]:
    """Of each share a little less and a little more of it."""
    ends = []
    for which in range(len(shares)):
        low, high = shares.copy(), shares.copy()
        low[which], high[which] = max(shares[which] - _STEP, 0.0), min(shares[which] + _STEP, 1.0)
        ends.append((low, high))
    return ends


def flash_load(basis: Basis) -> tuple[Shares, float]:
    """How busy each whole share keeps the flash, and how busy it may be, in parts of its time."""
    profile, tier = basis.profile, basis.tier
    bandwidth = tier.read_bytes_per_s * c.FLASH_BANDWIDTH.expected
    by_bytes = max(bytes_per_read(profile) * tier.read_iops / bandwidth, 1.0)
    rates = (
        (profile.buffered_read_requests_per_s or 0.0) * by_bytes / tier.read_iops,
        max(
            (profile.direct_read_requests_per_s or 0.0) / tier.read_iops,
            (profile.direct_read_bytes_per_s or 0.0) / bandwidth,
        ),
        (profile.data_write_requests_per_s or 0.0) / tier.write_iops,
    )
    if not basis.today.apart:
        return np.array(rates), _FULL
    # The time that a read takes today is no load there.
    return np.tile([rates[0], 0.0, rates[1], rates[2]], len(basis.today.queues)), _FULL
