"""Read the audit trail, and see whether it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from segtier.audit import Inventory, verify
from segtier.model.audit import AuditEntry, AuditVerdict, Sought
from segtier.model.scoreboard import SealFault
from segtier.scoreboard import seal_fault
from segtier.services.seal_forecast import SEALED
from segtier.services.verify_plans import altered_plans
from segtier.store import audit, databases, plans, sealed_forecasts, uploads
from segtier.store.engine import Store
from segtier.store.records import SealedForecastRecord


def list_audit(
    store: Store,
    before: int | None,
    limit: int,
    sought: Sought = Sought(),  # noqa: B008 - frozen
) -> list[AuditEntry]:
    """The newest first, those before a sequence number."""
    with store.read() as tx:
        return audit.newest(tx, before, limit, sought)


def verify_audit(store: Store, expected: str | None = None) -> AuditVerdict:
    """All of it, every database, upload, sealed forecast and plan under review; `expected`: a head that was noted earlier."""
    inventory = Inventory()
    with store.snapshot() as tx:
        sealed = sealed_forecasts.every(tx)
        verdict = verify(inventory.noting(audit.all_entries(tx)), expected)
        here, (over, unread) = databases.identifiers(tx), uploads.sums(tx)
        return replace(
            verdict,
            sealed=len(sealed),
            altered=tuple(_altered(tx, sealed)),
            plans=len(plans.every(tx)),
            altered_plans=tuple(altered_plans(tx)),
            databases=len(here),
            uploads=len(over) + len(unread),
            unexplained=tuple(inventory.faults(here, over, unread)),
        )


def _altered(tx: Session, sealed: Sequence[SealedForecastRecord]) -> Iterator[SealFault]:
    entered = {entry.subject: entry.detail for entry in audit.of_action(tx, SEALED)}
    for one in sealed:
        reason = seal_fault(one.id, one.body, one.digest, entered.get(one.id, {}).get("digest"))
        if reason is not None:
            yield SealFault(one.id, reason)
    for forecast_id in entered.keys() - {one.id for one in sealed} - audit.deleted(tx, "forecast"):
        yield SealFault(forecast_id, "it is gone, and no entry says that it was deleted")
