"""Scores as teams pool them: without the name of anything."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from segtier.model.scoreboard import PooledRow, Score, ScoreExport, Sealed

_COLUMNS = ("token", "option", "engine_version", "low", "expected", "high", "measured", "error", "inside")


def pooled(token: str, sealed: Sealed, found: Score) -> PooledRow | None:
    """None unless it is scored. Names of databases, questions and people stay here."""
    if found.measured is None or found.error is None or found.inside is None:
        return None
    return PooledRow(
        token,
        sealed.option,
        sealed.engine_version,
        found.held or sealed.response_ratio,
        found.measured,
        found.error,
        found.inside,
        found.classes,
    )


def csv_text(export: ScoreExport) -> str:
    """A line for each forecast; the classes are in the JSON only."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(_cells(export.rows))
    return lines.getvalue()


def _cells(rows: Iterable[PooledRow]) -> Iterable[tuple[object, ...]]:
    for row in rows:
        span = row.forecast
        yield (
            *(row.token, row.option, row.engine_version, span.low, span.expected, span.high),
            *(row.measured, row.error, "yes" if row.inside else "no"),
        )
