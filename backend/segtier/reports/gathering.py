"""Reading one page's sections one by one, with their states and warnings gathered for the document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any, TypeVar

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import AS_WRITTEN, Warn
from segtier.model.workload import Section as SectionState
from segtier.plurals import plural
from segtier.reports.sections.mechanism import Reading, Section, read_section
from segtier.reports.tables.raw import Page
from segtier.reports.unnamed_tables import unknown_front, unnamed_tables

T = TypeVar("T")


@dataclass(slots=True)
class Gathering:
    """Reads sections of one page and gathers their states and warnings."""

    page: Page
    sections: Sequence[Section[Any]]
    """Those of its kind; others are not read."""
    states: dict[str, SectionState] = field(default_factory=dict)
    warnings: list[Warn] = field(default_factory=list)

    def read(self, section: Section[T]) -> Reading[T]:
        if section not in self.sections:
            return Reading(SectionState(section.name, "missing"))
        reading = read_section(section, self.page)
        self.states[section.name] = reading.state
        self.warnings.extend(reading.warnings)
        self._warn_about(section, reading.state)
        return reading

    def _warn_about(self, section: Section[T], state: SectionState) -> None:
        if state.state == "unreadable":
            self.warnings.append(Warn("section-unreadable", f"{section.name}: {state.message}", section.name))
        elif state.state == "missing" and section.core:
            self.warnings.append(Warn("section-missing", f"{section.name}: {state.message}", section.name))

    def keep(self, found: tuple[T, tuple[Warn, ...]]) -> T:
        """The value of a correction, its warnings gathered."""
        value, warnings = found
        self.warnings.extend(warnings)
        return value

    def warn_about_page(self) -> None:
        """Warnings about the page as a whole: cut off, several reports in one file, titles in another language."""
        self.page.unnamed = unnamed_tables(self.page, self.sections)
        self.page.unknown_front = unknown_front(self.page, self.sections)
        if self.page.truncated:
            message = "the report breaks off before 'End of Report': sections after the break are missing"
            self.warnings.append(Warn("truncated", message))
        if self.page.unnamed:
            message = (
                f"{plural(self.page.unnamed, 'table has a title', 'tables have titles')} "
                "in other words than Oracle's, as a translated page has: sections that "
                "are not found may be among them"
            )
            self.warnings.append(Warn("unnamed-tables", message))
        if self.page.reports > 1:
            self.warnings.append(Warn("several-reports", "the file holds several reports; only the first is read"))

    def refuse_empty(self, kind: str, text: str, advice: str) -> None:
        """Raises UnreadableInput where none of the sections read was there."""
        if not any(state.state == "found" for state in self.states.values()):
            there = self.page.unnamed or sum(state.state == "unreadable" for state in self.states.values())
            raise UnreadableInput(
                f"the page calls itself {kind}, and the headings of its "
                f"{plural(there, 'table')} are in words that Oracle does not print"
                if there
                else f"the page calls itself {kind} but holds none of its sections",
                code="empty-report",
                line=1,
                advice=AS_WRITTEN if there else advice,
                excerpt=" ".join(text[:400].split())[:80],
            )

    def in_order(self, sections: Iterable[Section[Any]]) -> tuple[SectionState, ...]:
        """The states of these sections, as `sections[]` lists them."""
        listed = list(sections)
        for section in listed:
            if section.name not in self.states:
                where = "lists() of reports/awr.py, or the file of its kind in reports/"
                raise LookupError(f"{section.name!r} is among SECTIONS and nothing reads it: {where}")
        return tuple(self.states[section.name] for section in listed)


def first(reading: Reading[T]) -> T | None:
    return reading.items[0] if reading.items else None


def flat(readings: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """The values of sections whose rows give several values each."""
    return tuple(item for items in readings for item in items)
