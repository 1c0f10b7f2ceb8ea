"""So little is going on that nothing says what SSD would do."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import SICK_DISK_US, Symptoms
from segtier.advisor.symptoms.busier import ONE_BUSY_HOUR, busier
from segtier.model.profile import READ_DEMANDS

IDLE_SESSIONS = 0.05
"""Active on average."""
HARDLY_SESSIONS, HARDLY_REQUESTS_PER_S = 1.0, 50.0
"""Active on average, with so few I/O requests: less than a slow disk gives."""


def _test(symptoms: Symptoms) -> Found | None:
    active = symptoms.case.profile.db_time_per_s
    if active >= IDLE_SESSIONS or not _is_long_known(symptoms):
        return None
    return _idle(symptoms, f"{active:.2g} sessions are active on average")


def _is_long_known(symptoms: Symptoms) -> bool:
    """Without a length nothing says how many sessions were active."""
    return bool(symptoms.case.workload.interval.elapsed_s)


def _hardly_busy(symptoms: Symptoms) -> Found | None:
    """Less than one session at work that asks for less than a slow disk gives is no load to buy flash for."""
    profile = symptoms.case.profile
    active, requests = profile.db_time_per_s, profile.requests_per_s
    slow = any((profile.demand(kind).latency_us or 0.0) > SICK_DISK_US for kind in READ_DEMANDS)
    busy = active >= HARDLY_SESSIONS or requests is None or requests >= HARDLY_REQUESTS_PER_S or slow
    if busy or not _is_long_known(symptoms):
        return None
    return _idle(symptoms, f"{active:.2g} sessions are active on average, with {requests:.0f} I/O requests a second")


def _idle(symptoms: Symptoms, load: str) -> Found:
    return Found(
        "idle",
        "The database is idle: these reports cannot say what SSD would do.",
        f"The database is idle: {load}, so this shows nothing about what SSD would do.",
        next_step=busier(symptoms),
    )


IDLE = Diagnosis(
    "idle",
    (),
    _test,
    "not-enough-data",
    ONE_BUSY_HOUR,
    ("A report of an hour in which users wait.",),
)
HARDLY_BUSY = replace(IDLE, test=_hardly_busy)
