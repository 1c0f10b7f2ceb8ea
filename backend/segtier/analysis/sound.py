"""Whether an interval's figures can be: what no machine and no sessions do, and counters that fell.

Said once: an answer chooses no such interval of its own, and where it stands on one its grade says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from segtier.analysis.intervals import Slot
from segtier.analysis.words import pct
from segtier.model.evidence import Warn
from segtier.model.profile import Profile
from segtier.model.workload import Instance, Interval

FULL_CPUS = 1.1
"""CPU seconds over CPUs x elapsed seconds: more than rounding, and snapshots not taken to the second, explain."""
SESSIONS = 10.0
"""Average active sessions over those logged on at either end: logons in between make up for no more."""
_FELL = "counter-smaller"
_OF_TIME = ("time_model", "system_event", "wait_events")
"""In the name of the table that a counter fell in: those that DB time and its parts are made of."""


class Said(Protocol):
    """What it takes to know of a report."""

    @property
    def instances(self) -> tuple[Instance, ...]: ...
    @property
    def interval(self) -> Interval: ...
    @property
    def warnings(self) -> tuple[Warn, ...]: ...


def unsound(slots: Sequence[Slot], profiles: Mapping[int, Profile]) -> dict[int, str]:
    """Why an interval is none to stand on, by its place among the slots; of those in `profiles`."""
    found = {place: _why(slots, place, profile) for place, profile in profiles.items()}
    return {place: reason for place, reason in found.items() if reason is not None}


def _why(slots: Sequence[Slot], place: int, profile: Profile) -> str | None:
    slot = slots[place]
    reason = unsound_alone(slot.reports, profile)
    if reason is None and place and _follows(slots[place - 1], slot) and _fell(slots[place - 1].reports):
        return "counters of time fell in the interval before it, so what they rose by in this one is not known"
    return reason


def unsound_alone(reports: Sequence[Said], profile: Profile) -> str | None:
    """By the reports of the interval alone: one of each instance."""
    cpu_per_s, cpus = profile.cpu_per_s + (profile.background_cpu_per_s or 0.0), _cpus(reports)
    if cpus is not None and cpu_per_s > FULL_CPUS * cpus:
        return f"CPU time of {pct(cpu_per_s / cpus)} of what its {cpus:,} CPUs can do"
    sessions = _sessions(reports)
    if sessions is not None and profile.db_time_per_s > SESSIONS * sessions:
        return f"{profile.db_time_per_s:,.0f} active sessions on average, {sessions:,} logged on"
    return "counters of time fell in it" if _fell(reports) else None


def _cpus(reports: Sequence[Said]) -> int | None:
    """Of all its instances; None where one of them does not tell."""
    counts = [one.cpus for report in reports for one in report.instances]
    known = [count for count in counts if count]
    return sum(known) if known and len(known) == len(counts) else None


def _sessions(reports: Sequence[Said]) -> int | None:
    """At the fuller end; None where a report does not tell."""
    each = [max(one.interval.begin_sessions or 0, one.interval.end_sessions or 0) for one in reports]
    return sum(each) if all(each) else None


def _fell(reports: Sequence[Said]) -> bool:
    return any(
        warning.code == _FELL and any(name in (warning.section or "").lower() for name in _OF_TIME)
        for report in reports
        for warning in report.warnings
    )


def _follows(before: Slot, slot: Slot) -> bool:
    begins = {report.interval.begin_snap for report in slot.reports} - {None}
    return not begins.isdisjoint(report.interval.end_snap for report in before.reports)
