"""The migration tree on both databases: up, down, up, and no difference from the tables the code uses."""

from __future__ import annotations

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text
from sqlalchemy.orm import Session

from segtier.audit import INVENTORY
from segtier.model.account import ITSELF
from segtier.store import schema
from segtier.store.engine import Store
from segtier.store.tables import Base, ClockRow, ReportRow
from tests.integration import earlier_database
from tests.integration.conftest import MIGRATIONS

ACCOUNTS = {"users", "sessions", "tokens", "attempts"}
TABLES = {
    "databases",
    "uploads",
    "jobs",
    "reports",
    "documents",
    "scenarios",
    "workers",
    "audit",
    "clock",
    "file_checks",
    "damaged_files",
    "dump_parts",
    "sealed_forecasts",
    "plans",
    "plan_revisions",
    "plan_acts",
    "plan_comments",
    "events",
    "webhooks",
    "deliveries",
    "answered_keys",
    "fleet",
    "hours",
    "listed_segments",
    "export_segments",
    "shared_segments",
    "unsettled",
} | ACCOUNTS


def tables(store: Store) -> set[str]:
    return set(inspect(store.engine).get_table_names()) - {"alembic_version"}


def test_up_down_up(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    assert tables(empty_store) == TABLES
    schema.run(empty_store.engine, MIGRATIONS, lambda config: command.downgrade(config, "base"))
    assert tables(empty_store) == set()
    schema.upgrade(empty_store.engine, MIGRATIONS)
    assert tables(empty_store) == TABLES
    with empty_store.read() as tx:
        assert schema.current_revision(tx) == schema.newest_revision(MIGRATIONS)


def test_the_newest_is_what_alembic_says() -> None:
    tree = ScriptDirectory(str(MIGRATIONS))
    assert schema.newest_revision(MIGRATIONS) == tree.get_current_head()
    assert all(schema.is_known(MIGRATIONS, step.revision) for step in tree.walk_revisions())
    assert not schema.is_known(MIGRATIONS, "9999")


def test_the_migrations_make_the_tables_the_code_uses(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    schema.run(empty_store.engine, MIGRATIONS, command.check)


SET_ASIDE = (
    ("rep_1", "upl_1", "ignored", '{"code": "same-interval", "message": ""}', "after"),
    ("rep_2", None, "ignored", '{"code": "same-interval", "message": ""}', "before"),
    ("rep_3", None, "ignored", None, "ignored"),
    ("rep_4", None, "after", None, "after"),
)


def test_what_a_document_was_given_is_told_from_what_it_counted_for(empty_store: Store) -> None:
    """Reports of before: one set aside for another of the same hour was not ignored by hand."""
    schema.upgrade(empty_store.engine, MIGRATIONS, "0004")
    with empty_store.write(ITSELF) as tx:
        _insert(tx, "uploads", id="upl_1", period="after", file="a", bytes=1, sha256="0", sample=False, job_id="j")
        for name, upload, period, warning, _ in SET_ASIDE:
            _insert(tx, "reports", id=name, upload_id=upload, period=period, link_warning=warning, **_NOTHING)
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.read() as tx:
        found = {one.id: (one.given_period, one.period_chosen) for one in tx.execute(select(ReportRow)).scalars()}
    assert found == {name: (given, False) for name, *_, given in SET_ASIDE}


_NOTHING = {
    "part": 0,
    "digest": "",
    "kind": "",
    "role": "report",
    "sample": False,
    "has_counters": False,
    "has_sizes": False,
    "sections_found": 0,
    "sections_missing": "[]",
    "sections_unreadable": "[]",
    "warnings": "[]",
    "segment_names": b"",
}


def _insert(tx: Session, name: str, **values: object) -> None:
    columns = {"created_at": "2026-01-01 00:00:00", **values}
    marks = ", ".join(f":{column}" for column in columns)
    tx.execute(text(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"), columns)


def test_a_database_without_tables_has_no_revision(empty_store: Store) -> None:
    with empty_store.read() as tx:
        assert schema.current_revision(tx) is None


REVISIONS = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))

DROPPED_IN_0004 = {("jobs", "rung_at"), ("workers", "heartbeat_at")}


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_earlier_version_is_upgraded_with_its_rows(empty_store: Store, revision: str) -> None:
    """One row in each table that version had: it is there afterwards, as it was, and this version can read it."""
    schema.upgrade(empty_store.engine, MIGRATIONS, revision)
    with empty_store.write(ITSELF) as tx:
        earlier_database.fill(tx.connection())
    with empty_store.read() as tx:
        written = earlier_database.read(tx.connection())
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.read() as tx:
        kept = earlier_database.read(tx.connection())
        for mapped in Base.registry.mappers:
            found = tx.execute(select(mapped.class_)).scalars().all()
            if mapped.local_table.name == "audit":  # and the inventory, from revision 0019 on
                found = [one for one in found if one.action != INVENTORY]
            there = mapped.local_table.name in written or mapped is inspect(
                ClockRow
            )  # which the migration itself writes
            assert len(found) == there
    lost = {(table, name) for table, row in written.items() for name in row if name not in kept[table]}
    assert lost == (DROPPED_IN_0004 if revision < "0004" else set())
    for table, row in written.items():
        left = {name: value for name, value in row.items() if (table, name) not in lost}
        assert {name: kept[table][name] for name in left} == left
