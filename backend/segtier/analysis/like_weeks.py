"""Weeks that have the same hours: hours of the week differ by more than weeks do, so only like hours are compared."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from datetime import date, datetime, timedelta
from typing import TypeVar

L = TypeVar("L", bound=Hashable)


def week_of(at: datetime) -> date:
    """The Monday of it."""
    return at.date() - timedelta(days=at.weekday())


def like_weeks(hours: Iterable[tuple[date, L]], needed: int, most: int) -> tuple[list[date], set[L]]:
    """The latest weeks, at most so many, and the hours that all of them have. Each hour: its week, and what is like in others.

    One more week may cost half of the hours, while fewer than `needed` are found any.
    """
    by_week: dict[date, set[L]] = {}
    for week, like in hours:
        by_week.setdefault(week, set()).add(like)
    weeks: list[date] = []
    common: set[L] = set()
    for week in sorted(by_week)[::-1]:
        both = by_week[week] & common if weeks else by_week[week]
        whole = len(both) >= len(common) / 2
        if len(weeks) == most or not both or (len(weeks) >= needed and not whole):
            continue
        weeks, common = [week, *weeks], both
    return weeks, common
