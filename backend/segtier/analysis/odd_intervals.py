"""Intervals that tell nothing of a database's load: they cannot be, are cut short, or their own figures disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from segtier.analysis.hours_used import between
from segtier.analysis.intervals import Slot
from segtier.analysis.sound import unsound
from segtier.analysis.words import pct, times
from segtier.model.profile import Profile

LEAST_INTERVALS = 3
"""Of fewer none is told to be the odd one by the others."""
OF_USUAL_LENGTH = 0.5
EXCESS = 0.25
"""Of DB time: CPU and waits are no more than it, but for rounding and for what counts twice on full CPUs."""
SHORTFALL, SPIKE = 0.25, 5.0
"""Time that no wait holds is common. Beside a load so many times that of the intervals around it, and of this hour on other days,
it is a figure gone wrong."""
NEIGHBOURS = 6
"""On each side."""


def odd_intervals(slots: Sequence[Slot], profiles: Mapping[int, Profile]) -> dict[int, str]:
    """Why an interval is left out, by its place: those with DB time only (`profiles`), and never all of them."""
    found = unsound(slots, profiles)
    sound = {place: profile for place, profile in profiles.items() if place not in found}
    if len(sound) >= LEAST_INTERVALS:
        found |= _beside_others(slots, sound)
    return _told(slots, profiles, found)


def unsound_intervals(slots: Sequence[Slot], profiles: Mapping[int, Profile]) -> dict[int, str]:
    """The same of those alone whose figures cannot be right: no choice of hours takes them."""
    return _told(slots, profiles, unsound(slots, profiles))


def _told(slots: Sequence[Slot], profiles: Mapping[int, Profile], found: Mapping[int, str]) -> dict[int, str]:
    if len(found) == len(profiles):
        return {}
    return {place: f"{_when(slots[place])} ({found[place]})" for place in sorted(found)}


def _beside_others(slots: Sequence[Slot], profiles: Mapping[int, Profile]) -> dict[int, str]:
    usual_s = float(np.median([profile.elapsed_s for profile in profiles.values()]))
    in_order = sorted(profiles)
    found: dict[int, str] = {}
    by_hour = _by_hour(slots, in_order)
    for at, place in enumerate(in_order):
        alike = (_around(in_order, at), by_hour.get(_hour(slots[place]), []))
        usual_per_s = max(float(np.median([profiles[other].db_time_per_s for other in some])) for some in alike if some)
        reason = _reason(profiles[place], usual_s, usual_per_s)
        if reason is not None:
            found[place] = reason
    return found


def _around(places: Sequence[int], at: int) -> Sequence[int]:
    return [*places[max(at - NEIGHBOURS, 0) : at], *places[at + 1 : at + 1 + NEIGHBOURS]]


def _by_hour(slots: Sequence[Slot], places: Sequence[int]) -> dict[int | None, list[int]]:
    """Intervals by the hour of the day they begin in, for hours that were met on enough days to have a usual load."""
    found: dict[int | None, list[int]] = {}
    for place in places:
        found.setdefault(_hour(slots[place]), []).append(place)
    return {hour: some for hour, some in found.items() if hour is not None and len(some) >= LEAST_INTERVALS}


def _hour(slot: Slot) -> int | None:
    return None if slot.begin_time is None else slot.begin_time.hour


def _reason(profile: Profile, usual_s: float, usual_per_s: float) -> str | None:
    stated = profile.db_time_per_s
    if profile.elapsed_s < OF_USUAL_LENGTH * usual_s:
        return f"{_minutes(profile.elapsed_s)} long, most are {_minutes(usual_s)}"
    if profile.double_counted_share > EXCESS:
        return f"CPU and waits are {times(1 + profile.double_counted_share)} times its DB time"
    if profile.unexplained_share > SHORTFALL and stated > SPIKE * usual_per_s:
        held = pct(1 - profile.unexplained_share)
        return (
            f"{stated:,.0f} active sessions, {usual_per_s:,.1f} around it, and CPU and waits hold {held} of its DB time"
        )
    return None


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"


def _when(slot: Slot) -> str:
    if slot.begin_time is None or slot.end_time is None:
        return f"snapshot {slot.reports[0].interval.begin_snap}"
    return between(slot.begin_time, slot.end_time)
