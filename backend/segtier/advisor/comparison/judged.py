"""Whether a forecast held: each class, the total, and one sentence of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.comparison.outcome import Measured
from segtier.analysis.db_time import UNEXPLAINED
from segtier.analysis.words import ms
from segtier.model.advice import OptionAdvice
from segtier.model.comparison import TOTAL, ClassJudgement, ComparedClass, ForecastState
from segtier.model.forecast import Range
from segtier.plurals import plural

_NAMED = 2
"""Classes that missed by name; the others are counted."""


def judged_classes(classes: Sequence[ComparedClass], *, judged: bool) -> tuple[ComparedClass, ...]:
    """The same with a judgement each; `judged`: something shows that what the forecast foresees was done."""
    return tuple(replace(row, judgement=_of_class(row, judged)) for row in classes)


def _of_class(row: ComparedClass, judged: bool) -> ClassJudgement | None:
    span = row.predicted_ms_per_txn
    if span is None:
        return None
    if not judged or row.after_ms_per_txn is None:
        return "not-judged"
    if row.within_forecast is None:
        return "as-it-is"
    return "inside" if row.within_forecast else "outside"


def forecast_judged(
    option: OptionAdvice | None, measured: Measured | None, *, judged: bool
) -> tuple[ForecastState, str]:
    """Of DB time per transaction, then of the classes outside their range by more than counts; `measured`: None where the periods
    cannot be compared.
    """
    if option is None or option.response_ratio is None:
        return "not-judged", "There is no forecast to judge."
    if measured is None:
        return "not-judged", "Segtier cannot judge the forecast: the periods are not comparable."
    if not judged:
        why = f"no wait that {option.title} shortens is shorter than before, so there is no sign that it was applied"
        return "not-judged", f"The forecast is not judged: {why}."
    outside = sorted(
        (row for row in measured.classes if _beyond_ms(row) > measured.least_ms), key=_beyond_ms, reverse=True
    )
    state, said = _total(measured.ratio, option.response_ratio)
    if state == "held":
        if not outside:
            return "held", "The forecast held."
        state = "held-in-part"
    return state, f"{said}{_classes(outside)}."


def _total(ratio: float, predicted: Range) -> tuple[ForecastState, str]:
    if ratio < predicted.low:
        return "better", "The total is better than its forecast"
    if ratio <= predicted.high:
        return "held", "The total held"
    if ratio > 1:
        return "slower", "The total is slower than before"
    return "less", "The total gained less than its forecast"


def _beyond_ms(row: ComparedClass) -> float:
    """How far outside its range a class lies; 0 inside it, and where it is not judged."""
    span, after = row.predicted_ms_per_txn, row.after_ms_per_txn
    if row.judgement != "outside" or row.wait_class == TOTAL or span is None or after is None:
        return 0.0
    return max(after - span.high, span.low - after)


def _classes(outside: Sequence[ComparedClass]) -> str:
    if not outside:
        return ""
    first, *others = outside[:_NAMED]
    also = "".join(f", {_name(row)} {_times(row)}" for row in others)
    rest = len(outside) - _NAMED
    more = f", and {plural(rest, 'more class', 'more classes')} missed" if rest > 0 else ""
    return f"; {_name(first)} is {_times(first)} its forecast{also}{more}"


def _name(row: ComparedClass) -> str:
    return f"{UNEXPLAINED} time" if row.wait_class == UNEXPLAINED else row.wait_class


def _times(row: ComparedClass) -> str:
    expected = row.predicted_ms_per_txn.expected if row.predicted_ms_per_txn else 0.0
    after = row.after_ms_per_txn or 0.0
    if expected <= 0:
        return f"{ms(after * 1e3)} against"
    times = after / expected
    return f"{times:.0f} times" if times >= 10 else f"{times:.1f} times" if times >= 2 else f"{times:.2f} times"
