"""The time line of one database, and the part of it an advice is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from segtier.analysis.busy_hours import busy_hours, left_out
from segtier.analysis.db_time import sessions_by_class, sessions_by_event
from segtier.analysis.figures import total_of
from segtier.analysis.intervals import SLACK_S, Slot
from segtier.analysis.odd_intervals import unsound_intervals
from segtier.analysis.of_instances import missing_instances, refuse_in_part
from segtier.analysis.profile import profile_of
from segtier.analysis.stated_hours import those_in
from segtier.analysis.two_periods import since_the_change
from segtier.model.profile import READ_DEMANDS, Profile
from segtier.model.timeline import StatedHours, Timeline, TimelineNote, TimelinePoint, Window
from segtier.units import minute


def choose_window(
    slots: Sequence[Slot], window: Window, hours: StatedHours | None = None
) -> tuple[tuple[Slot, ...], Timeline]:
    """The intervals of the window and the whole line with them marked. Intervals without DB time stay unmarked.

    average: every interval. busiest: the one with most active sessions. busy: the busiest of the regime with most DB time, odd
    intervals and those from before a change of storage left out. p95: the one whose active sessions stand at their 95th
    percentile (nearest rank). None takes an interval whose figures cannot be right. Stated hours overrule it: the intervals
    whose middle they hold.

    Raises Refused where the stated hours hold no interval with DB time, NotUsable where each that may count lacks an instance.
    """
    refuse_in_part([one for one in slots if hours is None or hours.holds(one.begin_time, one.end_time)])
    profiles = [profile_of(slot) for slot in slots]
    known = {i: profile for i, profile in enumerate(profiles) if profile is not None}
    loaded = [(p.db_time_per_s, i) for i, p in known.items()]
    # Where no interval can be judged all go on, so that the caller says what they lack.
    points = tuple(_point(slot, profile) for slot, profile in zip(slots, profiles, strict=True))
    notes: tuple[TimelineNote, ...] = ()
    if hours is not None:
        picked = those_in(hours, slots, loaded)
    elif window == "busy":
        now, notes = since_the_change(points)
        busy, told = busy_hours(slots, {place: profile for place, profile in known.items() if place in now})
        picked, fuller = _fuller(slots, sorted(one for one in loaded if one[1] in busy))
        notes += (*told, *fuller)
    else:
        out = unsound_intervals(slots, known)
        picked, notes = _pick(sorted(one for one in loaded if one[1] not in out), window), tuple(left_out(out))
    chosen = {index for _, index in picked} or set(range(len(slots)))
    points = tuple(replace(point, used=i in chosen) for i, point in enumerate(points))
    used = tuple(slots[i] for i in sorted(chosen))
    return used, Timeline(window, points, (*notes, *_notes(slots)), hours, **_machine(used))


def _machine(used: Sequence[Slot]) -> dict[str, int | None]:
    instances = {i.number: i for slot in used for report in slot.reports for i in report.instances}.values()
    return {"cpus": _all_of([i.cpus for i in instances]), "cores": _all_of([i.cores for i in instances])}


def _all_of(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count]
    return sum(known) if known and len(known) == len(counts) else None


def _pick(loaded: list[tuple[float, int]], window: Window) -> list[tuple[float, int]]:
    if window == "average" or len(loaded) < 2:
        return loaded
    if window == "busiest":
        return loaded[-1:]
    rank = -(-95 * len(loaded) // 100)
    return [loaded[rank - 1]]


_AS_BUSY = 0.95
"""Of the load of the busiest."""
_LOOKED_AT = 12
"""Intervals: each is graded by itself."""


def _fuller(
    slots: Sequence[Slot], loaded: list[tuple[float, int]]
) -> tuple[list[tuple[float, int]], tuple[TimelineNote, ...]]:
    """The busiest; where it does not tell the reads of segments, the busiest of those about as busy that does."""
    busiest = loaded[-1:]
    about = [one for one in loaded[-_LOOKED_AT:] if one[0] >= _AS_BUSY * busiest[0][0]] if busiest else []
    if len(about) < 2 or _tells_segments(slots[busiest[0][1]]):
        return busiest, ()
    fuller = next((one for one in reversed(about[:-1]) if _tells_segments(slots[one[1]])), None)
    if fuller is None:
        return busiest, ()
    begin = slots[busiest[0][1]].begin_time
    when = f" ({minute(begin)})" if begin else ""
    text = f"The busiest interval{when} tells no reads of segments; one about as busy that does is taken."
    return [fuller], (TimelineNote("fuller-interval", text),)


def _tells_segments(slot: Slot) -> bool:
    return all(
        one.quality is not None and one.quality.coverage.get("physical_reads") is not None for one in slot.reports
    )


def _point(slot: Slot, profile: Profile | None) -> TimelinePoint:
    first = slot.reports[0].interval
    rated = profile if slot.elapsed_s else None
    return TimelinePoint(
        begin_snap=first.begin_snap,
        end_snap=first.end_snap,
        begin_time=slot.begin_time,
        end_time=slot.end_time,
        elapsed_s=slot.elapsed_s,
        average_active_sessions=rated.db_time_per_s if rated else None,
        read_wait_pct=profile.share(*READ_DEMANDS) * 100 if profile else None,
        txn_per_s=profile.txn_per_s if profile else None,
        instances=tuple(i.number for r in slot.reports for i in r.instances if i.number is not None),
        files=tuple(r.source.file or "typed" for r in slot.reports),
        used=False,
        **(_traffic(rated) if rated else {}),
    )


def _read_wait_us(profile: Profile) -> float | None:
    kinds = [profile.demand(kind) for kind in ("single-block-read", "multi-block-read")]
    waits = sum(kind.waits_per_s for kind in kinds)
    return sum(kind.time_per_s for kind in kinds) / waits * 1e6 if waits else None


def _traffic(profile: Profile) -> dict[str, Any]:
    sizes = (profile.data_read_bytes_per_s, profile.data_write_bytes_per_s, profile.redo_bytes_per_s)
    return {
        "io_per_s": total_of(profile.request_rates),
        "io_bytes_per_s": total_of(sizes),
        "read_wait_us": _read_wait_us(profile),
        "classes": sessions_by_class(profile),
        "events": sessions_by_event(profile),
    }


def _notes(slots: Sequence[Slot]) -> tuple[TimelineNote, ...]:
    return (*_gaps(slots), *_restarts(slots), *missing_instances(slots))


def _gaps(slots: Sequence[Slot]) -> list[TimelineNote]:
    notes = []
    for before, after in pairwise(slots):
        if before.end_time is None or after.begin_time is None:
            continue
        seconds = (after.begin_time - before.end_time).total_seconds()
        if seconds > SLACK_S:
            text = f"No report between {minute(before.end_time)} and {minute(after.begin_time)}."
            notes.append(TimelineNote("gap", text))
    return notes


def _restarts(slots: Sequence[Slot]) -> list[TimelineNote]:
    notes = []
    started: dict[int | None, datetime] = {}
    for slot in slots:
        for instance in (i for report in slot.reports for i in report.instances):
            if instance.startup_time is None:
                continue
            # HTML reports up to 12.2 print the month in place of the minutes: the hour is what can be trusted.
            up_since = instance.startup_time.replace(minute=0, second=0)
            before = started.setdefault(instance.number, up_since)
            if before != up_since:
                text = f"Instance {instance.name or instance.number} was restarted around {up_since:%Y-%m-%d %H}:00."
                notes.append(TimelineNote("restart", text))
                started[instance.number] = up_since
    return notes
