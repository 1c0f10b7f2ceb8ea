"""What a comparison says: whether the storage answers otherwise than before, and which class made the rest of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segtier.advisor.comparison.figures import BESIDE_THE_STORAGE, OF_THE_STORAGE
from segtier.advisor.comparison.noise import Band
from segtier.analysis.words import more, ms, than_before
from segtier.model.comparison import ComparedClass, ComparedEvent, ComparedFigure, Outcome

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
    grown: Sequence[str],
    figures: Sequence[ComparedFigure],
    classes: Sequence[ComparedClass],
    events: Sequence[ComparedEvent],
) -> Said:
    """An effect of storage is claimed only where a wait for storage went beyond what its hours do by themselves.

    `grown`: what of the load grew; it is said before anything else.
    """
    if not comparable or ratio is None:
        return Said("not-comparable", "The two periods cannot be compared.", "", None)
    storage = [row for row in figures if row.name in OF_THE_STORAGE and row.moved is not None]
    moved = [row for row in storage if row.moved]
    made_by = _made_by(classes, ratio)
    told = _told(ratio, noise, made_by, events)
    load = f"The load grew ({', '.join(grown)}). " if grown else ""
    if not moved:
        return Said("nothing-moved", load + _still(storage, figures), told, made_by)
    first = _furthest(moved)
    changed = load + _changed(first)
    faster = (first.after or 0.0) < (first.before or 0.0)
    if faster and ratio < noise.low and _storage_change(classes) < 0:
        return Said("improved", f"{changed}: DB time per transaction {more(ratio)}.", told, made_by)
    if not faster and ratio > noise.high and _storage_change(classes) > 0:
        return Said("worse", f"{changed}: DB time per transaction {more(ratio)}.", told, made_by)
    return Said("no-change", f"{changed}; DB time per transaction did not follow it.", told, made_by)


def _still(storage: Sequence[ComparedFigure], figures: Sequence[ComparedFigure]) -> str:
    """No wait shows another device; what changed beside that has its name."""
    beside = [row for row in figures if row.name in BESIDE_THE_STORAGE and row.moved]
    as_before = f"{_wait(storage[0])}, as before" if storage else ""
    if not beside:
        return f"Nothing moved: {as_before or 'the reports show no wait that changed'}."
    also = f"; {as_before}" if as_before else ", which alone does not show another device"
    return f"{_changed(_furthest(beside))}{also}."


def _furthest(rows: Sequence[ComparedFigure]) -> ComparedFigure:
    return max(rows, key=lambda row: abs((row.after or 0.0) / (row.before or 1.0) - 1))


def _changed(row: ComparedFigure) -> str:
    return f"A {row.name} takes {ms(row.after)} instead of {ms(row.before)}"


def _wait(row: ComparedFigure) -> str:
    return f"a {row.name} takes {ms(row.after)}"


def _told(ratio: float, noise: Band, made_by: str | None, events: Sequence[ComparedEvent]) -> str:
    """The ratio with its noise, and never without the class that made it."""
    text = f"DB time per transaction is {than_before(ratio)}"
    if noise.holds(ratio):
        return f"{text}, inside what its hours do by themselves ({noise.low:.2f} to {noise.high:.2f} times)."
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
