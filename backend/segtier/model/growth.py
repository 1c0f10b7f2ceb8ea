"""How load and sizes of a database grow, and until when the SSD lasts."""

from __future__ import annotations

from datetime import date
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.names import Sentence, Word

GrowthOf = Literal["db-time", "reads", "redo", "all-segments", "ssd-segments"]
TrendState = Literal["grows", "shrinks", "no-trend", "too-short", "unknown"]
"""no-trend: no more than chance. too-short: fewer than three weeks. unknown: no input tells the figure."""
LimitOf = Literal["bytes", "requests"]
LimitState = Literal["reached", "between", "from", "not-within", "no-trend", "unknown"]
"""reached: now. between: two dates. from: no earlier than `earliest`, and perhaps not at all as far as the trend is followed.
not-within: not that far. no-trend: the figure is known, and has no trend. unknown: a figure is missing."""


@dataclass(frozen=True, slots=True)
class Trend:
    of: GrowthOf
    state: TrendState
    text: Sentence
    unit: Word
    """Of the figures: s/h, requests/h, bytes/h, bytes."""
    weeks: int
    """Compared; one report or list of sizes of each is enough."""
    like_hours: int | None = None
    """Hours of the week that each of them has; None for sizes."""
    now: float | None = None
    """In the last week: of the line, or of the last list of sizes."""
    per_week: Range | None = None
    """The range holds the truth in 99 of 100; also where it holds 0 too, and there is no trend."""
    last: date | None = None
    """Day of the last week's figure, by the clock of the database."""


@dataclass(frozen=True, slots=True)
class GrowthLimit:
    of: LimitOf
    state: LimitState
    text: Sentence
    earliest: date | None = None
    latest: date | None = None
    """None: perhaps not before `followed_to`."""
    followed_to: date | None = None
    """How far ahead the trend is followed: four times the time seen."""


@dataclass(frozen=True, slots=True)
class KeepFree:
    """What the segments on SSD will need."""

    weeks: int
    """From now: a year, or as far as the trend is followed."""
    pct: Range
    """Of the usable SSD."""
    text: Sentence


@dataclass(frozen=True, slots=True)
class Growth:
    trends: tuple[Trend, ...] = ()
    """One of each."""
    limits: tuple[GrowthLimit, ...] = ()
    """When the SSD is full, and when it takes no more requests."""
    keep_free: KeepFree | None = None
    """None without a trend of the segments on SSD."""
