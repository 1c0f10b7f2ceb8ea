"""A sealed forecast held against what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import TypeVar

from segtier.model.comparison import Comparison
from segtier.model.forecast import Range
from segtier.model.scoreboard import Score, ScoredClass, SealedClass, Totals

NOTHING_DONE = "No wait that the option would shorten is another than before: nothing was done that it foresees."
T = TypeVar("T")


def score(total: Range, classes: Sequence[SealedClass], compared: Comparison) -> Score:
    """Of the total and each class; nothing is judged where the comparison judges nothing."""
    measured = compared.response_ratio
    if not compared.comparable or not measured:
        return Score("not-comparable", " ".join(compared.reasons) or compared.headline)
    if compared.within_forecast is None:
        return Score("not-comparable", NOTHING_DONE)
    return Score(
        standing="scored",
        measured=measured,
        error=total.expected / measured - 1,
        inside=_inside(measured, total),
        classes=misses_first(_classes(classes, compared), lambda row: row.inside, _outside),
    )


def _classes(sealed: Sequence[SealedClass], compared: Comparison) -> list[ScoredClass]:
    ratios = {
        row.wait_class: row.after_ms_per_txn / row.before_ms_per_txn
        for row in compared.classes
        if row.before_ms_per_txn and row.after_ms_per_txn is not None
    }
    return [
        ScoredClass(
            one.wait_class,
            one.ratio,
            ratios[one.wait_class],
            None if one.ratio.low == one.ratio.high else _inside(ratios[one.wait_class], one.ratio),
        )
        for one in sealed
        if one.wait_class in ratios
    ]


def _inside(value: float, span: Range) -> bool:
    return span.low <= value <= span.high


def _outside(row: ScoredClass) -> float:
    """How far beyond the range, in parts of today's time."""
    return max(row.forecast.low - row.measured, row.measured - row.forecast.high, 0.0)


def misses_first(
    rows: Iterable[T], inside: Callable[[T], bool | None], size: Callable[[T], float | None]
) -> tuple[T, ...]:
    """Outside, then inside, then what is not judged; the larger `size` first."""
    order = {False: 0, True: 1, None: 2}
    return tuple(sorted(rows, key=lambda row: (order[inside(row)], -abs(size(row) or 0.0))))


def totals(judged: Sequence[tuple[float, bool]]) -> Totals:
    """Over the error of each row that counts and whether it lies inside its range."""
    if not judged:
        return Totals(0, None, None)
    return Totals(
        number=len(judged),
        median_error=median(abs(error) for error, _ in judged),
        inside=sum(inside for _, inside in judged) / len(judged),
    )
