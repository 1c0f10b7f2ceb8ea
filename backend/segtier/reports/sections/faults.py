"""Cells and rows of a section that could not be read, gathered into one warning per column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.reports.numbers import CellFault, Kind, impossible_id

_FAULTS_SHOWN = 3
_REASONS: dict[Kind, tuple[str, str]] = {
    "overflow": ("overflow", "did not fit Oracle's column"),
    "unreadable": ("unreadable-cell", "could not be read"),
    "impossible": ("impossible-figure", "are figures no database has"),
}
"""Code of the warning and what it says, by the kind of fault."""


@dataclass(slots=True)
class Faults:
    """Cells and rows that could not be read, gathered into one warning per column."""

    section: str
    cells: dict[Kind, dict[str, list[str]]] = field(default_factory=lambda: {kind: {} for kind in _REASONS})
    """What was printed, by kind of fault and heading."""
    rows: list[int] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Columns of parts that lack some of the section's."""

    @property
    def unreadable(self) -> dict[str, list[str]]:
        return self.cells["unreadable"]

    def add(self, heading: str, fault: CellFault, row: int) -> None:
        """`row` counts the table's rows from 0. Raises UnreadableInput for an identifier beyond 64 bits."""
        if fault.kind == "identifier":
            raise impossible_id(fault.text, f"{heading!r} of {self.section}, row {row + 1},", section=self.section)
        shown = fault.text[:40] if fault.kind != "impossible" else f"{fault.text[:40]} (row {row + 1})"
        self.cells[fault.kind].setdefault(heading, []).append(shown)

    def warnings(self) -> tuple[Warn, ...]:
        return (
            *(warning for kind, columns in self.cells.items() for warning in self._columns(kind, columns)),
            *self._row(),
            *self._other(),
        )

    def _columns(self, kind: Kind, columns: dict[str, list[str]]) -> Iterable[Warn]:
        code, reason = _REASONS[kind]
        for heading, texts in columns.items():
            shown = ", ".join(repr(text) for text in texts[:_FAULTS_SHOWN])
            yield Warn(
                code, f"{len(texts)} figure(s) under {heading!r} {reason} and count as unknown: {shown}", self.section
            )

    def _row(self) -> Iterable[Warn]:
        if self.rows:
            message = f"{len(self.rows)} row(s) have more or fewer cells than the heading and are left out"
            yield Warn("row-skipped", message, self.section)

    def _other(self) -> Iterable[Warn]:
        for columns in self.others:
            message = f"a part of the section has other columns; what they do not name is unknown: {columns[:200]}"
            yield Warn("other-columns", message, self.section)
