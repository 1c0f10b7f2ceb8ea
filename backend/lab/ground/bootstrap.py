"""How far the figures of the page would move with other families: whole families are drawn again and again, not rows.

Moves of one load on one kind of disks err alike, so a hundred of them say less than a hundred independent ones would.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from lab.ground.comparison import Compared, in_percent
from segtier.backtest.table_text import number, percent, table

TIMES, SEED = 2_000, 20_261_129
_ENDS = (0.05, 0.95)


class Summary(NamedTuple):
    """Of some figures; errors are logarithms of forecast over measured."""

    inside: float
    strictly: float
    size: float
    """Median of the errors' size."""
    signed: float
    """Mean error."""
    width: float
    """Median P90 / P10."""


def summary(figures: Sequence[Compared]) -> Summary:
    errors = np.array([one.error for one in figures])
    widths = [one.foretold.high / one.foretold.low if one.foretold.low > 0 else math.inf for one in figures]
    return Summary(
        float(np.mean([one.inside for one in figures])),
        float(np.mean([one.strictly_inside for one in figures])),
        float(np.median(np.abs(errors))),
        float(np.mean(errors)),
        float(np.median(widths)),
    )


def intervals(families: Mapping[str, Sequence[Compared]]) -> list[tuple[float, float]]:
    """5 % and 95 % of each value of a summary when as many families as there are are drawn with putting back."""
    groups = [group for group in families.values() if group]
    if len(groups) == 1:
        return [(value, value) for value in summary(groups[0])]
    draw = np.random.default_rng(SEED)
    drawn = [
        summary([one for at in draw.integers(len(groups), size=len(groups)) for one in groups[at]])
        for _ in range(TIMES)
    ]
    low, high = np.quantile(np.array(drawn), _ENDS, axis=0, method="nearest")
    return list(zip(low.tolist(), high.tolist(), strict=True))


def by_family(figures: Iterable[Compared]) -> dict[str, list[Compared]]:
    """A family: one load on one kind of disks."""
    found: dict[str, list[Compared]] = {}
    for one in figures:
        found.setdefault(f"{one.family} on {one.disks}", []).append(one)
    return found


def section(title: str, rows: Mapping[str, Sequence[Compared]]) -> str:
    """A table: each summary with what other families would make of it."""
    head = [
        "Figures",
        "Number",
        "Families",
        "Inside",
        "Strictly",
        "Median size of error",
        "Mean error",
        "Median P90/P10",
    ]
    return f"\n## {title}\n\n" + table(head, (_line(name, group) for name, group in rows.items() if group))


def _line(name: str, figures: Sequence[Compared]) -> list[str]:
    families = by_family(figures)
    cells = zip(_CELLS, summary(figures), intervals(families), strict=True)
    return [
        name,
        str(len(figures)),
        str(len(families)),
        *(f"{cell(value)} ({cell(low)} to {cell(high)})" for cell, value, (low, high) in cells),
    ]


_CELLS: tuple[Callable[[float], str], ...] = (
    percent,
    percent,
    lambda error: percent(math.expm1(error)),
    in_percent,
    number,
)
