"""What a change would do: ranges, assumptions and the forecast of one option."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.names import Sentence, Word


@dataclass(frozen=True, slots=True)
class Range:
    """P10, P50 and P90 of the sampled forecast (low <= expected <= high), in the unit of the field that holds it."""

    low: float
    expected: float
    high: float


@dataclass(frozen=True, slots=True)
class Assumption:
    name: Sentence
    value: float | Sentence | None
    low: float | None = None
    high: float | None = None
    unit: Word = ""
    source: Sentence = ""
    title: Sentence = ""
    """Plain words; `name` is what programs call it."""
    influence: float | None = None
    """Its part of the spread of the outcome, 0 to 1, among the inputs that vary; None where it does not, or nothing does."""
    least: float | None = None
    """What may be stated instead lies between these; None: it cannot be stated."""
    most: float | None = None


@dataclass(frozen=True, slots=True)
class EventAfter:
    """Predicted time of one wait event in an hour at the same work; None for `time_s_*` where it cannot be told."""

    event: str
    wait_class: str
    time_s: float
    time_s_low: float | None = None
    time_s_high: float | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """One option's outcome. Ratios are after / before, baseline 1; `response_ratio` is at the same work."""

    response_ratio: Range
    db_time_saved_s_per_hour: Range
    throughput_ratio: Range
    demand_ratio: dict[str, Range]
    """Time of each demand at the same work, after / before."""
    flash_read_s_per_hour: Range | None
    """Time of reads served by Smart Flash Cache, where the option is one."""
    flash_hit_share: Range | None
    """Share of buffered reads it serves."""
    limited_by: str
    limited_by_text: str
    assumptions: tuple[Assumption, ...] = ()
    dominant_input: str | None = None
    untold_share: float = 0.0
    """Part of DB time by which the outcome hangs on what the inputs do not tell."""


@dataclass(frozen=True, slots=True)
class LoadPoint:
    """One point of the load curve: users, what they get done relative to today, and how long it takes relative to today."""

    users: float
    throughput_ratio: float
    response_ratio: float


@dataclass(frozen=True, slots=True)
class LoadLimit:
    """The load at which responses take as long as they may."""

    limit_s: float
    """Response time at which users are counted, in seconds."""
    users: float | None
    """At most: wherever it was measured fewer got the response time (docs/internals/forecast.md)."""
    users_text: str = ""
    """Why they are not known: one sentence; empty where they are."""


@dataclass(frozen=True, slots=True)
class LoadCurve:
    """Throughput and response time against users, every uncertain input at its expected value."""

    points: tuple[LoadPoint, ...]
    limit: LoadLimit


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What infinitely fast storage would give."""

    db_time_pct: float
    """Share of DB time that would go at the most, in percent, at the same work."""
    throughput_ratio: float | None
    least_db_time_pct: float = 0.0
    """The same where nothing follows, and nothing without a name is storage."""
