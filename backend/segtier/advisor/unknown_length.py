"""An advice on an interval of unknown length: shares, averages and ratios hold, rates do not.

What only compares, as the forecast, takes an hour for it; what a second or an hour of it brought is not known, whatever says so.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from segtier.model.advice import Advice
from segtier.model.device import Tier
from segtier.model.forecast import EventAfter

_RATES = ("_per_s", "_per_hour", "_per_hour_per_gib", "average_active_sessions", "interval_hours")


def without_rates(advice: Advice) -> Advice:
    """Every field that is a rate by its name, and may be unknown, is."""
    found: Advice = _without(advice)
    return found


def is_rate(name: str) -> bool:
    return name.endswith(_RATES)


def _without(value: Any) -> Any:
    if isinstance(value, tuple):
        return () if value and isinstance(value[0], EventAfter) else tuple(map(_without, value))
    if not is_dataclass(value) or isinstance(value, (type, Tier)):
        return value
    unknown = _may_be_unknown(type(value))
    changed = {
        one.name: new
        for one in fields(value)
        if (old := getattr(value, one.name)) is not None
        and (new := None if one.name in unknown else _without(old)) is not old
    }
    return replace(value, **changed) if changed else value


@cache
def _may_be_unknown(kind: type) -> frozenset[str]:
    return frozenset(
        name for name, type_ in get_type_hints(kind).items() if is_rate(name) and NoneType in get_args(type_)
    )
