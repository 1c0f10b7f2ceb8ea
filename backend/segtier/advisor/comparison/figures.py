"""Average waits and rates of both periods: what a comparison says first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from segtier.advisor.comparison.noise import Figure, band
from segtier.model.advice import ComparedFigure
from segtier.model.demand import DemandName
from segtier.model.profile import Profile

MATTERS = 0.05
"""Of DB time, before or after: waits that take less tell nothing of the storage."""
FEW_WAITS = 500


class _Wait(NamedTuple):
    name: str
    figure: Figure
    kinds: tuple[DemandName, ...]
    """Whose time says whether it matters."""


def _latency(kind: DemandName) -> Figure:
    return lambda profile: _counted(profile, kind)


def _counted(profile: Profile, kind: DemandName) -> float | None:
    demand = profile.demand(kind)
    return demand.latency_us if demand.waits_per_s * profile.elapsed_s >= FEW_WAITS else None


_WAITS = (
    _Wait("single-block read", _latency("single-block-read"), ("single-block-read",)),
    _Wait("multi-block read", _latency("multi-block-read"), ("multi-block-read",)),
    _Wait("direct path read", _latency("direct-read"), ("direct-read",)),
    _Wait("temp read", _latency("temp-read"), ("temp-read",)),
    _Wait("log file sync", _latency("commit"), ("commit",)),
    _Wait("log write", lambda profile: profile.redo_write_us, ("commit", "log-stall")),
)
OF_THE_STORAGE = ("single-block read", "multi-block read", "temp read", "log write")
"""Waits as long as a device takes: prefetch hides a part of a scan's, and a commit waits for more than the disk."""


def moved_by(figures: Sequence[ComparedFigure], helps: Collection[DemandName]) -> bool:
    """Whether a wait for storage that these demands are made of is another than before."""
    of_these = {wait.name for wait in _WAITS if wait.name in OF_THE_STORAGE and not set(helps).isdisjoint(wait.kinds)}
    return any(row.moved for row in figures if row.name in of_these)


def db_time_per_txn(profile: Profile) -> float | None:
    return profile.db_time_per_s / profile.txn_per_s if profile.txn_per_s else None


def reads_per_s(profile: Profile) -> float | None:
    if profile.buffered_read_requests_per_s is None:
        return None
    return profile.buffered_read_requests_per_s + (profile.direct_read_requests_per_s or 0.0)


_RATES: tuple[tuple[str, Figure], ...] = (
    ("transactions", lambda profile: profile.txn_per_s),
    ("read requests", reads_per_s),
    ("write requests", lambda profile: profile.data_write_requests_per_s),
)


def compared_figures(
    before: Profile, after: Profile, periods: Sequence[Sequence[Profile]]
) -> tuple[ComparedFigure, ...]:
    """Waits that either period has, then rates."""
    waits = [
        _row(wait.name, "µs", wait.figure, before, after, periods)
        for wait in _WAITS
        if max(before.share(*wait.kinds), after.share(*wait.kinds)) >= MATTERS
    ]
    rates = [_row(name, "/s", figure, before, after, periods) for name, figure in _RATES]
    return tuple(row for row in (*waits, *rates) if row.before is not None or row.after is not None)


def _row(
    name: str, unit: str, figure: Figure, before: Profile, after: Profile, periods: Sequence[Sequence[Profile]]
) -> ComparedFigure:
    old, new, noise = figure(before), figure(after), band(periods, figure)
    moved = None if not old or new is None else not noise.holds(new / old)
    return ComparedFigure(name, unit, old, new, noise.low, noise.high, moved)
