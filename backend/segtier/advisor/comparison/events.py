"""A comparison by wait event: as each period prints it, and as the forecast has it."""

from __future__ import annotations

from segtier.advisor.comparison.changes import Changes
from segtier.advisor.comparison.period import Period
from segtier.model.advice import OptionAdvice
from segtier.model.comparison import ComparedEvent
from segtier.model.forecast import EventAfter, Range
from segtier.model.profile import Profile
from segtier.units import S_PER_HOUR


def compared_events(
    before: Period, after: Period, chosen: OptionAdvice | None, changes: Changes, *, comparable: bool
) -> tuple[ComparedEvent, ...]:
    """DB CPU, every event and the rest, most time first. The forecast is scaled to the work done after the change."""
    old, new = before.profile, after.profile
    first, then = changes.before.printed, changes.after.printed
    work = new.txn_per_s / old.txn_per_s if old.txn_per_s and new.txn_per_s else 1.0
    predicted = {row.event: row for row in chosen.wait_events_after} if chosen else {}
    classes = {row.event: row.wait_class for row in (*new.events, *old.events)}
    taken = {name for times in (first, then) for name, seconds in times.items() if seconds > 0}
    names = sorted(taken | {*predicted}, key=lambda n: (-max(first.get(n, 0.0), then.get(n, 0.0)), n))
    averages = [{row.event: row.avg_wait_us for row in profile.events} for profile in (old, new)]
    found = []
    for name in names:
        wait_class = classes.get(name, "User I/O" if name.startswith("db flash") else name)
        span = _predicted(predicted, name, work) if chosen else None
        found.append(
            ComparedEvent(
                event=name,
                wait_class=wait_class,
                before_s_per_hour=_hourly(first.get(name)),
                predicted_s_per_hour=span.expected if span else None,
                after_s_per_hour=_hourly(then.get(name)),
                before_ms_per_txn=_ms_per_txn(first.get(name), old),
                after_ms_per_txn=_ms_per_txn(then.get(name), new),
                before_avg_wait_us=averages[0].get(name),
                after_avg_wait_us=averages[1].get(name),
                predicted_range=span,
                change=changes.of_event(name, wait_class) if comparable else None,
            )
        )
    return tuple(found)


def _predicted(rows: dict[str, EventAfter], name: str, work: float) -> Range:
    """At the work done after the change; an event the forecast does not have takes no time in it."""
    row = rows.get(name)
    if row is None:
        return Range(0.0, 0.0, 0.0)
    low = row.time_s if row.time_s_low is None else row.time_s_low
    high = row.time_s if row.time_s_high is None else row.time_s_high
    return Range(low * work, row.time_s * work, high * work)


def _hourly(per_s: float | None) -> float | None:
    return None if per_s is None else per_s * S_PER_HOUR


def _ms_per_txn(per_s: float | None, profile: Profile) -> float | None:
    return per_s / profile.txn_per_s * 1e3 if per_s is not None and profile.txn_per_s else None
