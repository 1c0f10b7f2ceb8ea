"""DB time by wait class with its unexplained rest, and the events that take most of it."""

from __future__ import annotations

from collections import defaultdict

from segtier.analysis.profile import below_1ms_pct, foreground_events
from segtier.analysis.waited import event_time_s
from segtier.model.advice import DbTime, TimeSlice, TopEvent
from segtier.model.evidence import Evidence
from segtier.model.option import helped_by
from segtier.model.profile import Profile
from segtier.model.workload import WaitEvent, Workload
from segtier.oracle.wait_events import event_facts
from segtier.units import S_PER_HOUR


def wait_class_of(row: WaitEvent) -> str:
    return row.wait_class or event_facts(row.event).wait_class


def split_db_time(workload: Workload, profile: Profile) -> DbTime:
    """DB time per hour as CPU, wait classes in order of weight, and the rest that nothing explains."""
    time_s: dict[str, float] = defaultdict(float)
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    for row in sorted(foreground_events(workload), key=lambda r: -(event_time_s(r) or 0.0)):
        name = wait_class_of(row)
        time_s[name] += event_time_s(row) or 0.0
        if len(evidence[name]) < 3:
            evidence[name] += row.evidence[:1]
    total_per_s = profile.db_time_per_s
    cpu_evidence = tuple(e for r in workload.time_model if r.name == "DB CPU" for e in r.evidence)
    rows = [TimeSlice("DB CPU", *_hourly(profile.cpu_per_s, total_per_s), cpu_evidence)]
    for name in sorted(time_s, key=lambda key: -time_s[key]):
        per_s = time_s[name] / profile.elapsed_s
        rows.append(TimeSlice(name, *_hourly(per_s, total_per_s), tuple(evidence[name])))
    rows.append(TimeSlice("unexplained", *_hourly(profile.unexplained_per_s, total_per_s)))
    return DbTime(
        db_time_s_per_hour=total_per_s * S_PER_HOUR,
        average_active_sessions=total_per_s,
        slices=tuple(rows),
        double_counted_s_per_hour=profile.double_counted_per_s * S_PER_HOUR,
        evidence=tuple(e for r in workload.time_model if r.name.lower() == "db time" for e in r.evidence),
    )


def _hourly(per_s: float, total_per_s: float) -> tuple[float, float]:
    return per_s * S_PER_HOUR, per_s / total_per_s * 100


def top_events(workload: Workload, profile: Profile, limit: int = 12) -> tuple[TopEvent, ...]:
    """The foreground waits that take most DB time, heaviest first."""
    rows = sorted(foreground_events(workload), key=lambda r: -(event_time_s(r) or 0.0))[:limit]
    hours = profile.elapsed_s / S_PER_HOUR
    result = []
    for row in rows:
        seconds = event_time_s(row)
        if not seconds:
            continue
        facts = event_facts(row.event)
        result.append(
            TopEvent(
                event=row.event,
                wait_class=wait_class_of(row),
                demand=facts.demand,
                helped_by=helped_by(facts.demand),
                waits_per_hour=None if row.waits is None else row.waits / hours,
                time_s_per_hour=seconds / hours,
                avg_wait_us=row.avg_wait_us,
                db_time_pct=seconds / profile.elapsed_s / profile.db_time_per_s * 100,
                below_1ms_pct=below_1ms_pct(workload, row.event),
                evidence=row.evidence,
            )
        )
    return tuple(result)
