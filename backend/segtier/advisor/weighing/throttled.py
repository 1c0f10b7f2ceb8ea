"""What a limit of the volume or the machine leaves of a forecast: no throughput past it, and no sure gain from faster redo."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.model.forecast import Forecast, Range


def within_limit(case: Case, draft: Draft, forecast: Forecast) -> Forecast:
    """Nobody has measured whether the new flash is behind the same limit; until then it is."""
    throttle = case.facts.throttle
    if throttle is None or draft.changes_nothing:
        return forecast
    capped = replace(forecast, throughput_ratio=_at_most(forecast.throughput_ratio, throttle.headroom))
    if not draft.change.redo:
        return capped
    return replace(
        capped,
        response_ratio=replace(forecast.response_ratio, high=max(forecast.response_ratio.high, 1.0)),
        db_time_saved_s_per_hour=replace(
            forecast.db_time_saved_s_per_hour, low=min(forecast.db_time_saved_s_per_hour.low, 0.0)
        ),
    )


def _at_most(ratio: Range, most: float) -> Range:
    return Range(min(ratio.low, most), min(ratio.expected, most), min(ratio.high, most))
