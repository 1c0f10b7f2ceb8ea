"""Forecasts that were sealed, and what became of them. Every figure is a ratio: after / before, per transaction."""

from __future__ import annotations

from typing import Any, Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import EventAfter, Range


@dataclass(frozen=True, slots=True)
class SealedClass:
    """The time of a wait class a transaction, after / before."""

    wait_class: str
    ratio: Range


@dataclass(frozen=True, slots=True)
class Sealed:
    """All that the digest of a sealed forecast covers. `at` is UTC, RFC 3339."""

    database: str
    dbid: int | None
    option: str
    question: dict[str, Any]
    """What was stated: see `segtier.question.stated`."""
    question_digest: str
    inputs: tuple[str, ...]
    """The documents it follows from: their periods and digests."""
    engine_version: str
    response_ratio: Range
    """DB time a transaction."""
    db_time_saved_s_per_hour: Range | None
    classes: tuple[SealedClass, ...]
    """Those of today's waits whose time it foresees."""
    events: tuple[EventAfter, ...]
    plan_id: str | None
    actor_id: str
    actor_name: str
    at: str


@dataclass(frozen=True, slots=True)
class SealFault:
    """A sealed forecast that is no longer what was sealed."""

    forecast_id: str
    reason: str


Standing = Literal["scored", "waiting", "not-comparable"]
"""waiting: there is no report from after the change."""


@dataclass(frozen=True, slots=True)
class ScoredClass:
    wait_class: str
    """A wait class, DB CPU or unexplained."""
    forecast: Range
    """At the load that was measured."""
    measured: float
    inside: bool | None
    """None where the forecast leaves the class as it is: then it says nothing of it."""


@dataclass(frozen=True, slots=True)
class Score:
    """The total first, its classes beside it; nothing is measured where `standing` is not `scored`."""

    standing: Standing
    reason: str = ""
    measured: float | None = None
    error: float | None = None
    """Forecast over measured, less 1."""
    inside: bool | None = None
    classes: tuple[ScoredClass, ...] = ()
    """Misses first, the furthest outside before the others."""
    load: float | None = None
    """Transactions a second after / before, where the sealed forecast was carried to that load; None: it is of the same load."""
    held: Range | None = None
    """The sealed forecast at that load, which `error` and `inside` are of."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Over the rows that count. None without one."""

    number: int
    median_error: float | None
    """Absolute."""
    inside: float | None
    """Share of rows inside P10 to P90; four in five are meant to be."""


@dataclass(frozen=True, slots=True)
class PublishedScore:
    """A row of the backtest, in the unit of its figure.

    Paper, change and figure are in the words of docs/internals/forecast-figures.md.
    Or a move on the proving ground, after / before: its load and disks, and what moved.
    """

    id: str
    paper: str
    change: str
    figure: str
    forecast: Range
    measured: float
    error: float
    inside: bool
    counted: bool
    """False: another published figure contradicts it (docs/internals/forecast.md)."""


@dataclass(frozen=True, slots=True)
class PooledRow:
    """A scored forecast without names: `token` is random and another in each export."""

    token: str
    option: str
    engine_version: str
    forecast: Range
    """At the load that was measured."""
    measured: float
    error: float
    inside: bool
    classes: tuple[ScoredClass, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreExport:
    rows: tuple[PooledRow, ...]
    schema: Literal["segtier.scores/1"] = "segtier.scores/1"
