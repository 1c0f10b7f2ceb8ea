"""What was advised stays with a revision of a plan; and what is stored now is written into the audit trail, to start from.

Databases and uploads have an entry when they come and when they are deleted from this version on. Plans and sealed forecasts
always had one when they came, and none when they went with their database.

Revision ID: 0019
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from segtier.audit import BEGIN, INVENTORY, chained
from segtier.model.account import ITSELF
from segtier.model.audit import AuditEntry

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_AT_ONCE = 200
_CAME = {"plan": ("plan.drafted", "plans"), "forecast": ("forecast.sealed", "sealed_forecasts")}


def upgrade() -> None:
    op.add_column("plan_revisions", sa.Column("advice", sa.JSON()))
    for detail in _inventory():
        _append(detail)


def downgrade() -> None:
    """The entries stay: the trail follows from them."""
    op.drop_column("plan_revisions", "advice")


def _inventory() -> Iterator[dict[str, Any]]:
    databases = _rows("SELECT id FROM databases ORDER BY id")
    uploads = _rows("SELECT id, sha256 FROM uploads ORDER BY id")
    for some in _few(databases):
        yield {"databases": {one.id: "" for one in some}}
    for some in _few(uploads):
        yield {"uploads": {one.id: one.sha256 for one in some}}
    alive = {one.id for one in databases}
    for kind, (action, table) in _CAME.items():
        there = {one.id for one in _rows(f"SELECT id FROM {table}")}
        for some in _few([one for one in _entered(action, alive) if one not in there]):
            yield {"gone": {kind: list(some)}}


def _entered(action: str, alive: set[str]) -> list[str]:
    """What came to databases that are gone since."""
    audit = _audit()
    wanted = sa.select(audit.c.subject, audit.c.detail).where(audit.c.action == action).order_by(audit.c.sequence)
    return [one.subject for one in op.get_bind().execute(wanted) if one.detail.get("database_id") not in alive]


def _append(detail: dict[str, Any]) -> None:
    audit, connection = _audit(), op.get_bind()
    last = connection.execute(sa.select(audit).order_by(audit.c.sequence.desc()).limit(1)).first()
    entry = chained(
        AuditEntry(
            sequence=last.sequence + 1 if last else 1,
            at=datetime.now(UTC),
            actor_id=ITSELF.id,
            actor_name=ITSELF.name,
            action=INVENTORY,
            subject="installation",
            detail=detail,
            previous=last.digest if last else BEGIN,
            digest="",
        )
    )
    connection.execute(audit.insert().values({name: getattr(entry, name) for name in AuditEntry.__dataclass_fields__}))


def _audit() -> sa.Table:
    return sa.Table(
        "audit",
        sa.MetaData(),
        sa.Column("sequence", sa.BigInteger()),
        sa.Column("at", _Utc()),
        *(sa.Column(name, sa.String()) for name in ("actor_id", "actor_name", "action", "subject")),
        sa.Column("detail", sa.JSON()),
        *(sa.Column(name, sa.String()) for name in ("previous", "digest")),
    )


class _Utc(sa.TypeDecorator[datetime]):
    """SQLite keeps no zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.replace(tzinfo=None) if value is not None and dialect.name == "sqlite" else value


def _rows(statement: str) -> Sequence[Any]:
    return op.get_bind().execute(sa.text(statement)).all()


def _few(many: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (many[begin : begin + _AT_ONCE] for begin in range(0, len(many), _AT_ONCE))
