"""The zero of a falling function of throughput, one for each draw.

scipy's elementwise.find_root is the same method and finds the same zeros. It hands the function ever fewer draws, which a
network would have to put back into all of its columns, and its steps cost more than the network's: what all options may
take (benchmarks/forecast.py) would be nearly used up.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from segtier.forecast.draws import Column

LEAST, TODAY, MOST = 1e-4, 1.0, 1e4
STEPS = 90
CLOSE = 1e-6
"""Relative."""

Function = Callable[[Column], Column]


def falling_root(function: Function, count: int) -> Column:
    """x > 0 with function(x) = 0, after Chandrupatla (1997); the nearer bound where there is no sign change.

    Inverse quadratic steps where three points say that they are safe, else halving: where a station fills up, response
    time is a wall. The lower end of the last bracket, so that the function is there what it is below the wall.
    """
    low, high, at_low, at_high = _bracket(function, count)
    none = (at_low <= 0) | (at_high >= 0)
    nearer = np.where(at_low <= 0, low, high)
    last, other, at_last, at_other = low, high, at_low, at_high
    part = np.full(count, 0.5)
    for _ in range(STEPS):
        if bool(np.all(none | (np.abs(other - last) <= CLOSE * np.maximum(last, other)))):
            break
        tried = last + part * (other - last)
        value = function(tried)
        same = (value > 0) == (at_last > 0)
        before, at_before = np.where(same, last, other), np.where(same, at_last, at_other)
        other, at_other = np.where(same, other, last), np.where(same, at_other, at_last)
        last, at_last = tried, value
        part = _next_part((last, other, before), (at_last, at_other, at_before))
    return np.where(none, nearer, np.minimum(last, other))


def _bracket(function: Function, count: int) -> tuple[Column, Column, Column, Column]:
    """(low, high, function there), from today's throughput on: most changes carry a little more than that."""
    low, high = np.full(count, TODAY), np.full(count, 2 * TODAY)
    at_low, at_high = function(low), function(high)
    while np.max(high) < MOST and bool(np.any(at_high > 0)):
        further = at_high > 0
        low, at_low = np.where(further, high, low), np.where(further, at_high, at_low)
        high = np.where(further, np.minimum(high * 4, MOST), high)
        at_high = np.where(further, function(high), at_high)
    less = at_low <= 0
    if bool(np.any(less)):
        high, at_high = np.where(less, low, high), np.where(less, at_low, at_high)
        low = np.where(less, LEAST, low)
        at_low = np.where(less, function(low), at_low)
    return low, high, at_low, at_high


def _next_part(x: tuple[Column, Column, Column], at: tuple[Column, Column, Column]) -> Column:
    """How far to go from the last point to the other end of the bracket: 0 to 1. `x`: last, other end, the one before."""
    (last, other, before), (f, g, h) = x, at
    with np.errstate(divide="ignore", invalid="ignore"):
        place, height = (last - other) / (before - other), (f - g) / (h - g)
        safe = (height**2 < place) & ((1 - height) ** 2 < 1 - place)
        quadratic = f / (g - f) * h / (g - h) + (before - last) / (other - last) * f / (h - f) * g / (h - g)
        least = CLOSE / 4 * last / np.abs(other - last)
    part = np.where(safe & np.isfinite(quadratic), quadratic, 0.5)
    return np.clip(part, np.minimum(least, 0.5), np.maximum(1 - least, 0.5))
