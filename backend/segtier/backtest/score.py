"""Each row's forecast, its error, and the statistics over the rows that contradict nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from segtier.backtest.fit_curve import fit_curves
from segtier.backtest.fitted_curves import FittedCurves
from segtier.backtest.forecast_row import Bench
from segtier.backtest.inputs import drawn_inputs
from segtier.backtest.proofs import Proof, proof_of
from segtier.backtest.rows import Backtest, Row
from segtier.dataclass import dataclass
from segtier.forecast.draws import quantiles
from segtier.forecast.repeats import repeated
from segtier.model.forecast import Range

MISSED = 0.3
"""Absolute error from which a row counts as missed and needs a sentence why."""
VARIANTS = 64
DRAWS = 48
"""With half as many of each the medians move by a per cent from seed to seed."""
SEED = 20_261_121


@dataclass(frozen=True, slots=True)
class Scored:
    """One row with its forecast. Orders have `order_holds`; claims no forecast can address have neither."""

    row: Row
    paper: str
    forecast: Range | None
    order_holds: bool | None
    proof: Proof | None

    @property
    def counted(self) -> bool:
        """Part of the statistics: it has a figure, a forecast and no contradiction proved."""
        return self.forecast is not None and not (self.proof and self.proof.holds)

    @property
    def disputed(self) -> bool:
        """The one of two contradicting measurements that was counted or timed, where the other was made from such."""
        return self.forecast is not None and bool(self.proof and self.proof.holds and self.proof.with_row)

    @property
    def error(self) -> float | None:
        """(forecast - published) / published."""
        if self.forecast is None or not self.row.published:
            return None
        return self.forecast.expected / self.row.published - 1

    @property
    def missed(self) -> bool:
        held = self.counted or self.disputed
        return held and self.error is not None and abs(self.error) >= MISSED

    @property
    def in_band(self) -> bool | None:
        """The published figure, as rounded as it is printed, meets P10-P90."""
        if self.forecast is None or not self.row.published:
            return None
        published, rounding = self.row.published, self.row.rounding
        return self.forecast.low <= published + rounding and self.forecast.high >= published - rounding

    @property
    def spread(self) -> float | None:
        """P90 / P10."""
        if self.forecast is None or self.forecast.low <= 0:
            return None
        return self.forecast.high / self.forecast.low


@dataclass(frozen=True, slots=True)
class Statistics:
    """Over the counted rows: absolute errors, share of rows inside P10-P90, median P90 / P10. None without rows."""

    rows: int
    median_error: float | None
    worst_error: float | None
    worst_row: str | None
    in_band: float | None
    median_spread: float | None


@dataclass(frozen=True, slots=True)
class Report:
    scored: tuple[Scored, ...]
    fit: FittedCurves | None
    """None where no row needs it."""
    overall: Statistics
    with_disputed: Statistics
    """Also over those rows of contradicting pairs that were counted or timed: a harder reading, for comparison."""
    papers: Mapping[str, Statistics]


def run_backtest(
    backtest: Backtest,
    rows: Sequence[Row] | None = None,
    pinned: Mapping[str, float] | None = None,
    variants: int = VARIANTS,
    draws: int = DRAWS,
) -> Report:
    """The forecast of every row: `variants` draws of what papers leave out, each solved with `draws` of the model's own.

    `pinned` fixes constants of the model by name (leave_out.py). Same rows, same figures.
    """
    inputs = drawn_inputs(backtest, variants, SEED)
    chosen = tuple(rows or backtest.rows)
    fitted = any(backtest.changes[row.change].fitted_curve for row in chosen)
    fit = fit_curves(backtest, inputs, draws, pinned) if fitted else None
    bench = Bench(backtest, inputs, draws, fit, pinned)
    scored = tuple(_score(bench, row) for row in chosen)
    papers = {paper: statistics([one for one in scored if one.paper == paper]) for paper in backtest.papers}
    return Report(scored, fit, statistics(scored), statistics(scored, disputed=True), papers)


def _score(bench: Bench, row: Row) -> Scored:
    proof, paper = proof_of(bench.backtest, row), bench.backtest.paper_of(row)
    if row.figure == "order":
        return Scored(row, paper, None, bench.order_holds(row), proof)
    found = bench.samples(row)
    return Scored(row, paper, None if found is None else repeated(quantiles(found)), None, proof)


def statistics(scored: Sequence[Scored], *, disputed: bool = False) -> Statistics:
    """The statistics of the counted rows among these, and of the disputed ones where asked for."""
    counted = [one for one in scored if (one.counted or (disputed and one.disputed)) and one.error is not None]
    if not counted:
        return Statistics(0, None, None, None, None, None)
    errors = [abs(one.error or 0.0) for one in counted]
    worst = int(np.argmax(errors))
    spreads = [one.spread for one in counted if one.spread is not None]
    return Statistics(
        rows=len(counted),
        median_error=float(np.median(errors)),
        worst_error=errors[worst],
        worst_row=counted[worst].row.id,
        in_band=sum(bool(one.in_band) for one in counted) / len(counted),
        median_spread=float(np.median(spreads)) if spreads else None,
    )
