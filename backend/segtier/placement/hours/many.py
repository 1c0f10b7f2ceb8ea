"""Of many units a bound: no choice has a smaller worst shortfall.

Each hour lies under planes: the slopes at a point, raised until all samples of the hour lie under them. With these what an
hour saves is linear, and the least worst shortfall a mixed integer program (HiGHS), of more than `WHOLE` units a linear one.
Its solution says where the next planes are needed.

The model is not concave everywhere, so a plane through one point alone would be too low (by up to 0.03 of DB time in 32 drawn
hours). `python benchmarks/every_hour.py` holds the bound against all choices there are.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.hours.problem import AllHours, Choices, HourGains
from segtier.placement.problem import Floats, Problem, Whole
from segtier.placement.solve import solve

WHOLE = 40
"""Units that are chosen whole; more may be parted, which lowers the bound little."""
_ROUNDS, _SAMPLES, _NODES = 6, 64, 2_000
_RAISED = 4
"""Hours that have one more plane in a round: those that fall shortest."""
_GRID, _LEVELS = 3, 4
"""Columns that have a grid, and its lines in each."""
_CLIMBS, _CLIMB = 8, 6
_UNSEEN = 0.002
"""Of DB time: so much higher the model may be between the samples."""
_CLOSE = 1e-4


class Ceiling:
    """Planes over what one hour saves."""

    def __init__(self, hour: HourGains, choices: Choices) -> None:
        """`choices`: some that are known to be good; the planes lie closest to them."""
        self._hour = hour
        known = hour.points(choices)
        self._least = hour.fixed
        self._most = np.clip(hour.fixed + hour.shares.sum(axis=0), 0.0, 1.0)
        self._points = np.concatenate([known, self._least + (self._most - self._least) * _spread(len(self._most))])
        self._saved = hour.saved(self._points)
        self.planes: list[tuple[Floats, float]] = []
        self.sound = bool(np.all(np.isfinite(self._saved)))
        self.raise_at(known[int(np.argmax(hour.saved(known)))])

    def raise_at(self, point: Floats) -> None:
        """One more plane, with the slopes there."""
        slopes = np.maximum(self._hour.slopes(point), 0.0)
        self.planes.append((slopes, self._highest(slopes)))

    def _highest(self, slopes: Floats) -> float:
        """The most that the hour is over the slopes: from the highest samples on, in steps that get shorter."""
        over = self._saved - self._points @ slopes
        points = self._points[np.argsort(-over)[:_CLIMBS]]
        steps = np.concatenate([np.zeros((1, len(slopes))), np.eye(len(slopes)), -np.eye(len(slopes))])
        highest, step = float(over.max()), (self._most - self._least) / _LEVELS
        for _ in range(_CLIMB):
            near = np.clip(points[:, np.newaxis] + steps * step, self._least, self._most)
            saved = self._hour.saved(near.reshape(-1, len(slopes))).reshape(near.shape[:2])
            over = saved - near @ slopes
            highest = max(highest, float(over.max()))
            best = over.argmax(axis=1)
            points = near[np.arange(len(points)), best]
            step = step / 2
        return highest + _UNSEEN

    def at_most(self, use: Whole, limit: Whole) -> float:
        """No choice saves more in this hour."""
        if not self.sound:
            return 1.0
        rows = [{0: row} for row in use]
        return min(
            height
            + float(slopes @ self._hour.fixed)
            + solve(Problem((self._hour.shares @ slopes)[:, np.newaxis], rows, limit)).bound
            for slopes, height in self.planes
        )


def _spread(columns: int) -> Floats:
    """Points in a box of 1: the crossings of a grid, of more columns corners and points drawn; the same each time."""
    if columns <= _GRID:
        return np.stack(np.meshgrid(*[np.linspace(0, 1, _LEVELS)] * columns, indexing="ij"), axis=-1).reshape(
            -1, columns
        )
    chance = np.random.default_rng(40)
    corners = chance.integers(0, 2, (_SAMPLES, columns)).astype(np.float64)
    return np.concatenate([corners, chance.random((_SAMPLES, columns)), np.ones((1, columns))])


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    worst: float
    parts: Floats


def bound_of(problem: AllHours, ceilings: list[Ceiling], worst: float) -> float:
    """No choice falls less short in its worst hour; `worst`: of the best one known."""
    if not all(one.sound for one in ceilings):
        return 0.0
    bound = 0.0
    for _ in range(_ROUNDS):
        found = _solved(problem, ceilings)
        if found is None:
            break
        bound = max(bound, found.worst)
        if bound >= worst - _CLOSE:
            break
        points = [np.clip(hour.fixed + found.parts @ hour.shares, 0.0, 1.0) for hour in problem.hours]
        short = np.array(
            [hour.best - float(hour.saved(point[None])[0]) for hour, point in zip(problem.hours, points, strict=True)]
        )
        for at in np.argsort(-short, kind="stable")[:_RAISED]:
            if short[at] > found.worst + _CLOSE:
                ceilings[at].raise_at(points[at])
    return min(bound, worst)


def _solved(problem: AllHours, ceilings: list[Ceiling]) -> _Found | None:
    """The least worst shortfall under the planes; None where the program is not solved."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415 - takes half a second

    units = problem.units
    rows, least = [], []
    for hour, ceiling in zip(problem.hours, ceilings, strict=True):
        for slopes, height in ceiling.planes:
            rows.append(np.append(hour.shares @ slopes, 1.0))
            least.append(hour.best - height - float(slopes @ hour.fixed))
    scale = np.maximum(problem.limit, 1).astype(np.float64)
    limits = np.hstack([problem.use / scale[:, np.newaxis], np.zeros((len(scale), 1))])
    found = milp(
        np.append(np.zeros(units), 1.0),
        constraints=[
            LinearConstraint(np.array(rows), lb=np.array(least)),
            LinearConstraint(limits, ub=problem.limit / scale),
        ],
        bounds=Bounds(np.zeros(units + 1), np.append(np.ones(units), np.inf)),
        integrality=np.append(np.full(units, int(units <= WHOLE)), 0),
        options={"node_limit": _NODES},
    )
    if found.x is None:
        return None
    worst = found.mip_dual_bound if units <= WHOLE and found.mip_dual_bound is not None else found.fun
    return _Found(float(worst), np.asarray(found.x[:units]))
