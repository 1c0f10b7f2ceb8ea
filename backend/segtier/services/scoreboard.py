"""How right the sealed forecasts were. It follows from what was sealed and the reports of today.

Before reports are deleted that it follows from, what was measured is written into the audit trail, and read there afterwards.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

import msgspec

from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import SegtierError
from segtier.model.account import ITSELF
from segtier.model.comparison import Comparison
from segtier.model.scoreboard import PublishedScore, Score, ScoreExport, Sealed, Totals
from segtier.question import question_of
from segtier.scoreboard import lab_scores, misses_first, pooled, published_scores, score, totals
from segtier.services.context import Context
from segtier.services.give_advice import compare_inputs
from segtier.services.read_documents import Inputs, list_inputs
from segtier.services.seal_forecast import made_from
from segtier.store import audit, plans, reports, sealed_forecasts
from segtier.store.engine import one_at_a_time
from segtier.store.records import SealedForecastRecord
from segtier.typed import converted

SCORED: Final = "forecast.scored"
"""What the audit trail calls it."""
WAITING = "No report from after the change is here yet."
GONE = "A report behind the forecast is gone, or now counts for something else."


@dataclass(frozen=True, slots=True)
class ScoredForecast:
    record: SealedForecastRecord
    sealed: Sealed
    score: Score
    plan_revision: int | None = None
    """Of the plan under review whose approval sealed it."""


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """Misses first, then what is inside, then what is not scored; what papers and the proving ground measured stands apart, each
    with totals of its own.
    """

    rows: tuple[ScoredForecast, ...]
    totals: Totals
    published: tuple[PublishedScore, ...]
    published_totals: Totals
    lab: tuple[PublishedScore, ...]
    lab_totals: Totals


def scoreboard(ctx: Context, seen: Set[str] | None, database_id: str | None = None) -> Scoreboard:
    """`seen`: the only databases that whoever asks knows of; None means all."""
    rows = _rows(ctx, seen, database_id)
    published, lab = (misses_first(rows, _inside, _error) for rows in (published_scores(), lab_scores()))
    return Scoreboard(
        rows=misses_first(rows, lambda row: row.score.inside, lambda row: row.score.error),
        totals=totals(
            [(r.score.error, r.score.inside) for r in rows if r.score.error is not None and r.score.inside is not None]
        ),
        published=published,
        published_totals=_totals(published),
        lab=lab,
        lab_totals=_totals(lab),
    )


def _totals(rows: Sequence[PublishedScore]) -> Totals:
    return totals([(row.error, row.inside) for row in rows if row.counted])


def _inside(row: PublishedScore) -> bool:
    return row.inside


def _error(row: PublishedScore) -> float:
    return row.error


def export_scores(ctx: Context, seen: Set[str] | None) -> ScoreExport:
    """What is scored, without names, in the order of tokens that are made anew each time."""
    found = [pooled(secrets.token_hex(8), row.sealed, row.score) for row in _rows(ctx, seen, None)]
    return ScoreExport(tuple(sorted((row for row in found if row is not None), key=lambda row: row.token)))


def score_of(ctx: Context, forecast_id: str) -> Score | None:
    """Of one forecast; None where it is gone."""
    with ctx.store.read() as tx:
        record = sealed_forecasts.get(tx, forecast_id)
    return None if record is None else _scored(ctx, record).score


def keep_scores(ctx: Context, upload_ids: Sequence[str]) -> None:
    """Write into the audit trail what was measured of forecasts, before reports go that it follows from.

    Called before these uploads are deleted. What cannot be worked out now is not kept.
    """
    with ctx.store.read() as tx:
        touched = {one for upload_id in upload_ids for one in reports.databases_of_uploads(tx, upload_id)}
        sealed = [one for database_id in sorted(touched) for one in sealed_forecasts.every(tx, database_id)]
    for record in sealed:
        found = _score(ctx, record.database_id, converted(record.body, Sealed))
        if found.standing == "scored":
            _keep(ctx, record, found)


def _keep(ctx: Context, record: SealedForecastRecord, found: Score) -> None:
    told = {"database_id": record.database_id, "score": msgspec.to_builtins(found)}
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        kept = audit.of_subject(tx, SCORED, record.id)
        if not kept or kept[-1].detail != told:
            audit.append(tx, ITSELF, SCORED, record.id, told)


def _kept(ctx: Context, forecast_id: str) -> Score | None:
    """What was measured before reports were deleted."""
    with ctx.store.read() as tx:
        kept = audit.of_subject(tx, SCORED, forecast_id)
    if not kept:
        return None
    reason = f"Calculated on {kept[-1].at:%Y-%m-%d}; its reports have been deleted since."
    return replace(converted(kept[-1].detail["score"], Score), reason=reason)


def _rows(ctx: Context, seen: Set[str] | None, database_id: str | None) -> Sequence[ScoredForecast]:
    with ctx.store.read() as tx:
        records, revisions = sealed_forecasts.every(tx, database_id), plans.sealed_revisions(tx)
    shown = (one for one in records if seen is None or one.database_id in seen)
    return [replace(_scored(ctx, one), plan_revision=revisions.get(one.id)) for one in shown]


def _scored(ctx: Context, record: SealedForecastRecord) -> ScoredForecast:
    sealed = converted(record.body, Sealed)
    found = _score(ctx, record.database_id, sealed)
    if found.standing != "scored":
        found = _kept(ctx, record.id) or found
    return ScoredForecast(record, sealed, found)


def _score(ctx: Context, database_id: str, sealed: Sealed) -> Score:
    """From the reports it was made from and those from after; others that came since change nothing of it."""
    try:
        inputs = list_inputs(ctx, database_id)
        kept = _as_sealed(inputs, sealed)
        if set(made_from(kept)) != set(sealed.inputs):
            return Score("not-comparable", GONE)
        if not inputs.has("after"):
            return Score("waiting", WAITING)
        compared = compare_inputs(ctx, kept, question_of(sealed.question), sealed.option)
    except SegtierError as refused:
        return Score("not-comparable", f"{refused}.")
    return score(sealed.response_ratio, sealed.classes, decode(compared, Comparison))


def _as_sealed(inputs: Inputs, sealed: Sealed) -> Inputs:
    named = zip(inputs.digests, inputs.used, strict=True)
    kept = tuple(one for name, one in named if name in sealed.inputs or (one.period == "after" and one.role != "sizes"))
    return replace(inputs, used=kept)
