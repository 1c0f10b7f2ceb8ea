"""Sealed forecasts and their scores, as the API takes and shows them."""

from __future__ import annotations

from segtier.api.schemas.base import Answer
from segtier.api.schemas.option import AskedOption
from segtier.api.schemas.scenarios import Body
from segtier.model.forecast import Range
from segtier.model.scoreboard import PublishedScore, Score, ScoredClass, Sealed, SealedClass, Standing, Totals
from segtier.services.scoreboard import Scoreboard, ScoredForecast
from segtier.store.records import SealedForecastRecord


class ForecastToSeal(Body):
    """An option, and the fields of a question as the advice takes them in its address."""

    option: AskedOption


class SealedForecast(Answer):
    """A forecast as it was sealed; `response_ratio` is DB time a transaction, after / before."""

    id: str
    database_id: str
    database: str
    option: str
    question_digest: str
    inputs: tuple[str, ...]
    engine_version: str
    response_ratio: Range
    classes: tuple[SealedClass, ...]
    plan_id: str | None
    actor_name: str
    at: str
    """When it was sealed: RFC 3339, UTC."""
    digest: str
    """SHA-256 over all that was sealed; also in the audit trail."""

    @classmethod
    def of(cls, record: SealedForecastRecord, sealed: Sealed) -> SealedForecast:
        return cls.made_of(sealed, record)


class ScoreRow(Answer):
    """A sealed forecast beside what was measured; no measured figure unless `standing` is `scored`."""

    id: str
    database_id: str
    database: str
    option: str
    engine_version: str
    at: str
    actor_name: str
    digest: str
    response_ratio: Range
    standing: Standing
    reason: str
    measured: float | None
    error: float | None
    inside: bool | None
    load: float | None
    """Transactions a second after / before, where the forecast was carried to that load: `held` is what it says there."""
    held: Range | None
    classes: tuple[ScoredClass, ...]
    plan_id: str | None
    """The plan under review whose approval sealed it; null where it was sealed by itself."""
    plan_revision: int | None

    @classmethod
    def of(cls, row: ScoredForecast) -> ScoreRow:
        found: Score = row.score
        return cls.made_of(row.sealed, row.record, found, classes=found.classes, plan_revision=row.plan_revision)


class ScoreboardAnswer(Answer):
    """Misses first. Published rows are of papers, each in the unit of its figure, those of `lab` of the proving ground; both have
    totals of their own.
    """

    rows: list[ScoreRow]
    totals: Totals
    published: tuple[PublishedScore, ...]
    published_totals: Totals
    lab: tuple[PublishedScore, ...]
    lab_totals: Totals

    @classmethod
    def of(cls, board: Scoreboard) -> ScoreboardAnswer:
        return cls.made_of(board, rows=[ScoreRow.of(row) for row in board.rows])
