"""The error on a paper whose rows took no part in choosing the tuned constants.

The few constants `TUNED` names (forecast/constants.py marks them) are chosen anew to fit the other papers, by their
expected values inside their own ranges, and the left-out paper is forecast with them. Two sweeps of one-dimensional
bounded search: the constants hardly act on the same rows, and every evaluation is a whole backtest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from scipy.optimize import minimize_scalar

from segtier.backtest.fit_curve import fit_curves
from segtier.backtest.fitted_curves import FittedCurves
from segtier.backtest.forecast_row import Bench
from segtier.backtest.inputs import expected_inputs
from segtier.backtest.proofs import proof_of
from segtier.backtest.rows import Backtest, Row
from segtier.dataclass import dataclass
from segtier.forecast import constants
from segtier.forecast.constants import Spread
from segtier.forecast.draws import Column

SWEEPS = 2
STEPS = 8
DRAWS = 15
WIDEST_ERROR = 1.0
"""A row missed by more than a factor e counts as missed by it: one row the model does not address must not steer it."""


@dataclass(frozen=True, slots=True)
class LeftOutPaper:
    """Median and worst absolute error of a paper's counted rows with constants fitted to the other papers."""

    paper: str
    rows: int
    fitted: Mapping[str, float]
    median_error: float
    worst_error: float


def leave_out(backtest: Backtest, paper: str, tuned: Mapping[str, Spread] | None = None) -> LeftOutPaper | None:
    """The error of one paper, left out of the fit. None for a paper whose rows are orders only."""
    counted = [row for row in backtest.rows if row.published and not _contradicted(backtest, row)]
    here = [row for row in counted if backtest.paper_of(row) == paper]
    others = [row for row in counted if backtest.paper_of(row) != paper]
    if not here:
        return None
    fitted = _fit(backtest, others, tuned if tuned is not None else tuned_constants())
    errors = np.abs(_errors(backtest, here, fitted, _curve(backtest, fitted)))
    return LeftOutPaper(paper, len(here), fitted, float(np.median(errors)), float(np.max(errors)))


def tuned_constants() -> dict[str, Spread]:
    """The constants that were tuned, by the name the forecast draws them under; none where constants.py names none."""
    named: Mapping[str, Spread] = getattr(constants, "TUNED", {})
    return dict(named)


def errors_by(backtest: Backtest) -> Callable[[Mapping[str, float]], Column]:
    """Relative errors of all counted rows, as a function of constants that are pinned by name."""
    counted = [row for row in backtest.rows if row.published and not _contradicted(backtest, row)]
    curve = _curve(backtest, {})
    return lambda pinned: _errors(backtest, counted, pinned, curve)


def _contradicted(backtest: Backtest, row: Row) -> bool:
    proof = proof_of(backtest, row)
    return proof is not None and proof.holds


def _fit(backtest: Backtest, rows: list[Row], tuned: Mapping[str, Spread]) -> dict[str, float]:
    chosen = {name: spread.expected for name, spread in tuned.items()}
    fit = _curve(backtest, chosen)
    for _ in range(SWEEPS):
        for name, spread in tuned.items():
            chosen[name] = _best(backtest, rows, chosen, name, spread, fit)
    return chosen


def _curve(backtest: Backtest, pinned: Mapping[str, float]) -> FittedCurves:
    """The curve itself: how far points lie beside it has no part in a median error of few draws."""
    return replace(fit_curves(backtest, [expected_inputs(backtest)], DRAWS, pinned), misfit=0.0)


def _best(
    backtest: Backtest,
    rows: list[Row],
    chosen: Mapping[str, float],
    name: str,
    spread: Spread,
    fit: FittedCurves,
) -> float:
    def cost(value: float) -> float:
        errors = _errors(backtest, rows, {**chosen, name: float(value)}, fit)
        return float(np.mean(np.minimum(np.abs(np.log1p(errors)), WIDEST_ERROR)))

    found = minimize_scalar(cost, bounds=(spread.low, spread.high), method="bounded", options={"maxiter": STEPS})
    return float(found.x)


def _errors(backtest: Backtest, rows: list[Row], pinned: Mapping[str, float], fit: FittedCurves) -> Column:
    """Relative errors with every default at its expected value."""
    bench = Bench(backtest, [expected_inputs(backtest)], DRAWS, fit, pinned)
    medians = [float(np.median(found)) for row in rows if (found := bench.samples(row)) is not None]
    published = [row.published or 1.0 for row in rows]
    errors: Column = np.array(medians) / np.array(published) - 1
    return errors
