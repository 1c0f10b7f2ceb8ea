"""Rows with other places than those they were read from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from segtier.model.evidence import Evidence


def placed(row: Any, evidence: tuple[Evidence, ...]) -> Any:
    """As `replace` would make it, in a fifth of the time: a report has some hundreds of rows."""
    kind = type(row)
    if kind not in _FIELDS:
        names = tuple(one.name for one in fields(kind))
        _FIELDS[kind] = names, attrgetter(*names)
    names, get = _FIELDS[kind]
    values = dict(zip(names, get(row), strict=True))
    values["evidence"] = evidence
    return kind(**values)


_FIELDS: dict[type, tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]] = {}
