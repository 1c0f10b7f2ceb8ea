"""What a comparison says: whether the storage answers otherwise than before, and which class made the rest of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segtier.advisor.comparison.figures import OF_THE_STORAGE
from segtier.advisor.comparison.noise import Band
from segtier.analysis.words import ms, pct
from segtier.model.advice import ComparedClass, ComparedEvent, ComparedFigure, Outcome

_STORAGE_CLASSES = ("User I/O", "System I/O", "Commit", "Configuration")


class Said(NamedTuple):
    outcome: Outcome
    headline: str
    text: str
    made_by: str | None


def say_outcome(
    *,
    comparable: bool,
    ratio: float | None,
    noise: Band,
    figures: Sequence[ComparedFigure],
    classes: Sequence[ComparedClass],
    events: Sequence[ComparedEvent],
) -> Said:
    """An effect of storage is claimed only where a wait for storage went beyond what its hours do by themselves."""
    if not comparable or ratio is None:
        return Said("not-comparable", "The two periods cannot be compared.", "", None)
    storage = [row for row in figures if row.name in OF_THE_STORAGE and row.moved is not None]
    moved = [row for row in storage if row.moved]
    made_by = _made_by(classes, ratio)
    told = _told(ratio, noise, made_by, events)
    if not moved:
        still = f"{_wait(storage[0])}, as before" if storage else "the reports show no wait that changed"
        return Said("nothing-moved", f"Nothing moved: {still}.", told, made_by)
    first = max(moved, key=lambda row: abs((row.after or 0.0) / (row.before or 1.0) - 1))
    changed = f"A {first.name} takes {ms(first.after)} instead of {ms(first.before)}"
    faster = (first.after or 0.0) < (first.before or 0.0)
    if faster and ratio < noise.low and _storage_change(classes) < 0:
        return Said("improved", f"{changed}: DB time per transaction {pct(1 - ratio)} less.", told, made_by)
    if not faster and ratio > noise.high and _storage_change(classes) > 0:
        return Said("worse", f"{changed}: DB time per transaction {pct(ratio - 1)} more.", told, made_by)
    return Said("no-change", f"{changed}; DB time per transaction did not follow it.", told, made_by)


def _wait(row: ComparedFigure) -> str:
    return f"a {row.name} takes {ms(row.after)}"


def _told(ratio: float, noise: Band, made_by: str | None, events: Sequence[ComparedEvent]) -> str:
    """The ratio with its noise, and never without the class that made it."""
    text = f"DB time per transaction is {ratio:.2f} of what it was"
    if noise.holds(ratio):
        return f"{text}, inside what its hours do by themselves ({noise.low:.2f} to {noise.high:.2f})."
    of_class = [row for row in events if row.wait_class == made_by and row.event != made_by]
    worst = max(of_class, key=lambda row: abs(_difference(row)), default=None)
    named = f" ({worst.event})" if worst is not None else ""
    return f"{text}; most of the difference is in {made_by}{named}."


def _difference(row: ComparedEvent | ComparedClass) -> float:
    return (row.after_ms_per_txn or 0.0) - (row.before_ms_per_txn or 0.0)


def _made_by(classes: Sequence[ComparedClass], ratio: float) -> str | None:
    """The class whose time a transaction went furthest the way of the total."""
    way = 1 if ratio > 1 else -1
    rows = [row for row in classes if row.wait_class != "total"]
    return max(rows, key=lambda row: way * _difference(row)).wait_class if rows else None


def _storage_change(classes: Sequence[ComparedClass]) -> float:
    return sum(_difference(row) for row in classes if row.wait_class in _STORAGE_CLASSES)
