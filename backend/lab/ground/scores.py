"""Moves of the proving ground as the scoreboard shows them: throughput and response time, after / before, the storage stated."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from lab.ground.comparison import FIGURES, Compared
from segtier.documents import encode
from segtier.model.forecast import Range
from segtier.model.scoreboard import PublishedScore
from segtier.scoreboard.published import LAB_FILE

SCORES = Path(str(files("segtier.scoreboard").joinpath(LAB_FILE)))


def scores_text(figures: Iterable[Compared]) -> str:
    """The file of the scoreboard."""
    ratios = [one for one in figures if one.stated and one.figure in FIGURES[:2]]
    return (encode(tuple(map(_score, ratios)), indent=2) + b"\n").decode()


def _short(value: float) -> float:
    """Six digits: no processor rounds them otherwise."""
    return float(f"{value:.6g}")


def _score(one: Compared) -> PublishedScore:
    return PublishedScore(
        id=f"{one.seed} {one.move.kind}",
        paper=f"Proving ground: {one.family} on {one.disks}",
        change=one.move.kind,
        figure=f"{one.figure}, after / before",
        forecast=Range(*map(_short, (one.foretold.low, one.foretold.expected, one.foretold.high))),
        measured=_short(one.measured),
        error=_short(one.foretold.expected / one.measured - 1),
        inside=one.strictly_inside,
        counted=True,
    )
