"""What to give instead of hours in which next to nothing happens: another of the intervals there are, or a busy hour."""

from __future__ import annotations

from segtier.advisor.symptoms import Symptoms

ONE_BUSY_HOUR = "Take a report of one busy hour and upload it."
_LEAST_BUSIER = 1.5
"""Times the load of the hours used: less is no other hour."""


def busier(symptoms: Symptoms) -> str | None:
    """None where there is one interval: then one more report is the next step."""
    timeline, used = symptoms.case.timeline, symptoms.case.profile.db_time_per_s
    if len(timeline.points) < _SEVERAL:
        return None
    most = max(point.average_active_sessions or 0.0 for point in timeline.points)
    if most > _LEAST_BUSIER * used:
        return (
            f"Ask for the busiest of the {len(timeline.points)} intervals that are there ({most:.2g} sessions active)."
        )
    return f"None of the {len(timeline.points)} intervals that are there is busier: add those of a busier day."


_SEVERAL = 2
