"""Average waits, the work of a transaction and rates of both periods: what a comparison says first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from segtier.advisor.comparison.noise import LEAST, Band, band
from segtier.advisor.comparison.period import Period
from segtier.advisor.comparison.work import REDO, WORK
from segtier.analysis.words import more
from segtier.model.comparison import ComparedFigure
from segtier.model.demand import DemandName
from segtier.model.profile import Profile

MATTERS = 0.05
"""Of DB time, before or after: waits that take less tell nothing of the storage."""
FEW_WAITS = 500
GROWN = 4 / 3
"""Times: from here on more load explains longer waits by itself."""
Figure = Callable[[Period], float | None]


class _Wait(NamedTuple):
    name: str
    """The event, as the report prints it."""
    figure: Figure
    kinds: tuple[DemandName, ...]
    """Whose time says whether it matters."""


def _of_event(event: str, kind: DemandName) -> _Wait:
    """Of that event alone: others of its demand wait for several reads, or for another session's."""
    return _Wait(event, lambda period: _average_us(period.profile, event), (kind,))


def _average_us(profile: Profile, event: str) -> float | None:
    rows = [row for row in profile.events if row.event == event and row.waits_per_s]
    waits = sum(row.waits_per_s or 0.0 for row in rows)
    return sum(row.time_per_s for row in rows) / waits * 1e6 if waits * profile.elapsed_s >= FEW_WAITS else None


_WAITS = (
    _of_event("db file sequential read", "single-block-read"),
    _of_event("db file scattered read", "multi-block-read"),
    _of_event("direct path read", "direct-read"),
    _of_event("direct path read temp", "temp-read"),
    _of_event("log file sync", "commit"),
    _Wait("log file parallel write", lambda period: period.profile.redo_write_us, ("commit", "log-stall")),
)
BESIDE_THE_STORAGE = ("direct path read", "log file sync")
"""Not as long as a device takes: prefetch hides a part of a scan's wait, and a commit waits for more than the disk."""
OF_THE_STORAGE = tuple(wait.name for wait in _WAITS if wait.name not in BESIDE_THE_STORAGE)


def shortened(figures: Sequence[ComparedFigure], helps: Collection[DemandName]) -> bool:
    """Whether a wait for storage that these demands are made of is shorter than before."""
    of_these = {wait.name for wait in _WAITS if wait.name in OF_THE_STORAGE and not set(helps).isdisjoint(wait.kinds)}
    return any(row.moved and (row.after or 0.0) < (row.before or 0.0) for row in figures if row.name in of_these)


def db_time_per_txn(period: Period) -> float | None:
    profile = period.profile
    return profile.db_time_per_s / profile.txn_per_s if profile.txn_per_s else None


def reads_per_s(period: Period) -> float | None:
    profile = period.profile
    if profile.buffered_read_requests_per_s is None:
        return None
    return profile.buffered_read_requests_per_s + (profile.direct_read_requests_per_s or 0.0)


_RATES: tuple[tuple[str, Figure], ...] = (
    ("transactions", lambda period: period.profile.txn_per_s),
    ("read requests", reads_per_s),
    ("write requests", lambda period: period.profile.data_write_requests_per_s),
)


def load_grown(before: Profile, after: Profile) -> str | None:
    """`transactions 48 % more`, where they grew by more than a third."""
    old, new = before.txn_per_s, after.txn_per_s
    return f"transactions {more(new / old)}" if old and new and new / old > GROWN else None


def compared_figures(before: Period, after: Period, hours: Sequence[Sequence[Period]]) -> tuple[ComparedFigure, ...]:
    """Waits that either period has, what a transaction does, then rates."""
    rows: list[tuple[str, str, Figure]] = [
        (wait.name, "µs", wait.figure)
        for wait in _WAITS
        if max(period.profile.share(*wait.kinds) for period in (before, after)) >= MATTERS
    ]
    rows += [(work.name, work.unit, work.per_txn) for work in WORK]
    found = [_row(*row, before, after, _noise(row[2], hours)) for row in rows]
    found += [_row(name, "/s", figure, before, after, _steady(figure, hours)) for name, figure in _RATES]
    return tuple(row for row in found if row.before is not None or row.after is not None)


def compared_redo(before: Period, after: Period, hours: Sequence[Sequence[Period]]) -> tuple[ComparedFigure, ...]:
    """What a transaction writes to the log, how long a write takes, and how long a commit waits for it."""
    rows: list[tuple[str, str, Figure]] = [(work.name, work.unit, work.per_txn) for work in REDO]
    rows += [(wait.name, "µs", wait.figure) for wait in _WAITS if "commit" in wait.kinds]
    found = [_row(*row, before, after, _noise(row[2], hours)) for row in rows]
    return tuple(row for row in found if row.before is not None or row.after is not None)


def _noise(figure: Figure, hours: Sequence[Sequence[Period]]) -> Band:
    return band([[figure(hour) for hour in period] for period in hours])


def _steady(figure: Figure, hours: Sequence[Sequence[Period]]) -> Band:
    """Of a rate: that busy hours do more than quiet ones says nothing of all hours together."""
    noise = _noise(figure, hours)
    return noise if max(map(len, hours)) < 2 else Band(max(noise.low, 1 / LEAST), min(noise.high, LEAST))


def _row(name: str, unit: str, figure: Figure, before: Period, after: Period, noise: Band) -> ComparedFigure:
    old, new = figure(before), figure(after)
    moved = None if not old or new is None else not noise.holds(new / old)
    return ComparedFigure(name, unit, old, new, noise.low, noise.high, moved)
