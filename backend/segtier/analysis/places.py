"""Rows with other values than those they were made with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

from segtier.model.evidence import Evidence

T = TypeVar("T")


def placed(row: T, evidence: tuple[Evidence, ...]) -> T:
    return changed(row, evidence=evidence)


def changed(row: T, **values: Any) -> T:
    """As `replace` would make it, in a quarter of the time: a report has some hundreds of rows, an export 100,000 segments."""
    kind = type(row)
    if kind not in _FIELDS:
        names = [one.name for one in fields(kind)]  # type: ignore[arg-type]
        _FIELDS[kind] = {name: at for at, name in enumerate(names)}, attrgetter(*names)
    places, get = _FIELDS[kind]
    all_values = list(get(row))
    for name, value in values.items():
        all_values[places[name]] = value
    return kind(*all_values)


_FIELDS: dict[type, tuple[dict[str, int], Callable[[Any], tuple[Any, ...]]]] = {}
