"""Waits of a Statspack report: which of them are of foreground processes, and which are idle."""

from __future__ import annotations

from dataclasses import replace

from segtier.model.evidence import Warn
from segtier.model.workload import Workload
from segtier.reports.other_lists import completed
from segtier.reports.sections.wait_events import BACKGROUND_EVENTS, FOREGROUND_EVENTS, SYSTEM_EVENTS, TOP_EVENTS
from segtier.reports.split_waits import foreground_of, told
from segtier.reports.text_gathering import TextGathering


def with_events(workload: Workload, reader: TextGathering) -> Workload:
    """Foreground waits from their own list, from the difference of the two old lists, or from the top events."""
    parts = (TOP_EVENTS, FOREGROUND_EVENTS, SYSTEM_EVENTS, BACKGROUND_EVENTS)
    top, foreground, system, background = (reader.read(part) for part in parts)
    others = [foreground_of(part.items, background.items) for part in (system, top)] if background.found else []
    if foreground.found:
        events = completed(foreground.items, *others)
    elif system.found:
        reader.warnings = [one for one in reader.warnings if one.section != FOREGROUND_EVENTS.name]
        events = completed(foreground_of(system.items, background.items), *others)
        reader.warnings.append(told(background))
    else:
        events = others[-1] if others else top.items
        message = "the list of all waits is missing: only the top events, background waits among them, are known"
        reader.warnings.append(Warn("top-events-only", message, TOP_EVENTS.name))
    every = (*events, *background.items)
    plain = (event if event.db_time_pct is None else replace(event, db_time_pct=None) for event in every)
    return replace(workload, wait_events=tuple(plain))
