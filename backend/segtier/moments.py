"""Whether a moment that was written down counts now. Every comparison has two sides: a clock may have been wrong when it was
written down, so what lies in the future counts as little as what is long ago.

Each function takes a moment, or a column of them, and gives the truth or the condition of a query.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, overload

LEEWAY = timedelta(minutes=5)
"""By so much two clocks may differ, or one be corrected, before anything follows from it."""


@overload
def within(then: datetime, lasts: timedelta, at: datetime) -> bool: ...
@overload
def within(then: Any, lasts: timedelta, at: datetime) -> Any: ...
def within(then: Any, lasts: timedelta, at: datetime) -> Any:
    """Was it no longer ago than `lasts`, and not in the future?"""
    return (then >= at - lasts) & (then <= at + LEEWAY)


@overload
def still_to_come(until: datetime, longest: timedelta, at: datetime) -> bool: ...
@overload
def still_to_come(until: Any, longest: timedelta, at: datetime) -> Any: ...
def still_to_come(until: Any, longest: timedelta, at: datetime) -> Any:
    """Does it end later, and no later than something that may last `longest` and begins now?"""
    return (until > at) & (until <= at + longest + LEEWAY)


@overload
def is_future(then: datetime, at: datetime) -> bool: ...
@overload
def is_future(then: Any, at: datetime) -> Any: ...
def is_future(then: Any, at: datetime) -> Any:
    """Was it written down by a clock that was ahead of this one?"""
    return then > at + LEEWAY
