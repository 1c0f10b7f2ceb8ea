"""A batch stands in the list where its first upload does, whatever was deleted of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from segtier.model.account import ITSELF
from segtier.services.arrange_database import BY_ITSELF
from segtier.store import batches, schema, uploads
from segtier.store.engine import Store
from segtier.store.tables import UploadRow
from segtier.store.uploads import NewUpload
from tests.integration.conftest import MIGRATIONS

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
Sent = tuple[str | None, int]
some_sent = st.lists(st.tuples(st.sampled_from([None, "a", "b", "c"]), st.integers(0, 3)), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path_factory.mktemp('batches')}/segtier.db")
    schema.upgrade(opened.engine, MIGRATIONS)
    yield opened
    opened.close()


def send(tx: Session, number: int, batch: str | None, late: int, archive_id: str | None = None) -> str:
    """The clock may stand still between two that are sent, and never goes back."""
    new = uploads.add(tx, NewUpload(f"{number}", 1, f"{number}", "before", batch=batch, archive_id=archive_id))
    assert new is not None
    at = BEGUN + timedelta(hours=late)
    tx.execute(update(UploadRow).where(UploadRow.id == new.id).values(created_at=at))
    return new.id


def expected(tx: Session) -> list[tuple[str | None, datetime]]:
    """As it was asked of all uploads at once."""
    begun: dict[str | None, datetime] = {}
    for row in tx.scalars(select(UploadRow).where(UploadRow.archive_id.is_(None))):
        begun[row.batch] = min(row.created_at, begun.get(row.batch, row.created_at))
    return sorted(begun.items(), key=lambda one: (-one[1].timestamp(), one[0] or ""))


def listed(tx: Session, limit: int) -> list[tuple[str | None, datetime]]:
    found: list[tuple[str | None, datetime]] = []
    place = None
    while some := batches.page(tx, limit, place):
        found += [(one.id, one.begun_at) for one in some]
        place = batches.Place.of(some[-1])
    return found


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=some_sent, gone=st.sets(st.integers(0, 11)), limit=st.integers(1, 4))
def test_pages_of_batches(store: Store, sent: list[Sent], gone: set[int], limit: int) -> None:
    with store.write(ITSELF) as tx:
        late, ids = 0, []
        for number, (batch, step) in enumerate(sent):
            late += step
            ids.append(send(tx, number, batch, late))
        send(tx, 100, ids[0], late + 1, archive_id=ids[0])
        tx.expire_all()
        assert listed(tx, limit) == expected(tx)
        for number, upload_id in enumerate(ids):
            if number in gone:
                uploads.delete(tx, upload_id, BY_ITSELF)
        tx.expire_all()
        assert listed(tx, limit) == expected(tx)
        tx.rollback()


def test_two_that_begin_at_once(store: Store) -> None:
    """On PostgreSQL neither saw the other: both are said to begin it."""
    with store.write(ITSELF) as tx:
        ids = [send(tx, number, "a", number) for number in range(3)]
        tx.execute(update(UploadRow).where(UploadRow.id == ids[1]).values(begins=True))
        tx.expire_all()
        assert listed(tx, 1) == [("a", BEGUN)]
        uploads.delete(tx, ids[0], BY_ITSELF)
        assert listed(tx, 1) == [("a", BEGUN + timedelta(hours=1))]
        tx.rollback()
