"""A stored move against the forecast as it is now: for each figure the range, what was measured, and the error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from lab.ground.foretell import Foretold, Teller
from lab.ground.measured import Measured
from lab.ground.moves import Move
from lab.ground.rows import Moved, Row
from segtier.backtest.table_text import percent
from segtier.dataclass import dataclass
from segtier.model.forecast import Range

REPEATS = 0.04
"""How well a figure repeats by itself: a range may be missed by so much without being wrong."""
FIGURES = ("throughput", "response", "disk read", "commit")
"""Ratios after / before of the first two, milliseconds of the others."""


@dataclass(frozen=True, slots=True)
class Compared:
    seed: int
    family: str
    disks: str
    move: Move
    figure: str
    stated: bool
    """The storage was."""
    load: float
    """Of the users, those that were not thinking before: 1 is saturation."""
    foretold: Range
    measured: float

    @property
    def error(self) -> float:
        """Logarithm of forecast over measured: 0.1 is 10 % too high."""
        return error_of(self.foretold, self.measured)

    @property
    def inside(self) -> bool:
        """P10 to P90, give or take what does not repeat."""
        return is_inside(self.foretold, self.measured)

    @property
    def strictly_inside(self) -> bool:
        return self.foretold.low <= self.measured <= self.foretold.high


def error_of(told: Range, measured: float) -> float:
    """Logarithm of forecast over measured: 0.1 is 10 % too high."""
    return math.log(told.expected / measured)


def is_inside(told: Range, measured: float) -> bool:
    """P10 to P90, give or take what does not repeat."""
    return told.low * (1 - REPEATS) <= measured <= told.high * (1 + REPEATS)


def in_percent(error: float) -> str:
    """An error as the page has it: +10%."""
    return percent(math.expm1(error), signed=True)


def ratios(row: Row, assumed: Mapping[str, float], draws: int) -> Iterator[Compared]:
    """Throughput and response alone, disks and RAID stated, with inputs of the forecast as they are assumed."""
    teller = Teller(row.configuration, row.before, row.cpus, assumed, draws)
    for moved in row.moves:
        foretold = teller.stated(moved.move)
        yield from _figures(row, moved, True, Foretold(foretold.throughput, foretold.response))


def compared(row: Row) -> Iterator[Compared]:
    """Every figure of every move of a row that was both forecast and measured."""
    teller = Teller(row.configuration, row.before, row.cpus)
    for moved in row.moves:
        forecasts = teller.forecasts(moved.move)
        for stated, foretold in ((True, forecasts.stated), (False, forecasts.unstated)):
            yield from _figures(row, moved, stated, foretold)


def sealed(row: Row) -> Iterator[Compared]:
    """Every figure as it was forecast and hashed before the move, by the forecast of that day; the storage stated."""
    for moved in row.moves:
        yield from _figures(row, moved, True, moved.forecast.stated)


def _figures(row: Row, moved: Moved, stated: bool, foretold: Foretold) -> Iterator[Compared]:
    base, after = (row.before, row.again), moved.after
    rows: tuple[tuple[Range | None, float | None], ...] = (
        (foretold.throughput, after.throughput / _mean(base, "throughput")),
        (foretold.response, after.response_s / _mean(base, "response_s")),
        (foretold.disk_read_ms, after.disk_read_ms),
        (foretold.commit_ms, after.commit_ms),
    )
    config = row.configuration
    load = min(row.before.db_time_s / row.before.elapsed_s / row.before.users, 1.0)
    for figure, (range_, measured) in zip(FIGURES, rows, strict=True):
        if range_ is not None and measured and range_.expected > 0:
            yield Compared(row.seed, config.family, config.disks, moved.move, figure, stated, load, range_, measured)


def _mean(base: tuple[Measured, ...], name: str) -> float:
    """Geometric: both bases count alike."""
    return math.exp(math.fsum(math.log(getattr(one, name)) for one in base) / len(base))
