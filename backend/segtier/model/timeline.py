"""A database's reports in time: which hours are covered, how loaded each was, what is missing or counted twice."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Literal, get_args

from segtier.dataclass import dataclass

Window = Literal["busiest", "p95", "average"]
"""busiest: the interval with most active sessions; p95: the one at their 95th percentile; average: all intervals."""
WINDOWS: tuple[Window, ...] = get_args(Window)
DEFAULT_WINDOW: Window = "busiest"
"""Users complain about the worst hour; an average over a day and a night hides it."""


@dataclass(frozen=True, slots=True)
class StatedHours:
    """From when to when, by the database's own clock; None: open on that side."""

    begin: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class TimelinePoint:
    """One interval, all its instances together."""

    begin_snap: int | None
    end_snap: int | None
    begin_time: datetime | None
    end_time: datetime | None
    elapsed_s: float | None
    average_active_sessions: float | None
    read_wait_pct: float | None
    """Share of DB time in reads from storage, in percent."""
    txn_per_s: float | None
    instances: tuple[int, ...]
    files: tuple[str, ...]
    used: bool
    """Part of the window the advice is made from."""
    io_per_s: float | None = None
    """Read and write requests of all files."""
    io_bytes_per_s: float | None = None
    read_wait_us: float | None = None
    """Mean wait of a buffered read."""
    classes: dict[str, float] = field(default_factory=dict)
    """Average active sessions by the names of `DbTime.slices`: they add up to all of them, and to what is counted twice. Empty
    where the interval holds no DB time."""


@dataclass(frozen=True, slots=True)
class TimelineNote:
    """A gap, an overlap, a restart, a duplicate, an instance that is missing: what a reader of averages should know."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class HoursUsed:
    """Which intervals an answer is made from."""

    window: Window
    intervals: int
    """That the inputs cover."""
    used: int
    text: str
    """One sentence: how many, and from when to when."""
    stated: StatedHours | None = None
    """What was asked for; it goes before the window."""


@dataclass(frozen=True, slots=True)
class Timeline:
    window: Window
    points: tuple[TimelinePoint, ...]
    notes: tuple[TimelineNote, ...]
    stated: StatedHours | None = None
    cpus: int | None = None
    """Of all instances used, threads counted; None where one of them prints none."""
    cores: int | None = None
