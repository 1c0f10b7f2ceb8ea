"""A database's reports in time: which hours are covered, how loaded each was, what is missing or counted twice."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Literal, get_args

from segtier.dataclass import dataclass

Window = Literal["busy", "busiest", "p95", "average"]
"""busy: the busiest interval of the load that takes most DB time, odd intervals left out; busiest: the one with most active
sessions of all; p95: the one at their 95th percentile; average: all intervals."""
WINDOWS: tuple[Window, ...] = get_args(Window)
DEFAULT_WINDOW: Window = "busy"
"""Users complain about the worst hour; an average over a day and a night hides it, and an odd hour stands for nothing."""


@dataclass(frozen=True, slots=True)
class StatedHours:
    """From when to when, by the database's own clock; None: open on that side."""

    begin: datetime | None = None
    end: datetime | None = None

    def holds(self, begin_time: datetime | None, end_time: datetime | None) -> bool:
        """Whether the middle of an interval lies in them; never of one whose times are not known."""
        if begin_time is None or end_time is None:
            return False
        middle = begin_time + (end_time - begin_time) / 2
        return (self.begin is None or middle >= self.begin) and (self.end is None or middle < self.end)

    def ahead_of(self, after: StatedHours) -> StatedHours:
        """These as what is before: where they begin ahead of `after` and nobody says where they end, they end where it begins."""
        if self.end is not None or (self.begin is not None and after.begin is not None and self.begin >= after.begin):
            return self
        return StatedHours(self.begin, after.begin)


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
    events: dict[str, dict[str, float]] = field(default_factory=dict)
    """The same by class and event, without events that take less than a hundredth of the interval's DB time: what a class has
    more than its events is theirs."""


@dataclass(frozen=True, slots=True)
class TimelineNote:
    """A gap, an overlap, a restart, an instance that is missing, what was left out, another load at other hours: what a reader of
    one answer for all hours should know."""

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
    other_hours: str | None = None
    """Of the others: what was left out, another load at other hours, how far one interval speaks for the rest."""


@dataclass(frozen=True, slots=True)
class Timeline:
    window: Window
    points: tuple[TimelinePoint, ...]
    notes: tuple[TimelineNote, ...]
    stated: StatedHours | None = None
    cpus: int | None = None
    """Of all instances used, threads counted; None where one of them prints none."""
    cores: int | None = None
