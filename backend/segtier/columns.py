"""Frozen rows out of columns: of 100,000 segments each figure is a column until somebody looks at rows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields
from itertools import repeat
from math import isnan
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Floats = NDArray[np.float64]


def rows_of(kind: type[T], count: int, **columns: Iterable[Any]) -> list[T]:
    """As many of a dataclass with slots, each field from its column, else its default: in half the time of as many calls."""
    rows = list(map(kind.__new__, repeat(kind, count)))
    for one in fields(kind):  # type: ignore[arg-type]
        column = columns.get(one.name)
        if column is None:
            made = one.default_factory
            column = repeat(one.default) if made is MISSING else (made() for _ in rows)
        deque(map(vars(kind)[one.name].__set__, rows, column), maxlen=0)
    return rows


def columns_of(kind: type[T], rows: Sequence[T]) -> dict[str, Iterable[Any]]:
    """The fields of such rows, column by column."""
    return {one.name: map(attrgetter(one.name), rows) for one in fields(kind)}  # type: ignore[arg-type]


def known(column: Floats) -> list[float | None]:
    """The figures; None where it is NaN."""
    return [None if isnan(one) else one for one in column.tolist()] if np.isnan(column).any() else column.tolist()
