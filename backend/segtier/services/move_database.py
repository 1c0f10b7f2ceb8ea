"""From SQLite to PostgreSQL. Stored files have no part in it: they lie in the data folder, whatever the database is."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from segtier.audit import verify
from segtier.errors import Refused
from segtier.model.account import ITSELF
from segtier.model.audit import AuditVerdict
from segtier.store import audit, schema
from segtier.store.copy_rows import copy_rows, count_rows, is_in_use
from segtier.store.engine import Store


def move_database(source: Store, target: Store, migrations: Path) -> dict[str, int]:
    """Every row, in one transaction of the target; the source stays as it is. Gives how many rows each table has.

    Nothing is numbered by the databases themselves (the audit trail and events go on after their last number), so no
    sequence has to follow. Raises Refused where the target is not empty, a server has the source open, or what arrived is
    not what was there.
    """
    if source.engine.dialect.name != "sqlite" or target.engine.dialect.name != "postgresql":
        raise Refused("this goes from SQLite to PostgreSQL only", code="another-database")
    if is_in_use(source):
        raise Refused(
            "another process has the database open", code="in-use", advice="Stop `segtier serve` and all workers first."
        )
    schema.upgrade(source.engine, migrations)
    with source.write(ITSELF) as rows, schema.newly_made(target.engine, migrations) as arrived:
        there = rows.connection()
        counts = copy_rows(there, arrived)
        if counts != count_rows(there) or _trail(there) != _trail(arrived):
            raise Refused("the copied rows differ from the originals", code="not-alike")
    return counts


def _trail(connection: Connection) -> AuditVerdict:
    with Session(connection, join_transaction_mode="create_savepoint") as tx:
        return verify(audit.all_entries(tx))
