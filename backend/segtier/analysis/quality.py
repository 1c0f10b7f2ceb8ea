"""How far the inputs can be trusted: a grade from A to D, each step down with its reason."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Quality

_NEEDED = ("wait_events", "time_model", "segments", "instance_statistics")
_NAMES = {
    "wait_events": "Foreground Wait Events",
    "time_model": "Time Model Statistics",
    "segments": "Segments by Physical Reads",
    "instance_statistics": "Instance Activity Stats",
}


def grade(facts: Facts) -> Quality:
    """A without a fault, then one letter down for each serious reason, D at the lowest."""
    faults = [*_missing(facts), *_sums(facts), *_window(facts)]
    minor = _coverage(facts)
    steps = min(len(faults) + (1 if minor else 0), 3)
    return Quality(
        grade="ABCD"[steps],
        coverage={"physical_reads": facts.segments.read_coverage, "physical_writes": facts.segments.write_coverage},
        reasons=(*faults, *minor),
    )


def _missing(facts: Facts) -> list[str]:
    if facts.workload.source.kind == "typed":
        return ["Typed figures, not a report."]
    listed = bool(facts.workload.segments) or facts.segments.basis == "export"
    absent = [name for name in _NEEDED if not (listed if name == "segments" else getattr(facts.workload, name))]
    return [f"{_NAMES[name]} is not in the report." for name in absent]


def _sums(facts: Facts) -> list[str]:
    profile = facts.profile
    faults = []
    rest = profile.unexplained_per_s / profile.db_time_per_s
    if rest > 0.15:
        faults.append(f"{pct(rest)} of DB time is unexplained.")
    if profile.double_counted_per_s / profile.db_time_per_s > 0.05:
        faults.append("CPU and waits exceed DB time.")
    return faults


def _window(facts: Facts) -> list[str]:
    if facts.longest_interval_s is not None and facts.longest_interval_s > 2 * 3600:
        return [f"A report covers {facts.longest_interval_s / 3600:.1f} hours."]
    return []


def _coverage(facts: Facts) -> list[str]:
    seen = facts.segments.read_coverage
    if seen is None:
        return ["How much of the reads the listed segments make is not known."]
    return [f"The listed segments make {pct(seen)} of the physical reads."] if seen < 0.5 else []
