"""Seal the forecast of an option: nobody can change it unnoticed from then on, and what is measured is held against it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import Final

import msgspec
from sqlalchemy.orm import Session

from segtier import __version__
from segtier.documents import decode
from segtier.errors import Refused
from segtier.model.account import Actor
from segtier.model.advice import OptionDetails
from segtier.model.option import NONE
from segtier.model.scoreboard import Sealed
from segtier.question import Question, digest, stated
from segtier.scoreboard import class_ratios, seal_digest
from segtier.services.context import Context
from segtier.services.give_advice import advice_from
from segtier.services.read_documents import Inputs, list_inputs
from segtier.store import audit, databases, events, sealed_forecasts
from segtier.store.engine import now, one_at_a_time
from segtier.store.ids import new_id
from segtier.store.records import SealedForecastRecord

SEALED: Final = "forecast.sealed"
"""What the audit trail calls it, and the event."""


def seal(
    ctx: Context, database_id: str, question: Question, option: str, actor: Actor, plan_id: str | None = None
) -> SealedForecastRecord:
    """Raises NotUsable without a report from before, Refused where nothing is forecast for the option."""
    ready = forecast_to_seal(ctx, database_id, question, option)
    with ctx.store.write(actor) as tx:
        one_at_a_time(tx)
        return seal_in(tx, database_id, ready, actor, plan_id)


def forecast_to_seal(ctx: Context, database_id: str, question: Question, option: str) -> Sealed:
    """What is foreseen from today's documents, with nobody who sealed it yet; worked out before a transaction begins."""
    inputs = list_inputs(ctx, database_id)
    details = advice_from(ctx, inputs, question, lambda answer: decode(answer.piece("options"), OptionDetails))
    chosen = next((row for row in details.options if row.option == option), None)
    if chosen is None or option == NONE or chosen.response_ratio is None:
        raise Refused(
            f"nothing is forecast for the option {option!r} of this database",
            code="no-forecast",
            advice="Seal an option that the Options page shows with a range.",
        )
    return Sealed(
        database=inputs.database.name,
        dbid=inputs.database.dbid,
        option=option,
        question=stated(question),
        question_digest=digest(question),
        inputs=made_from(inputs),
        engine_version=__version__,
        response_ratio=chosen.response_ratio,
        db_time_saved_s_per_hour=chosen.db_time_saved_s_per_hour,
        classes=class_ratios(details.wait_events_today, chosen.wait_events_after),
        events=chosen.wait_events_after,
        plan_id=None,
        actor_id="",
        actor_name="",
        at="",
    )


def seal_in(tx: Session, database_id: str, ready: Sealed, actor: Actor, plan_id: str | None) -> SealedForecastRecord:
    """In a transaction that began with `one_at_a_time`: the record, and its digest in the audit trail."""
    databases.get(tx, database_id)
    at = now(tx).astimezone(UTC).isoformat(timespec="microseconds")
    signed = replace(ready, plan_id=plan_id, actor_id=actor.id, actor_name=actor.name, at=at)
    body = msgspec.to_builtins(signed)
    forecast_id = new_id("fct")
    sealed = SealedForecastRecord(forecast_id, database_id, body, seal_digest(forecast_id, body))
    sealed_forecasts.add(tx, forecast_id, database_id, body, sealed.digest)
    audit.append(tx, actor, SEALED, forecast_id, {"digest": sealed.digest, "database_id": database_id})
    events.add(tx, SEALED, database_id, forecast_id, **({"plan_id": plan_id} if plan_id else {}))
    return sealed


def made_from(inputs: Inputs) -> tuple[str, ...]:
    """The documents an advice follows from: what counts as before, and sizes."""
    return tuple(
        named
        for named, one in zip(inputs.digests, inputs.used, strict=True)
        if one.period == "before" or one.role == "sizes"
    )
