"""No measurement repeats exactly: what a forecast may be off by though nothing in it is wrong."""

from __future__ import annotations

from dataclasses import replace
from math import exp, hypot, isfinite, log

from segtier.forecast.basis import Basis
from segtier.forecast.ceiling import ceiling
from segtier.forecast.constants import REPEATS
from segtier.model.forecast import Forecast, Range
from segtier.model.profile import UNNAMED_IO
from segtier.units import S_PER_HOUR

_ROUNDED = 1e-6
"""What sums leave of a ratio that nothing changes."""


def repeated(span: Range, part: float = 1.0) -> Range:
    """A range of ratios or times with what does not repeat: independent errors, whose logarithms add in squares.

    `part`: of REPEATS. What is 1 from end to end is no forecast: nothing changes it.
    """
    middle = span.expected
    unchanged = max(abs(span.low - 1), abs(span.high - 1)) <= _ROUNDED
    if unchanged or not isfinite(middle) or middle <= 0:
        return span
    error = part * REPEATS
    low = middle * exp(-hypot(log(middle / span.low), error)) if span.low > 0 else span.low
    high = middle * exp(hypot(log(span.high / middle), error)) if isfinite(span.high) else span.high
    return Range(low, middle, high)


def with_repeats(forecast: Forecast, basis: Basis) -> Forecast:
    """Every figure of a forecast with it. It takes no figure beyond what infinitely fast storage would give.

    Response times do not repeat; throughput by as much less as think time is longer (Little's law).
    """
    most, today_s = ceiling(basis), basis.profile.db_time_per_s * S_PER_HOUR
    response = repeated(forecast.response_ratio)
    response = replace(response, low=max(response.low, min(forecast.response_ratio.low, 1 - most.db_time_pct / 100)))
    throughput = repeated(forecast.throughput_ratio, _at_work(forecast.throughput_ratio.expected, basis))
    if most.throughput_ratio is not None:
        high = min(throughput.high, max(forecast.throughput_ratio.high, most.throughput_ratio))
        throughput = replace(throughput, high=high)
    saved = forecast.db_time_saved_s_per_hour
    if response != forecast.response_ratio:
        saved = Range((1 - response.high) * today_s, saved.expected, (1 - response.low) * today_s)
    flash = forecast.flash_read_s_per_hour
    return replace(
        forecast,
        response_ratio=response,
        throughput_ratio=throughput,
        db_time_saved_s_per_hour=saved,
        demand_ratio={
            kind: ratio if kind == UNNAMED_IO else repeated(ratio) for kind, ratio in forecast.demand_ratio.items()
        },
        flash_read_s_per_hour=None if flash is None else repeated(flash),
    )


def _at_work(throughput: float, basis: Basis) -> float:
    """Part of the users who do not think, at that throughput."""
    working = basis.profile.db_time_per_s
    present = max(basis.users.count if basis.users else working, working)
    if present <= 0 or not isfinite(throughput):
        return 1.0
    return min(max(1 - throughput * (present - working) / present, 0.0), 1.0)
