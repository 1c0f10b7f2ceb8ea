"""The solver's choice against every choice there is, for small problems.

    .venv/bin/python benchmarks/small_placements.py [PROBLEMS]      (default: 1400)

Five in seven have one device and up to 18 units, the others two devices and up to 11; up to three further limits; capacities from
less than the smallest unit to more than all of them, sizes alike or over six powers of ten. A choice counts as equal where it
gains as much, to rounding; a bound below the best choice is an error. Exits with 1 where one differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.placement.problem import Problem, Whole, rows_of
from segtier.placement.solve import solve

PROBLEMS = 1400
SAME = 1e-9
_MOST_UNITS = {1: 18, 2: 11}
_SHAPES = ("wide", "alike", "plain", "whole", "by size")


def a_problem(number: int) -> tuple[str, Problem]:
    chance = np.random.default_rng([18, number])
    shape, devices = _SHAPES[number % len(_SHAPES)], 1 if number % 7 < 5 else 2
    units = int(chance.integers(1, _MOST_UNITS[devices] + 1))
    size = {
        "wide": np.exp(chance.uniform(0, np.log(1e6), units)),
        "alike": 1000 * (1 + chance.random(units) / 100),
        "plain": np.exp(chance.normal(0, 1.5, units)) * 1000,
        "whole": chance.integers(1, 9, units) * 1000.0,
        "by size": np.exp(chance.normal(0, 1.5, units)) * 1000,
    }[shape]
    whole = np.ceil(size).astype(np.int64) * 65_536
    worth = size * chance.uniform(0.98, 1.02, units) if shape == "by size" else np.exp(chance.normal(0, 1.5, units))
    worth[chance.random(units) < 0.1] = 0.0
    benefit = np.stack([worth * (chance.uniform(0.5, 1, units) if device else 1) for device in range(devices)], axis=1)
    more = int(chance.integers(0, 4))
    use = np.zeros((devices + more, units, devices), np.int64)
    for device in range(devices):
        use[device, :, device] = whole
    for row in range(devices, devices + more):
        use[row] = chance.integers(0, 1_000, units)[:, np.newaxis]
    part = chance.choice([0.01, 0.1, 0.3, 0.5, 0.8, 0.99, 1.1])
    return shape, Problem(benefit, rows_of(use), (use.max(axis=2).sum(axis=1) * part / devices).astype(np.int64))


def most_gained(problem: Problem) -> float:
    """By looking at every choice."""
    options, use = problem.places + 1, problem.use(np.arange(problem.units))
    places: Whole = np.array(list(product(range(options), repeat=problem.units)), np.int8)
    gained, used = np.zeros(len(places)), np.zeros((len(problem.limit), len(places)), np.int64)
    for unit in range(problem.units):
        there = places[:, unit]
        gained += np.append(problem.benefit[unit], 0.0)[there]
        used += use[:, unit, there]
    return float(gained[np.all(used <= problem.limit[:, np.newaxis], axis=0)].max())


def main(count: int) -> bool:
    tried, equal, bounds, tight = Counter[str](), Counter[str](), 0, 0
    for number in range(count):
        shape, problem = a_problem(number)
        found, most = solve(problem), most_gained(problem)
        tried[shape] += 1
        equal[shape] += problem.fits(found.places) and abs(found.gained - most) <= SAME * max(most, 1e-300)
        bounds += found.bound < most * (1 - SAME)
        tight += bool(np.any(problem.limit < problem.use(np.arange(problem.units)).max(axis=2).sum(axis=1) / 2))
    for shape in _SHAPES:
        print(f"{shape:10}{equal[shape]:6} of {tried[shape]}")
    print(f"equal to the best of all choices: {equal.total()} of {tried.total()}, {tight} of them tight")
    print(f"bounds below the best choice: {bounds}")
    return equal.total() == tried.total() and not bounds


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()]
    sys.exit(0 if main((numbers or [PROBLEMS])[0]) else 1)
