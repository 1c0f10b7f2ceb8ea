"""What a pasted text holds beside the kind it is read as: said, since only one kind of a text is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segtier.model.evidence import Warn
from segtier.reports.pasted_counters import CORE, is_oracle
from segtier.reports.tables.looks import EVENTS, looks_in
from segtier.reports.tables.pasted import is_pasted

_TOP_EVENTS = re.compile(r"\bTop \d{1,3} [^\n]{0,20}\bEvents\b|%[ \t]*(?:DB|Total)\b", re.IGNORECASE)
_SYSTEM_EVENT = re.compile(r"\bTOTAL_WAITS", re.IGNORECASE)
"""A column that no report prints."""
_READ_AS = {
    "pasted-events": "the top events count",
    "pasted-counters": "the looks at the counters count",
    "csv": "the rows of the export count",
    "spool": "the rows of the export count",
}
_MOST = 200_000
"""Characters that are looked at; nobody pastes more."""


def beside(kind: str, text: str) -> Iterator[Warn]:
    """A warning for each other kind of paste in the text. Of whole reports none: they hold such tables of their own."""
    if kind not in _READ_AS or len(text) > _MOST:
        return
    if kind != "pasted-events" and _holds_top_events(text):
        yield _left_out("a table of top events", kind)
    if kind != "pasted-counters" and (line := _counters_from(text)) is not None:
        yield _left_out(f"counters of Oracle's, from line {line} on,", kind)


def _left_out(what: str, kind: str) -> Warn:
    text = f"the text also holds {what} which is left out: only {_READ_AS[kind]}. Save it as a file of its own"
    return Warn("several-kinds", text)


def _holds_top_events(text: str) -> bool:
    return _TOP_EVENTS.search(text) is not None and is_pasted(text)


def _counters_from(text: str) -> int | None:
    """The line of the first row, from 1. Top events look like one look at waits: such a list counts by its columns only."""
    if _SYSTEM_EVENT.search(text) is None and not any(name in text for name in CORE):
        return None
    lines = [
        min(line for line, _ in look.rows.values())
        for name, looks in looks_in(text).of.items()
        for look in looks[:1]
        if is_oracle(name, look) and (name != EVENTS or _SYSTEM_EVENT.search(text))
    ]
    return min(lines) + 1 if lines else None
