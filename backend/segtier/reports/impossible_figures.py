"""Numbers in a document that no database has: below zero, beyond what one counts, beyond 64 bits for identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from segtier.units import MOST_COUNTED, MOST_ID, US_PER_S

_IDENTIFIERS = frozenset({"dbid", "begin_snap", "end_snap"})
_SIGNED = frozenset({"usable_bytes"})
"""Below zero where a disk group lacks the room to mirror anew what a failed disk held."""
_MOST_DERIVED = MOST_COUNTED * US_PER_S
"""What is derived of figures may be larger: sums, and seconds in microseconds."""


def impossible_figures(value: Any, path: str = "$", name: str = "") -> Iterator[str]:
    """The JSON paths of such numbers: `$.wait_events[3].waits = -5`."""
    match value:
        case bool() | str() | None:
            return
        case int() | float():
            if not _is_possible(value, name):
                yield f"{path} = {value:.6g}"
        case tuple() | list():
            for place, one in enumerate(value):
                yield from impossible_figures(one, f"{path}[{place}]", name)
        case Mapping():
            for key, one in value.items():
                yield from impossible_figures(one, f"{path}.{key}", name)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for field in _names(type(value)):
                yield from impossible_figures(getattr(value, field), f"{path}.{field}", field)


def _is_possible(figure: float, name: str) -> bool:
    if name in _IDENTIFIERS:
        return abs(figure) <= MOST_ID
    least = -_MOST_DERIVED if name in _SIGNED else 0
    return least <= figure <= _MOST_DERIVED


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind))
