"""From SQLite to PostgreSQL: the same answers, and what is new goes on from the last numbers."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from segtier.model.account import ITSELF
from segtier.reading.readers import Readers
from segtier.services import accounts
from segtier.services.accept_upload import accept_upload
from segtier.services.audit_trail import verify_audit
from segtier.services.context import Context
from segtier.services.events import newest_event
from tests.integration.files import a_report
from tests.integration.kept_installation import answers, filled, opened, refusal, segtier
from tests.integration.queue import work_through
from tests.integration.reviewing import PASSWORD
from tests.servers import Servers


def test_everything_arrives_and_goes_on(tmp_path: Path, readers: Readers, servers: Servers) -> None:
    url = servers.postgres.new_database()
    source = filled(f"sqlite:///{tmp_path}/segtier.db", tmp_path, readers)
    told, trail, events = answers(source), verify_audit(source.store), newest_event(source.store)
    counted = changes_counted(source)
    busy = segtier(source, "migrate-to", url)  # `source` has the file open
    assert (busy.returncode, refusal(busy)["code"]) == (5, "in-use")
    source.store.close()

    moved = segtier(source, "migrate-to", url.replace("+psycopg", ""))
    assert moved.returncode == 0, moved.stderr
    assert f"{trail.entries:>12,}  audit\n" in moved.stdout

    target = opened(url, tmp_path, readers)
    assert answers(target) == told
    assert changes_counted(target) == counted, "rows of the fleet hold for as many changes as before"
    assert verify_audit(target.store) == trail
    accounts.add_user(target.store, ITSELF, "new", "viewer", PASSWORD)
    accept_upload(target, ITSELF, BytesIO(a_report("NEW", 9)), file="new.json", period="before")
    work_through(target)
    after = verify_audit(target.store, trail.head)
    assert (after.fault, after.entries > trail.entries) == (None, True)
    assert newest_event(target.store) > events
    again = segtier(source, "migrate-to", url)
    assert (again.returncode, refusal(again)["code"]) == (5, "not-empty")
    assert answers(source)["/databases"] == told["/databases"]
    for context in (source, target):
        context.store.close()


def test_what_does_not_arrive_leaves_nothing_behind(tmp_path: Path, readers: Readers, servers: Servers) -> None:
    """A character that PostgreSQL does not take, in the last table but one of many."""
    url = servers.postgres.new_database()
    source = filled(f"sqlite:///{tmp_path}/segtier.db", tmp_path, readers)
    with source.store.write(ITSELF) as tx:
        tx.connection().exec_driver_sql("UPDATE plan_revisions SET note = 'a' || char(0) || 'b'")
    source.store.close()
    moved = segtier(source, "migrate-to", url)
    assert (moved.returncode, refusal(moved)["code"]) == (5, "database")
    with closing(opened(url, tmp_path, readers).store) as store, store.read() as tx:
        assert (
            tx.connection().exec_driver_sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").scalar() == 0
        )


@pytest.mark.parametrize("url", ["sqlite:///other.db", "mysql://host/db", "nonsense"])
def test_only_postgresql_is_a_target(tmp_path: Path, readers: Readers, url: str) -> None:
    source = opened(f"sqlite:///{tmp_path}/segtier.db", tmp_path, readers)
    assert segtier(source, "migrate-to", url).returncode == 2


def changes_counted(ctx: Context) -> dict[str, int]:
    """By database."""
    with ctx.store.read() as tx:
        rows = tx.connection().exec_driver_sql("SELECT id, documents_version FROM databases").all()
    return {row.id: row.documents_version for row in rows}
