"""The zero of a falling function of throughput, one for each draw.

scipy's elementwise solvers hand the function ever fewer draws; a network needs all of its columns.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from segtier.forecast.draws import Column

LEAST, MOST = 1e-4, 1e4
STEPS = 90
CLOSE = 1e-6
"""Relative."""
HALVED = 3
"""Every third step halves the bracket: where a station fills up, response time is a wall that false position creeps along."""


def falling_root(function: Callable[[Column], Column], count: int) -> Column:
    """x > 0 with function(x) = 0, by false position (Anderson-Bjorck); the nearer bound where there is no sign change.

    The lower end of the last bracket, so that the function is there what it is below the wall.
    """
    low, high = np.full(count, LEAST), np.full(count, 2.0)
    at_low, at_high = function(low), function(high)
    while high[0] < MOST and bool(np.any(at_high > 0)):
        high = np.minimum(high * 4, MOST)
        at_high = function(high)
    none = (at_low <= 0) | (at_high >= 0)
    nearer = np.where(at_low <= 0, low, high)
    for step in range(STEPS):
        if bool(np.all(none | (high - low <= CLOSE * high))):
            break
        middle = _between(low, high, at_low, at_high, halve=step % HALVED == HALVED - 1)
        value = function(middle)
        up = value > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            kept_high = np.where(up, at_high * _less(value, at_low), value)
            kept_low = np.where(up, value, at_low * _less(value, at_high))
        low, high = np.where(up, middle, low), np.where(up, high, middle)
        at_low, at_high = kept_low, kept_high
    return np.where(none, nearer, low)


def _between(low: Column, high: Column, at_low: Column, at_high: Column, *, halve: bool) -> Column:
    half: Column = (low + high) / 2
    if halve:
        return half
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = (low * at_high - high * at_low) / (at_high - at_low)
    return np.where(np.isfinite(crossing) & (crossing > low) & (crossing < high), crossing, half)


def _less(value: Column, before: Column) -> Column:
    """How much the end that stays is made to count less."""
    factor: Column = 1 - value / before
    return np.where(factor > 0, factor, 0.5)
