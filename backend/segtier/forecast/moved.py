"""What moves to each tier, as parts of what there is today: columns over the draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from segtier.forecast.draws import Column


class MovedFrom(NamedTuple):
    """What one station loses, each 0 to 1 of the whole database's."""

    time: Column
    """Of the time in buffered reads."""
    direct: Column
    writes: Column


class Moved(NamedTuple):
    """Each 0 to 1."""

    reads: Column
    """Buffered reads."""
    direct: Column
    writes: Column
    stations: tuple[MovedFrom, ...]
    cached: float | Column = 0.0
    """Of the time in buffered reads, what those take on the flash which a cache may make fast today (`Change.perhaps`)."""


def together(each: Sequence[Moved]) -> Moved:
    """What leaves today's storage."""
    if len(each) == 1:
        return each[0]
    stations = zip(*(one.stations for one in each), strict=True)
    return Moved(
        _sum([one.reads for one in each]),
        _sum([one.direct for one in each]),
        _sum([one.writes for one in each]),
        tuple(
            MovedFrom(_sum([m.time for m in rows]), _sum([m.direct for m in rows]), _sum([m.writes for m in rows]))
            for rows in stations
        ),
    )


def _sum(parts: Sequence[Column]) -> Column:
    total: Column = np.minimum(sum(parts), 1.0)
    return total


def stacked(many: Sequence[Moved]) -> Moved:
    """A row for each."""
    stations = zip(*(one.stations for one in many), strict=True)
    return Moved(
        np.stack([one.reads for one in many]),
        np.stack([one.direct for one in many]),
        np.stack([one.writes for one in many]),
        tuple(MovedFrom(*map(np.stack, zip(*rows, strict=True))) for rows in stations),
    )


def left(parts: Sequence[float], moved: Sequence[Column]) -> list[Column]:
    """What stations keep of what they do today: together all that does not move, though lists of segments and of files differ."""
    kept = [np.maximum(part - gone, 0.0) for part, gone in zip(parts, moved, strict=True)]
    if len(kept) == 1:
        return [1 - moved[0]]
    whole, stays = sum(kept), np.maximum(1 - sum(moved), 0.0)
    scale = np.divide(stays, whole, out=np.zeros(np.shape(whole)), where=whole > 0)
    return [one * scale for one in kept]
