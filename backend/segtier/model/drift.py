"""Whether what lies on SSD still belongs there."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.growth import Growth
from segtier.model.names import ObjectName, Sentence, Word

DriftState = Literal["swap", "stays", "too-short", "no-gain", "nothing-applied"]
"""swap: others earn more. stays: nothing found. too-short: too few weeks. no-gain: disks read no slower than SSD.
nothing-applied: no segment is known to lie on SSD."""

BaseKind = Literal["set", "plan", "storage"]
"""set: the segments that the question names. plan: those of plans marked applied. storage: what is on SSD as stated."""


@dataclass(frozen=True, slots=True)
class AppliedPlans:
    """What the plans of a database that people marked applied brought to SSD."""

    ids: tuple[Word, ...]
    """In the order in which they were applied."""
    last_at: datetime | None
    """When the last one was marked, UTC; None: nobody says, and all hours count."""
    segments: tuple[ObjectName, ...]


@dataclass(frozen=True, slots=True)
class DriftBase:
    """What was compared with."""

    kind: BaseKind
    text: Sentence
    plans: tuple[Word, ...] = ()
    """By id, in the order in which they were applied."""
    since: datetime | None = None
    """Only intervals after the plan was marked applied (UTC) are looked at; None: all are."""


@dataclass(frozen=True, slots=True)
class DriftSegment:
    name: ObjectName
    size_bytes: int
    reads_per_hour: Range
    """Buffered reads in the like hours of the weeks looked at: the median with what chance leaves open."""


@dataclass(frozen=True, slots=True)
class CalendarGroup:
    """Segments that are hot at one time of the calendar and cold otherwise, and what may be done about them."""

    when: Word
    """As words: the last two days of a month."""
    text: str
    """Which segments are hot when, in a sentence."""
    segments: tuple[ObjectName, ...]
    size_bytes: int
    on_flash: int
    """Of the segments, those of the applied plan."""
    occurrences: int
    """In which all of them were hot."""
    hours: float
    """Of an occurrence, as the calendar has it."""
    saves_s: Range
    """DB time that SSD saves in one occurrence: what always keeping them there gains, and never keeping them costs."""
    moved_bytes: int
    """In one occurrence, there and back; about as many bytes of redo."""
    minutes: tuple[int, int]
    moves_cost_s: float
    """DB time at most, of both moves."""
    offers: tuple[str, ...]
    """Always on SSD, moved there and back, never: each with its price."""


@dataclass(frozen=True, slots=True)
class Drift:
    state: DriftState
    text: str
    """The answer in a few sentences."""
    weeks: int
    """Looked at, the latest; each has all the like hours."""
    weeks_needed: int
    like_hours: int
    """Hours of the week that each of these weeks has."""
    on_flash: int
    """Segments of the base."""
    unsized: int
    """Of these, segments of unknown size or that no input names; they stay."""
    base: DriftBase = DriftBase("storage", "what is on SSD today, as stated")
    take_off: tuple[DriftSegment, ...] = ()
    bring: tuple[DriftSegment, ...] = ()
    seen_in: int = 0
    """Weeks in which the swap saves something."""
    saves_s_per_hour: Range | None = None
    frees_bytes: int = 0
    """Room that the swap leaves over; below 0 where it takes some."""
    moved_bytes: int = 0
    minutes: tuple[int, int] | None = None
    """The fewest and the most that the moves take."""
    costs_s: float | None = None
    """DB time, once, at most: reads from disk take twice as long while segments move."""
    pays_after_hours: float | None = None
    """At most, of hours like these."""
    calendar: tuple[CalendarGroup, ...] = ()
    """By what they save in one occurrence."""
    growth: Growth = Growth()
