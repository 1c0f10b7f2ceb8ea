"""One placement for all hours against every placement there is, for small databases.

    .venv/bin/python benchmarks/every_hour.py [DATABASES]      (default: 300)

5 to 9 segments, 3 to 24 hours, each with a load of its own; in a third of the databases each hour names its four busiest
segments only. What is held against the full model, looked at for every placement that fits in every hour:

* the least worst shortfall, equal to rounding, and its bound;
* the bound that databases of many segments have, which must not be above it, and how far below it is;
* the most that any placement saves in an hour, of few segments and of many.

Exits with 1 where one differs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.advisor.segments.every_hour import all_hours, least_short
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.hours import hours_of
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placement, Placer
from segtier.placement.hours.many import Ceiling, bound_of
from segtier.placement.hours.problem import AllHours, Choices
from tests.small_databases import drawn_hours, every_choice

DATABASES = 300
SAME = 1e-9


def one(number: int) -> dict[str, float]:
    case = drawn_hours(number, 5 + number % 5, 3 + (number * 5) % 22)
    placer = Placer(case, movers_of(case, case.segments.loads), Held())
    hours = hours_of(case, placer)
    window, capacity = placer.best(case.capacity_bytes), case.capacity_bytes
    began = time.process_time()
    every = least_short(placer, window, hours, capacity)
    took = time.process_time() - began
    problem = all_hours(placer, hours, capacity)
    choices = every_choice(problem)
    saved = np.array([hour.saved(hour.points(choices)) for hour in problem.hours])
    best = saved.max(axis=1)
    worst = (best[:, np.newaxis] - saved).max(axis=0)
    inside = ~choices[:, problem.free :].any(axis=1)
    at = _row(choices, placer, every.placement, problem)
    known = choices[[at]]
    many = bound_of(problem, [Ceiling(gains, known) for gains in problem.hours], float(worst[at]))
    ceiling = [Ceiling(gains, known).at_most(problem.use, problem.limit) for gains in problem.hours]
    return {
        "least": float(worst[at] - worst[inside].min()),
        "bound": float(every.bound - worst.min()),
        "many": float(many - worst.min()),
        "best": float(np.abs([hour.best.saved for hour in hours] - best).max()),
        "ceiling": float(np.min(ceiling - best)),
        "worst": float(worst[at]),
        "window": float(worst[_row(choices, placer, window, problem)]),
        "took": took,
    }


def _row(choices: Choices, placer: Placer, placement: Placement, problem: AllHours) -> int:
    """Which of the choices is the placement."""
    moves = np.isin(placer.units.free, placer.units.of[placement.moved])
    return int(np.flatnonzero(np.all(choices == np.pad(moves, (0, problem.units - problem.free)), axis=1))[0])


def main(count: int) -> bool:
    found = [one(number) for number in range(count)]
    column = {name: np.array([row[name] for row in found]) for name in found[0]}
    least, bound = np.abs(column["least"]) <= SAME, np.abs(column["bound"]) <= SAME
    best, many, ceiling = column["best"] <= SAME, column["many"] <= SAME, column["ceiling"] >= -SAME
    print(f"least worst shortfall equals that of all placements: {least.sum()} of {count}")
    print(f"its bound does: {bound.sum()} of {count}; above it: {(column['bound'] > SAME).sum()}")
    print(f"best of each hour equals that of all placements: {best.sum()} of {count}")
    below = -column["many"]
    print(f"bound as of many segments: {(~many).sum()} above it")
    print(f"  below it by {np.median(below):.3f} of DB time (median), {below.max():.3f} at most")
    print(f"most of an hour as of many segments: {(~ceiling).sum()} too low")
    worst, window = np.median(column["worst"]), np.median(column["window"])
    print(f"worst shortfall {worst:.3f} (median), of the window's placement {window:.3f}")
    print(f"processor time: {np.median(column['took']):.2f} s (median), {column['took'].max():.2f} s at most")
    return bool(least.all() and best.all() and many.all() and ceiling.all() and not (column["bound"] > SAME).any())


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()]
    sys.exit(0 if main((numbers or [DATABASES])[0]) else 1)
