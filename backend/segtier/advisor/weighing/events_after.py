"""Each wait event's time after a change, beside DB CPU and what the report does not explain."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.case import Case
from segtier.model.forecast import EventAfter, Forecast, Range
from segtier.oracle.wait_events import event_facts
from segtier.units import S_PER_HOUR

FLASH_READ_EVENT = "db flash cache single block physical read"


def events_after(case: Case, forecast: Forecast | None) -> tuple[EventAfter, ...]:
    """Seconds per hour of DB CPU, each foreground event and the rest; today's where `forecast` is None."""
    profile = case.profile
    rows = [("DB CPU", "DB CPU", "cpu", profile.cpu_per_s * S_PER_HOUR)]
    for row in profile.events:
        kind = f"wait:{row.demand}" if row.demand == "cpu" else row.demand
        rows.append((row.event, row.wait_class, kind, row.time_per_s * S_PER_HOUR))
    rows.append(("unexplained", "unexplained", "unexplained", profile.unexplained_per_s * S_PER_HOUR))
    result = [
        _after(name, group, seconds, _ratio(forecast, kind)) for name, group, kind, seconds in rows if seconds > 0
    ]
    return _with_flash(forecast, result)


def _ratio(forecast: Forecast | None, kind: str) -> Range:
    return forecast.demand_ratio.get(kind, Range(1, 1, 1)) if forecast else Range(1, 1, 1)


def _after(name: str, group: str, seconds: float, ratio: Range) -> EventAfter:
    return EventAfter(name, group, seconds * ratio.expected, seconds * ratio.low, seconds * ratio.high)


def _with_flash(forecast: Forecast | None, rows: list[EventAfter]) -> tuple[EventAfter, ...]:
    """Reads from Smart Flash Cache are an event of their own; their time is taken out of the disk reads."""
    if forecast is None or forecast.flash_read_s_per_hour is None:
        return tuple(rows)
    flash = forecast.flash_read_s_per_hour
    kinds = ("single-block-read", "multi-block-read")
    reads = sum(row.time_s for row in rows if event_facts(row.event).demand in kinds)
    left = max(1 - flash.expected / reads, 0.0) if reads else 1.0
    disk = [
        replace(row, time_s=row.time_s * left, time_s_low=None, time_s_high=None)
        if event_facts(row.event).demand in kinds
        else row
        for row in rows
    ]
    return (*disk, EventAfter(FLASH_READ_EVENT, "User I/O", flash.expected, flash.low, flash.high))
