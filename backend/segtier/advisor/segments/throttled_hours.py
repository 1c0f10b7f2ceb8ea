"""A rented volume in every interval of the inputs: what its load would take of the limits, and where that is too much."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from segtier.advisor.case import Case
from segtier.advisor.segments.moved_load import moved_load, whole_load
from segtier.analysis.profile import profile_of
from segtier.dataclass import dataclass
from segtier.forecast.placed import Shares
from segtier.model.profile import Profile
from segtier.model.volume import InHours, Machine, Volume
from segtier.oracle.volumes import binding

NEAR = 0.8
"""Of what the limit lets through: beyond it requests wait for the limit now and then, since no interval is even."""


@dataclass(frozen=True, slots=True)
class HourLoad:
    begin: datetime | None
    profile: Profile


def hour_loads(case: Case) -> tuple[HourLoad, ...]:
    """Every interval with DB time; none where the inputs have only one."""
    if len(case.slots) < 2:
        return ()
    profiles = ((slot.begin_time, profile_of(slot)) for slot in case.slots)
    return tuple(HourLoad(begin, profile) for begin, profile in profiles if profile is not None)


def in_hours(hours: Sequence[HourLoad], volume: Volume, machine: Machine, shares: Shares) -> InHours | None:
    """With the same shares of each interval's I/O as in the hours of the forecast; None for a single interval."""
    if not hours:
        return None
    used = []
    for hour in hours:
        load = moved_load(hour.profile, shares)
        limit = binding(volume, machine, load, whole_load(hour.profile).less(load))
        used.append((1 / limit.times, hour.begin, limit.limit))
    most, begin, limit_name = max(used, key=lambda one: one[0])
    near = sum(one[0] >= NEAR for one in used)
    past = sum(one[0] > 1 for one in used)
    return InHours(len(used), near, past, most, begin, limit_name if most > 0 else None)
