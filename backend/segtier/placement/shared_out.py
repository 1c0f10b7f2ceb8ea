"""One amount of flash shared out among databases: to each a point of its curve, so that together they save most.

The corners of the concave hulls, merged by falling density, are the best for the bytes that they fill exactly, and bound all
else (Dantzig 1957; for one choice of each class Sinha and Zoltners 1979). Between these amounts another choice may fill the room
better: the corners of one curve after the other are added to the choices made so far, without those that take more and save
less, and those that cannot come up to the best one known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.placement.problem import Floats, Whole

MOST_CHOICES = 500
"""Kept at once, those that may become best; with so many the answer is as good as any."""
_CLOSE = 1e-9
"""Of what is saved: no difference."""


@dataclass(frozen=True, slots=True, eq=False)
class Hull:
    """The corners of one curve, each with more bytes, and more saved, than the one before; the first takes and saves nothing."""

    bytes: Whole
    saved: Floats

    def at(self, bytes_: float) -> float:
        """Saved, on the lines between corners."""
        return float(np.interp(bytes_, self.bytes, self.saved))


def hull_of(points: Sequence[tuple[int, float]]) -> Hull:
    """Of points (bytes, saved)."""
    corners: list[tuple[int, float]] = [(0, 0.0)]
    for size, saved in sorted(points):
        if saved <= corners[-1][1] or size <= 0:
            continue
        while len(corners) > 1 and _density(corners[-2], (size, saved)) >= _density(corners[-2], corners[-1]):
            corners.pop()
        corners.append((size, saved))
    return Hull(np.array([size for size, _ in corners], np.int64), np.array([saved for _, saved in corners]))


def _density(one: tuple[int, float], other: tuple[int, float]) -> float:
    return (other[1] - one[1]) / (other[0] - one[0]) if other[0] > one[0] else np.inf


def share_out(hulls: Sequence[Hull], room_bytes: int) -> tuple[int, ...]:
    """The corner of each; no more bytes than the room in all."""
    if not hulls:
        return ()
    prefix = _prefix(hulls, room_bytes)
    least = float(sum(hull.saved[at] for hull, at in zip(hulls, prefix, strict=True)))
    found = _best(hulls, room_bytes, least)
    return prefix if found is None else found


def _prefix(hulls: Sequence[Hull], room_bytes: int) -> tuple[int, ...]:
    """By falling density as far as there is room; where a step does not fit, steps of the others that do."""
    steps = sorted(
        (
            (-(hull.saved[k] - hull.saved[k - 1]) / (hull.bytes[k] - hull.bytes[k - 1]), which, k)
            for which, hull in enumerate(hulls)
            for k in range(1, len(hull.bytes))
        ),
    )
    at = [0] * len(hulls)
    for _, which, k in steps:
        more = int(hulls[which].bytes[k] - hulls[which].bytes[k - 1])
        if at[which] == k - 1 and more <= room_bytes:
            at[which], room_bytes = k, room_bytes - more
    return tuple(at)


@dataclass(frozen=True, slots=True, eq=False)
class _Choices:
    """One for each entry; `before`: which of the choices without the last curve, `corner`: of the last curve."""

    bytes: Whole
    saved: Floats
    before: NDArray[np.int64]
    corner: NDArray[np.int64]

    def only(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> _Choices:
        return _Choices(self.bytes[which], self.saved[which], self.before[which], self.corner[which])


def _best(hulls: Sequence[Hull], room_bytes: int, least: float) -> tuple[int, ...] | None:
    """None where no choice comes up to `least`."""
    start = np.zeros(1, np.int64)
    choices, all_of_them = _Choices(start, np.zeros(1), start, start), []
    for number, hull in enumerate(hulls):
        choices = _with(choices, hull, room_bytes)
        rest = _merged(hulls[number + 1 :])
        most = choices.saved + np.interp(room_bytes - choices.bytes, *rest)
        hopeful = most >= least * (1 - _CLOSE)
        choices, most = choices.only(hopeful), most[hopeful]
        if len(most) > MOST_CHOICES:
            choices = choices.only(np.sort(np.argsort(-most, kind="stable")[:MOST_CHOICES]))
        all_of_them.append(choices)
        if not len(choices.bytes):
            return None
    return _way_to(all_of_them, int(np.argmax(choices.saved)))


def _with(choices: _Choices, hull: Hull, room_bytes: int) -> _Choices:
    """Each choice with each corner that fits, without those that take more bytes and save no more."""
    size = (choices.bytes[:, np.newaxis] + hull.bytes).ravel()
    saved = (choices.saved[:, np.newaxis] + hull.saved).ravel()
    before, corner = (axis.ravel() for axis in np.indices((len(choices.bytes), len(hull.bytes))))
    order = np.lexsort((-saved, size))
    order = order[size[order] <= room_bytes]
    saves = saved[order]
    best_before = np.concatenate([[-np.inf], np.maximum.accumulate(saves)[:-1]])
    return _Choices(size, saved, before, corner).only(order[saves > best_before])


def _merged(hulls: Sequence[Hull]) -> tuple[Floats, Floats]:
    """(bytes, saved) of all corners together by falling density: no choice of theirs saves more in so many bytes."""
    size = np.concatenate([np.zeros(0), *(np.diff(hull.bytes) for hull in hulls)])
    saved = np.concatenate([np.zeros(0), *(np.diff(hull.saved) for hull in hulls)])
    order = np.argsort(-saved / size, kind="stable")
    return np.concatenate([[0.0], np.cumsum(size[order])]), np.concatenate([[0.0], np.cumsum(saved[order])])


def _way_to(steps: Sequence[_Choices], at: int) -> tuple[int, ...]:
    corners = []
    for choices in reversed(steps):
        corners.append(int(choices.corner[at]))
        at = int(choices.before[at])
    return tuple(reversed(corners))
