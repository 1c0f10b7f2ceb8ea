"""What papers and the proving ground measured, as scores.

Both are written when the forecast changes, since all of them take long: `segtier backtest --write`, and
`python -m lab.ground.hold --write`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from segtier.documents import decode
from segtier.model.scoreboard import PublishedScore

if TYPE_CHECKING:  # it brings all that fits curves: half a second for whoever starts
    from segtier.backtest import Backtest, Report

FILE, LAB_FILE = "published_scores.json", "lab_scores.json"


@cache
def published_scores() -> tuple[PublishedScore, ...]:
    return _read(FILE)


@cache
def lab_scores() -> tuple[PublishedScore, ...]:
    """Moves in a real engine on modelled disks (docs/internals/lab.md)."""
    return _read(LAB_FILE)


def _read(name: str) -> tuple[PublishedScore, ...]:
    return decode(files(__package__).joinpath(name).read_bytes(), tuple[PublishedScore, ...], name)


def scores_of(backtest: Backtest, report: Report) -> tuple[PublishedScore, ...]:
    """Rows with a figure and a forecast; orders and claims have neither."""
    from segtier.backtest.table import FIGURES, change_words  # noqa: PLC0415

    found = []
    for one in report.scored:
        row, published = one.row, one.row.published
        if one.forecast is None or published is None or one.error is None or one.in_band is None:
            continue
        span, error, inside = one.forecast, one.error, one.in_band
        paper, change, figure = backtest.papers[one.paper], change_words(backtest, row), FIGURES[row.figure]
        found.append(PublishedScore(row.id, paper, change, figure, span, published, error, inside, one.counted))
    return tuple(found)
