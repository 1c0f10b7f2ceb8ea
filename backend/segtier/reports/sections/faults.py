"""Cells and rows of a section that could not be read, gathered into one warning per column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from segtier.model.evidence import Warn
from segtier.reports.numbers import CellFault

_FAULTS_SHOWN = 3


@dataclass(slots=True)
class Faults:
    """Cells and rows that could not be read, gathered into one warning per column."""

    section: str
    overflow: dict[str, list[str]] = field(default_factory=dict)
    unreadable: dict[str, list[str]] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Columns of parts that lack some of the section's."""

    def add(self, heading: str, fault: CellFault) -> None:
        kind = self.overflow if fault.overflow else self.unreadable
        kind.setdefault(heading, []).append(fault.text[:40])

    def warnings(self) -> tuple[Warn, ...]:
        return (
            *self._columns("overflow", self.overflow),
            *self._columns("unreadable-cell", self.unreadable),
            *self._row(),
            *self._other(),
        )

    def _columns(self, code: str, kinds: dict[str, list[str]]) -> Iterable[Warn]:
        reason = "did not fit Oracle's column" if code == "overflow" else "could not be read"
        for heading, texts in kinds.items():
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
