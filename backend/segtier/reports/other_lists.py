"""Waits that one list of a report lacks and another of its lists prints: a row that is lost, a figure that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.workload import WaitEvent
from segtier.oracle.wait_events import event_facts
from segtier.reports.split_waits import IDLE

_CUT_AT = 24
"""A name of so many signs may be cut at the width of its column."""


def completed(events: Sequence[WaitEvent], *others: Iterable[WaitEvent]) -> tuple[WaitEvent, ...]:
    """`events` of one list with the figures and the rows that other lists of the same waits print.

    Idle waits aside, and those for System I/O: in a list of both they are the background's, whose own list may be lost.
    """
    kept = list(events)
    for row in (row for other in others for row in other if row.time_s) if kept else ():
        at = next((at for at, one in enumerate(kept) if _alike(one.event, row.event)), None)
        if at is not None:
            kept[at] = _filled(kept[at], row)
        elif (row.wait_class or event_facts(row.event).wait_class) not in (IDLE, "System I/O"):
            kept.append(row)
    return tuple(kept)


def _filled(row: WaitEvent, other: WaitEvent) -> WaitEvent:
    """With the other's figures, where the time is not readable; with its waits and average, where those are not."""
    evidence = (*row.evidence, *other.evidence)
    if row.time_s is None:
        return replace(row, waits=other.waits, time_s=other.time_s, avg_wait_us=other.avg_wait_us, evidence=evidence)
    if row.waits is None and other.waits is not None:
        return replace(row, waits=other.waits, avg_wait_us=other.avg_wait_us, evidence=evidence)
    return row


def _alike(name: str, other: str) -> bool:
    shorter, longer = sorted((name, other), key=len)
    return shorter == longer or (len(shorter) >= _CUT_AT and longer.startswith(shorter))
