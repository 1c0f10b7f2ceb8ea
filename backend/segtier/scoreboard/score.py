"""A sealed forecast held against what was measured, at the load at which it was.

Queues, locks and commits take another time in a transaction at another load. A sealed forecast is carried there by what the
present forecast says of both loads: what was wrong with it stays wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import TypeVar

from segtier.model.comparison import TOTAL, ComparedClass, Comparison
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
    rows = {row.wait_class: row for row in compared.classes}
    held = at_load_after(total, rows.get(TOTAL))
    before, after = compared.before_txn_per_s, compared.after_txn_per_s
    load = after / before if before and after and held is not total else None
    return Score(
        standing="scored",
        reason=f"Held at {load:.3g} times the load it was sealed for." if load else "",
        measured=measured,
        error=held.expected / measured - 1,
        inside=_inside(measured, held),
        classes=misses_first(_classes(classes, rows), lambda row: row.inside, _outside),
        load=load,
        held=held if load else None,
    )


def at_load_after(sealed: Range, row: ComparedClass | None) -> Range:
    """Each end as the present forecast has it at the load after, relative to the load before; the same where nobody knows."""
    after, before = (row.predicted_ms_per_txn, row.predicted_at_load_before_ms_per_txn) if row else (None, None)
    if after is None or before is None or min(before.low, before.expected, before.high) <= 0:
        return sealed
    ends = sorted(
        getattr(sealed, end) * getattr(after, end) / getattr(before, end) for end in ("low", "expected", "high")
    )
    return Range(*ends)


def _classes(sealed: Sequence[SealedClass], rows: Mapping[str, ComparedClass]) -> list[ScoredClass]:
    found = []
    for one in sealed:
        row = rows.get(one.wait_class)
        if row is None or not row.before_ms_per_txn or row.after_ms_per_txn is None:
            continue
        measured, held = row.after_ms_per_txn / row.before_ms_per_txn, at_load_after(one.ratio, row)
        inside = None if one.ratio.low == one.ratio.high else _inside(measured, held)
        found.append(ScoredClass(one.wait_class, held, measured, inside))
    return found


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
