"""Intervals that no answer chooses of its own, each with the reason, as soon as they are read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from segtier.analysis.inputs import is_interval
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.of_instances import said_of_lacking
from segtier.analysis.open_report import OpenReport
from segtier.analysis.profile import profile_of
from segtier.analysis.sound import unsound
from segtier.errors import Refused
from segtier.model.evidence import Warn
from segtier.model.workload import Database, Workload

CODE = "not-answered-from"
_UNSOUND = "no answer is made from these figures unless their hours are asked for"


def with_reasons(read: Sequence[Workload]) -> tuple[Workload, ...]:
    """The documents of one file; those that no answer is made from, unless their hours are asked for, say why."""
    reasons: dict[int, str] = {}
    by_database: dict[Database, list[OpenReport]] = defaultdict(list)
    for document in read:
        if not document.parts and is_interval(document):
            by_database[document.database].append(OpenReport(document))
    for reports in by_database.values():
        reasons |= _reasons(reports)
    return tuple(_told(one, reasons.get(id(one))) for one in read)


def _reasons(reports: Sequence[OpenReport]) -> dict[int, str]:
    """Of one database, by the identity of the document."""
    try:
        slots, _ = sort_intervals(reports)
    except Refused:
        return {}
    known = {place: profile for place, slot in enumerate(slots) if (profile := profile_of(slot)) is not None}
    lacking = {place: said_of_lacking(slot) for place, slot in enumerate(slots) if slot.lacking and slot.told}
    found = lacking | {place: f"{why}: {_UNSOUND}" for place, why in unsound(slots, known).items()}
    return {id(one.document()): why for place, why in found.items() for one in slots[place].reports}


def _told(document: Workload, why: str | None) -> Workload:
    if why is None or any(warn.code == CODE for warn in document.warnings):
        return document
    return replace(document, warnings=(*document.warnings, Warn(CODE, why)))
