"""DB time by wait class with its unexplained rest, and the events that take most of it."""

from __future__ import annotations

from collections import defaultdict

from segtier.model.advice import DbTime, TimeSlice, TopEvent
from segtier.model.demand import DemandName
from segtier.model.evidence import Evidence
from segtier.model.option import OPTIONS, OptionName, helped_by
from segtier.model.profile import HOLDERS_ELSEWHERE, STORAGE_DEMANDS, Profile
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR

DB_CPU, UNEXPLAINED = "DB CPU", "unexplained"
LARGE = 0.05
"""Of DB time: an event that takes more is always shown."""


def split_db_time(workload: Workload, profile: Profile) -> DbTime:
    """DB time per hour as CPU, wait classes in order of weight, and the rest that nothing explains."""
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    evidence[DB_CPU] = [e for r in workload.time_model if r.name == DB_CPU for e in r.evidence]
    for row in profile.events:
        if len(evidence[row.wait_class]) < 3:
            evidence[row.wait_class] += row.evidence[:1]
    total_per_s = profile.db_time_per_s
    rows = [
        TimeSlice(name, *_hourly(sessions, total_per_s), tuple(evidence[name]))
        for name, sessions in sessions_by_class(profile).items()
    ]
    return DbTime(
        db_time_s_per_hour=total_per_s * S_PER_HOUR,
        average_active_sessions=total_per_s,
        slices=tuple(rows),
        double_counted_s_per_hour=profile.double_counted_per_s * S_PER_HOUR,
        evidence=tuple(e for r in workload.time_model if r.name.lower() == "db time" for e in r.evidence),
    )


def sessions_by_class(profile: Profile) -> dict[str, float]:
    """Average active sessions on CPU, in each wait class in order of weight, and those that nothing explains.

    They add up to all of them, or to more by `double_counted_per_s`. CPU is no part where the inputs do not tell it.
    """
    waits: dict[str, float] = defaultdict(float)
    for row in profile.events:
        waits[row.wait_class] += row.time_per_s
    in_order = {name: waits[name] for name in sorted(waits, key=lambda key: -waits[key])}
    cpu = {DB_CPU: profile.cpu_per_s} if profile.cpu_is_known else {}
    return {**cpu, **in_order, UNEXPLAINED: profile.unexplained_per_s}


WORTH_A_NAME = 0.01
"""Of the DB time of an interval: an event that takes less is part of its class alone."""


def sessions_by_event(profile: Profile) -> dict[str, dict[str, float]]:
    """Average active sessions by class and event, of events that take enough to be told apart."""
    least = WORTH_A_NAME * profile.db_time_per_s
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in profile.events:
        if row.time_per_s and row.time_per_s >= least:
            of_class = found[row.wait_class]
            of_class[row.event] = of_class.get(row.event, 0.0) + row.time_per_s
    return dict(found)


def _hourly(per_s: float, total_per_s: float) -> tuple[float, float]:
    return per_s * S_PER_HOUR, min(per_s / total_per_s, 1.0) * 100


def _helped_by(demand: DemandName, profile: Profile) -> tuple[OptionName, ...]:
    """Waits for a lock by what its holders may wait for, where they may wait for storage."""
    if demand != "locks" or profile.holders_on_storage < HOLDERS_ELSEWHERE:
        return helped_by(demand)
    waited = [one.kind for one in profile.demands if one.kind in STORAGE_DEMANDS and one.time_per_s > 0]
    return tuple(name for name in OPTIONS if any(name in helped_by(kind) for kind in waited))


def top_events(profile: Profile, limit: int = 12) -> tuple[TopEvent, ...]:
    """The foreground waits that take most DB time, heaviest first: `limit` of them, and every one that is large."""
    return tuple(
        TopEvent(
            event=row.event,
            wait_class=row.wait_class,
            demand=row.demand,
            helped_by=_helped_by(row.demand, profile),
            waits_per_hour=None if row.waits_per_s is None else row.waits_per_s * S_PER_HOUR,
            time_s_per_hour=row.time_per_s * S_PER_HOUR,
            avg_wait_us=row.avg_wait_us,
            db_time_pct=profile.share_of(row) * 100,
            below_1ms_pct=row.below_1ms_pct,
            evidence=row.evidence,
        )
        for place, row in enumerate(profile.events)
        if row.time_per_s and (place < limit or profile.share_of(row) > LARGE)
    )
