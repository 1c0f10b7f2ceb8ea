"""The comparison document (`segtier.comparison/1`): what happened between two periods, beside the forecast of an option."""

from __future__ import annotations

from typing import Final, Literal

from segtier.dataclass import dataclass
from segtier.model.advice import Input
from segtier.model.forecast import Range
from segtier.model.option import OptionName

Change = Literal["more", "less", "new", "gone", "as-before", "not-printed"]
"""Of the time per transaction. as-before: it differs by no more than its hours do, or by half a percent of DB time at most.
new, gone: one period prints it, and the other's reports left out next to nothing.
not-printed: one period prints it, and the other's reports may have left out as much, so nobody knows."""
Cause = Literal["work", "latency", "cpu", "waits", "unexplained", "not-printed"]
"""Why DB time per transaction differs. work: a transaction waits for storage more or less often, or its logical reads take CPU.
latency: such a wait is longer or shorter. cpu: a logical read takes other CPU. waits: those that are not for storage."""


ClassJudgement = Literal["inside", "outside", "as-it-is", "not-judged"]
"""Of what was measured, against the forecast's range. as-it-is: the forecast leaves the class as it was, so there is nothing to
hold. not-judged: nothing shows that what it foresees was done, or the class was not measured."""
ForecastState = Literal["held", "held-in-part", "better", "less", "slower", "not-judged"]
"""held-in-part: the total lies in its range, and a class that matters does not. better, less: DB time per transaction is below or
above its range; slower: above it, and more than before."""

TOTAL: Final = "total"
"""The class that is all of them."""


@dataclass(frozen=True, slots=True)
class ComparedEvent:
    """One wait event (or DB CPU, or the rest): seconds per hour before, predicted and after; per transaction too.

    None in a period whose reports do not print it: that is not zero.
    """

    event: str
    wait_class: str
    before_s_per_hour: float | None
    predicted_s_per_hour: float | None
    after_s_per_hour: float | None
    before_ms_per_txn: float | None
    after_ms_per_txn: float | None
    before_avg_wait_us: float | None = None
    after_avg_wait_us: float | None = None
    predicted_range: Range | None = None
    """`predicted_s_per_hour` with its range; None without a forecast."""
    change: Change | None = None
    """None where the periods cannot be compared."""


@dataclass(frozen=True, slots=True)
class ComparedClass:
    """A wait class, DB CPU, the unexplained rest, or all of it: milliseconds of DB time per transaction."""

    wait_class: str
    """A wait class | DB CPU | unexplained | TOTAL"""
    before_ms_per_txn: float | None
    predicted_ms_per_txn: Range | None
    """The sums of the events' ranges, so wider than the class's own; of the total the forecast's own range."""
    after_ms_per_txn: float | None
    within_forecast: bool | None
    change: Change | None = None
    """None where the periods cannot be compared."""
    judgement: ClassJudgement | None = None
    """None without a forecast."""
    predicted_at_load_before_ms_per_txn: Range | None = None
    """What the same forecast foresees at the load before; None where that is the load after too."""


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """One cause of the difference in DB time per transaction. All of them add up to it."""

    cause: Cause
    name: str
    """As people read it."""
    ms_per_txn: float
    """After less before."""
    event: str | None
    """Most of it; None where it is no event's."""
    most: bool
    """At least half of all that goes the way of the difference."""


Outcome = Literal["improved", "worse", "no-change", "other-change", "nothing-moved", "not-known", "not-comparable"]
"""improved, worse: waits for storage are shorter or longer, and that is most of the difference in DB time per transaction.
no-change: they are, and DB time does not follow. other-change: most of what changed is something else. nothing-moved: every wait
that both periods print, every class and the work are as before. not-known: what differs is no more than hours differ by
themselves, or a wait that one period alone prints."""


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """An average wait (µs), what a transaction does, or a rate (/s), of both periods; None is unknown."""

    name: str
    unit: str
    before: float | None
    after: float | None
    noise_low: float
    noise_high: float
    """After over before, as far as the hours of one period differ by themselves."""
    moved: bool | None
    """Beyond that; None where a period does not have it."""


@dataclass(frozen=True, slots=True)
class IoFigures:
    """I/O in a transaction of one period: requests, bytes, and how long one takes. None is unknown, never 0."""

    reads_per_txn: float | None = None
    writes_per_txn: float | None = None
    read_bytes_per_txn: float | None = None
    write_bytes_per_txn: float | None = None
    wait_us: float | None = None
    """Of a read in a tablespace; of a wait for any request of a function."""


@dataclass(frozen=True, slots=True)
class ComparedIo:
    """A tablespace or a function that does I/O, before and after."""

    name: str
    """With its container, where it has one: `DATA (PDB1)`."""
    before: IoFigures
    after: IoFigures


@dataclass(frozen=True, slots=True)
class Comparison:
    """What really happened: before and after, beside the forecast of `option` where one was made."""

    before: tuple[Input, ...]
    after: tuple[Input, ...]
    outcome: Outcome
    headline: str
    """What happened, in one sentence."""
    text: str
    """DB time per transaction with its noise, what the difference is made of, and the waits that changed."""
    figures: tuple[ComparedFigure, ...]
    """Average waits, the work of a transaction, then rates."""
    made_by: str | None
    """The class whose time per transaction went furthest the way of the difference."""
    option: OptionName | None
    comparable: bool
    reasons: tuple[str, ...]
    """Why a comparison is weak or means nothing; empty where nothing speaks against it."""
    before_txn_per_s: float | None
    after_txn_per_s: float | None
    before_db_time_s_per_hour: float | None
    after_db_time_s_per_hour: float | None
    response_ratio: float | None
    """DB time per transaction, after / before."""
    predicted_response_ratio: Range | None
    within_forecast: bool | None
    """None where no wait that the option would shorten is another than before: then nothing was done that it foresees."""
    events: tuple[ComparedEvent, ...]
    classes: tuple[ComparedClass, ...] = ()
    parts: tuple[ComparedPart, ...] = ()
    """Causes of the difference, the largest first; none where the periods cannot be compared."""
    tablespaces: tuple[ComparedIo, ...] = ()
    """The busiest; as `parts`."""
    functions: tuple[ComparedIo, ...] = ()
    redo: tuple[ComparedFigure, ...] = ()
    forecast_state: ForecastState = "not-judged"
    forecast_text: str = ""
    """Whether the forecast held, in one sentence: the total, then the classes that missed it."""
    schema: str = "segtier.comparison/1"
