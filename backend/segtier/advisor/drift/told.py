"""The answer in sentences."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.words import seconds
from segtier.model.drift import Drift
from segtier.model.forecast import Range
from segtier.plurals import plural
from segtier.units import format_bytes


def told(drift: Drift) -> Drift:
    return replace(drift, text=_text(drift))


def _text(drift: Drift) -> str:
    of = plural(drift.on_flash, "segment")
    against = f" Compared with {drift.base.text}."
    if drift.state == "nothing-applied":
        return (
            "No segment with a size is known to be on SSD: name those of the applied plan, or say what is on SSD today."
        )
    if drift.state == "too-short":
        missing = drift.weeks_needed - drift.weeks
        since = " since the plan was marked applied" if drift.base.since else ""
        return (
            f"{plural(drift.weeks, 'week')}{since} with like hours that tell what segments read and how long a read takes: "
            f"a week is not a trend. Add whole reports of the same hours of {plural(missing, 'further week')}."
        )
    seen = f"{plural(drift.weeks, 'week')}, {plural(drift.like_hours, 'like hour')} each"
    if drift.state == "no-gain":
        return f"Reads from disk are no slower than from SSD, or too few to judge: no swap gains anything ({seen}).{against}"
    if drift.state == "stays" or drift.saves_s_per_hour is None or drift.minutes is None:
        return f"No swap gains enough beyond chance: keep the {of} on SSD ({seen}).{against}"
    fewest, most = drift.minutes
    return (
        f"{_swap(drift, of)}{_room(drift.frees_bytes)}: "
        f"saves {saved_text(drift.saves_s_per_hour)} more an hour, "
        f"moves {format_bytes(drift.moved_bytes)} in {fewest} to {most} min, "
        f"and costs at most {seconds(drift.costs_s or 0.0)} of DB time once. "
        f"It pays after {_hours(drift.pays_after_hours or 0.0)} like these at the latest. "
        f"Seen in {drift.seen_in} of {plural(drift.weeks, 'week')}, {plural(drift.like_hours, 'like hour')} each.{against}"
    )


def _swap(drift: Drift, of: str) -> str:
    off, more = len(drift.take_off), len(drift.bring)
    if not off:
        return f"Keep the {of} on SSD, and bring {more} more"
    return f"{off} of {of} on SSD no longer {'earns its' if off == 1 else 'earn their'} place. Swap {off} for {more}"


def _room(freed: int) -> str:
    if not freed:
        return ""
    return f", which {'frees' if freed > 0 else 'takes'} {format_bytes(abs(freed))}"


def saved_text(saved: Range) -> str:
    return f"{saved.low:,.0f} to {seconds(saved.high)}"


def _hours(hours: float) -> str:
    return plural(max(round(hours), 1), "hour")
