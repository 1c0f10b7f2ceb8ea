"""A comparison by wait class and in total, per transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.comparison.changes import Changes
from segtier.analysis.figures import total_of
from segtier.model.comparison import TOTAL, Change, ComparedClass, ComparedEvent
from segtier.model.forecast import Range
from segtier.model.profile import Profile
from segtier.units import S_PER_HOUR


def compared_classes(
    events: Sequence[ComparedEvent],
    before: Profile,
    after: Profile,
    response_ratio: Range | None,
    changes: Changes,
    *,
    comparable: bool,
    judged: bool,
) -> tuple[ComparedClass, ...]:
    """The classes by the time they took before, then the total; none where transactions are not known.

    Unless `judged`, none is said to lie inside or outside the forecast: nothing was done that it foresees.
    """
    if not before.txn_per_s or not after.txn_per_s:
        return ()
    names = list(dict.fromkeys(event.wait_class for event in events))
    rows = []
    for name in names:
        of_class = [event for event in events if event.wait_class == name]
        change = changes.of_class([(event.event, name) for event in of_class]) if comparable else None
        rows.append(_of_class(name, of_class, after.txn_per_s, change))
    rows.sort(key=lambda row: -(row.before_ms_per_txn or 0.0))
    every = (*rows, _total(before, after, response_ratio))
    return every if judged else tuple(replace(row, within_forecast=None) for row in every)


def with_load_before(
    classes: Sequence[ComparedClass], at_load_before: Sequence[ComparedClass]
) -> tuple[ComparedClass, ...]:
    """The same with what the forecast of the load before foresees of each."""
    foreseen = {row.wait_class: row.predicted_ms_per_txn for row in at_load_before}
    return tuple(replace(row, predicted_at_load_before_ms_per_txn=foreseen.get(row.wait_class)) for row in classes)


def _of_class(name: str, events: Sequence[ComparedEvent], txn_per_s: float, change: Change | None) -> ComparedClass:
    measured = total_of(event.after_ms_per_txn for event in events)
    predicted = [event.predicted_range for event in events if event.predicted_range is not None]
    per = 1e3 / S_PER_HOUR / txn_per_s
    span = None
    if predicted:
        span = Range(*(sum(getattr(one, end) for one in predicted) * per for end in ("low", "expected", "high")))
    before = total_of(event.before_ms_per_txn for event in events)
    inside = _within(measured, span)
    if inside is False and change == "as-before":
        # It differs by no more than hours do anyway.
        inside = _within(before, span)
    return ComparedClass(name, before, span, measured, inside, change)


def _total(before: Profile, after: Profile, response_ratio: Range | None) -> ComparedClass:
    old = before.db_time_per_s / (before.txn_per_s or 1.0) * 1e3
    new = after.db_time_per_s / (after.txn_per_s or 1.0) * 1e3
    span = None
    if response_ratio is not None:
        span = Range(response_ratio.low * old, response_ratio.expected * old, response_ratio.high * old)
    return ComparedClass(TOTAL, old, span, new, _within(new, span))


def _within(value: float | None, span: Range | None) -> bool | None:
    """None without a forecast or a measurement, and where the forecast leaves the class as it is."""
    if value is None or span is None or span.low == span.high:
        return None
    return span.low <= value <= span.high
