"""DB time by wait class with its unexplained rest, and the events that take most of it."""

from __future__ import annotations

from collections import defaultdict

from segtier.model.advice import DbTime, TimeSlice, TopEvent
from segtier.model.evidence import Evidence
from segtier.model.option import helped_by
from segtier.model.profile import Profile
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR

LARGE = 0.05
"""Of DB time: an event that takes more is always shown."""


def split_db_time(workload: Workload, profile: Profile) -> DbTime:
    """DB time per hour as CPU, wait classes in order of weight, and the rest that nothing explains."""
    per_s: dict[str, float] = defaultdict(float)
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    for row in profile.events:
        per_s[row.wait_class] += row.time_per_s
        if len(evidence[row.wait_class]) < 3:
            evidence[row.wait_class] += row.evidence[:1]
    total_per_s = profile.db_time_per_s
    cpu_evidence = tuple(e for r in workload.time_model if r.name == "DB CPU" for e in r.evidence)
    rows = [TimeSlice("DB CPU", *_hourly(profile.cpu_per_s, total_per_s), cpu_evidence)]
    rows += [
        TimeSlice(name, *_hourly(per_s[name], total_per_s), tuple(evidence[name]))
        for name in sorted(per_s, key=lambda key: -per_s[key])
    ]
    rows.append(TimeSlice("unexplained", *_hourly(profile.unexplained_per_s, total_per_s)))
    return DbTime(
        db_time_s_per_hour=total_per_s * S_PER_HOUR,
        average_active_sessions=total_per_s,
        slices=tuple(rows),
        double_counted_s_per_hour=profile.double_counted_per_s * S_PER_HOUR,
        evidence=tuple(e for r in workload.time_model if r.name.lower() == "db time" for e in r.evidence),
    )


def _hourly(per_s: float, total_per_s: float) -> tuple[float, float]:
    return per_s * S_PER_HOUR, min(per_s / total_per_s, 1.0) * 100


def top_events(profile: Profile, limit: int = 12) -> tuple[TopEvent, ...]:
    """The foreground waits that take most DB time, heaviest first: `limit` of them, and every one that is large."""
    return tuple(
        TopEvent(
            event=row.event,
            wait_class=row.wait_class,
            demand=row.demand,
            helped_by=helped_by(row.demand),
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
