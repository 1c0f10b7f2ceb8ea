"""Read the audit trail, and see whether it holds."""

from __future__ import annotations

from segtier.audit import verify
from segtier.model.audit import AuditEntry, AuditVerdict
from segtier.store import audit
from segtier.store.engine import Store


def list_audit(store: Store, before: int | None, limit: int) -> list[AuditEntry]:
    with store.read() as tx:
        return audit.newest(tx, before, limit)


def verify_audit(store: Store, expected: str | None = None) -> AuditVerdict:
    """All of it; `expected` is a head that was noted earlier."""
    with store.read() as tx:
        return verify(audit.all_entries(tx), expected)
