"""The rows of the backtest as scores, written when the forecast changes (`segtier backtest --write`): all of them take long."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from segtier.documents import decode
from segtier.model.scoreboard import PublishedScore

if TYPE_CHECKING:  # it brings all that fits curves: half a second for whoever starts
    from segtier.backtest import Report

FILE = "published_scores.json"


@cache
def published_scores() -> tuple[PublishedScore, ...]:
    return decode(files(__package__).joinpath(FILE).read_bytes(), tuple[PublishedScore, ...], FILE)


def scores_of(report: Report) -> tuple[PublishedScore, ...]:
    """Rows with a figure and a forecast; orders and claims have neither."""
    found = []
    for one in report.scored:
        row, published = one.row, one.row.published
        if one.forecast is None or published is None or one.error is None or one.in_band is None:
            continue
        span, error, inside = one.forecast, one.error, one.in_band
        change, figure = row.change, row.figure
        found.append(PublishedScore(row.id, one.paper, change, figure, span, published, error, inside, one.counted))
    return tuple(found)
