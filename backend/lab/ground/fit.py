"""`python -m lab.ground.fit`: constants of the forecast fitted on measured moves and on the papers, each held against the other.

What moves can tell of the forecast's own constants. Each family of load and each kind of disks is left out of a fit once and
forecast with it, so no row says how good a constant is that it chose. Below the fits: the figures of all rows, each forecast with
what was fitted without its family. `--rows` takes another file of rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lab.ground.bootstrap import section
from lab.ground.comparison import FIGURES, Compared, ratios
from lab.ground.foretell import DRAWS as ALL_DRAWS
from lab.ground.rows import ROWS, Row, read_rows
from segtier.backtest import load_backtest
from segtier.backtest.leave_out import WIDEST_ERROR, errors_by
from segtier.backtest.table_text import percent, table
from segtier.forecast import constants as c

FITTED: Mapping[str, c.Spread] = {
    "follow_locks": c.FOLLOW_LOCKS,
    "follow_unexplained": c.FOLLOW_UNEXPLAINED,
    "stall_gain": c.STALL_GAIN,
    "stall_relief": c.STALL_RELIEF,
}
"""Parts, 0 to 1, of what no report tells."""
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Values tried: the rows do not tell finer ones apart."""
LOAD, DISKS = "load", "disks"
SWEEPS = 2
DRAWS = 32
Pins = Mapping[str, float]
Errors = Callable[[Pins], Sequence[float]]
"""Logarithms of forecast over measured with constants pinned."""


class Trial(NamedTuple):
    """A row of the ground, or whatever else was forecast and measured."""

    groups: tuple[str, ...]
    """What it is left out with."""
    errors: Errors
    held: Callable[[Pins], Sequence[Compared]] = lambda _: ()
    """What was forecast, with all draws."""


class Fit(NamedTuple):
    fitted_on: str
    pins: Pins
    """Empty: as the forecast draws them."""
    without: str
    """The group that was left out of the fit; empty: none."""
    lab: Sequence[float]
    """Errors of what was held against it."""
    papers: Sequence[float]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.ground.fit", description=__doc__)
    parser.add_argument("--rows", type=Path, default=ROWS)
    asked = parser.parse_args(arguments)
    trials = [trial(row) for row in read_rows(asked.rows) if isinstance(row, Row)]
    found = []
    for one in fits(trials, papers()):
        print(one.fitted_on, flush=True)
        found.append(one)
    print(as_table(found))
    for kind in (LOAD, DISKS):
        print(section(f"Each {kind} forecast with what was fitted without it", held_out(trials, found, kind)))
    return 0


def held_out(trials: Sequence[Trial], fits: Iterable[Fit], kind: str) -> dict[str, list[Compared]]:
    """Throughput and response of every row, forecast with the fit that left its group of this kind out."""
    figures = [
        figure
        for fit in fits
        if fit.without.startswith(kind)
        for one in trials
        if fit.without in one.groups
        for figure in one.held(fit.pins)
    ]
    return {name: [one for one in figures if one.figure == name] for name in FIGURES[:2]}


def trial(row: Row) -> Trial:
    config = row.configuration
    return Trial(
        (f"{LOAD} {config.family}", f"{DISKS} {config.disks}"),
        lambda pins: [one.error for one in ratios(row, pins, DRAWS)],
        lambda pins: list(ratios(row, pins, ALL_DRAWS)),
    )


def papers() -> Errors:
    """Of the published rows that contradict nothing."""
    errors = errors_by(load_backtest())
    return lambda pins: np.log1p(errors(pins)).tolist()


def fits(trials: Sequence[Trial], published: Errors) -> Iterator[Fit]:
    """As the forecast is; fitted on either and held on both; fitted without each group and held on it."""
    lab = [_remembered(one.errors) for one in trials]
    of_papers = _remembered(published)

    def held(on: str, pins: Pins, of: Iterable[Errors] = lab, without: str = "") -> Fit:
        return Fit(on, pins, without, _all(of, pins), of_papers(pins))

    yield held("nothing: as shipped", {})
    yield held("the papers", fitted([of_papers]))
    if not lab:
        return
    yield held("the ground", fitted(lab))
    for group in sorted({name for one in trials for name in one.groups}):
        out = [errors for one, errors in zip(trials, lab, strict=True) if group in one.groups]
        rest = [errors for one, errors in zip(trials, lab, strict=True) if group not in one.groups]
        if rest:
            yield held(f"the ground without {group}, held on that", fitted(rest), out, group)


def fitted(errors: Sequence[Errors]) -> Pins:
    """Values of the grid with the least mean size of error, one constant after the other; of equal ones the shipped value, or
    the one nearest to it: rows that a constant does not touch do not move it.
    """
    pins = {name: spread.expected for name, spread in FITTED.items()}
    for _ in range(SWEEPS):
        for name, shipped in FITTED.items():
            tried = sorted({*GRID, shipped.expected}, key=lambda value, at=shipped.expected: abs(value - at))  # type: ignore[misc]
            pins[name] = min(tried, key=lambda value, name=name: round(_cost(errors, {**pins, name: value}), 4))  # type: ignore[misc]
    return pins


def _cost(errors: Sequence[Errors], pins: Pins) -> float:
    """One figure that the model does not address must not steer it (leave_out.py)."""
    return float(np.mean(np.minimum(np.abs(_all(errors, pins)), WIDEST_ERROR)))


def _all(errors: Iterable[Errors], pins: Pins) -> list[float]:
    return [error for one in errors for error in one(pins)]


def _remembered(errors: Errors) -> Errors:
    """Folds ask for the same values again and again."""

    @cache
    def known(pins: tuple[tuple[str, float], ...]) -> tuple[float, ...]:
        return tuple(errors(dict(pins)))

    return lambda pins: known(tuple(sorted(pins.items())))


def as_table(found: Iterable[Fit]) -> str:
    head = ("Fitted on", *FITTED, "Figures held", "Ground: median size of error", "mean signed", "Papers: median size")
    return table(head, (_line(one) for one in found))


def _line(one: Fit) -> tuple[str, ...]:
    values = (f"{one.pins[name]:g}" if one.pins else "drawn" for name in FITTED)
    return (one.fitted_on, *values, str(len(one.lab)), _median(one.lab), _mean(one.lab), _median(one.papers))


def _median(errors: Sequence[float]) -> str:
    return percent(float(np.median(np.abs(np.expm1(errors))))) if errors else ""


def _mean(errors: Sequence[float]) -> str:
    return percent(float(np.expm1(np.mean(errors))), signed=True) if errors else ""


if __name__ == "__main__":
    raise SystemExit(main())
