"""What a batch counts is what a look at each of its files finds, through archives in archives and whatever is read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from benchmarks.batches import row_of
from segtier.model.account import ITSELF
from segtier.services.arrange_database import BY_ITSELF
from segtier.store import batches, schema, uploads
from segtier.store.engine import Store
from segtier.store.tables import DatabaseRow, JobRow, ReportRow, UploadRow
from segtier.store.uploads import NewUpload
from tests.integration.conftest import MIGRATIONS

STATES = ("queued", "running", "succeeded", "failed", "quarantined")
BATCHES = (None, "bat_a", "bat_b")
DATABASES = (None, "db_1", "db_2")
File = tuple[int, str | None, str, bool, int | None, bool]
"""The file it came in (by its number, if that holds files), else its batch; its state; whether it was taken apart; the
database of its document, if it has one; whether it was read twice.
"""
some_files = st.lists(
    st.tuples(
        st.integers(-3, 8),
        st.sampled_from(BATCHES),
        st.sampled_from(STATES),
        st.booleans(),
        st.sampled_from((None, 0, 1, 2)),
        st.booleans(),
    ),
    min_size=1,
    max_size=10,
)
Told = tuple[dict[str, int], int, tuple[str, ...], list[str], list[str]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path_factory.mktemp('counted')}/segtier.db")
    schema.upgrade(opened.engine, MIGRATIONS)
    with opened.write(ITSELF) as tx:
        for one in ("db_1", "db_2"):
            tx.execute(insert(DatabaseRow).values(row_of(DatabaseRow, id=one, link_key=one, name=one)))
    yield opened
    opened.close()


def send(tx: Session, files: list[File]) -> list[str]:
    ids: list[str] = []
    for number, (archive, batch, state, apart, database, again) in enumerate(files):
        within = ids[archive] if 0 <= archive < len(ids) and files[archive][3] else None
        new = NewUpload(f"{number}", 1, f"{number}", "before", batch=within or batch, archive_id=within, packed=apart)
        upload = uploads.add(tx, new)
        assert upload is not None
        ids.append(upload.id)
        if again:
            uploads.queue_again(tx, upload.id)
        job = select(UploadRow.job_id).where(UploadRow.id == upload.id).scalar_subquery()
        tx.execute(update(JobRow).where(JobRow.id == job).values(state=state))
        if apart:
            held = {"files": 1, "known": 0, "refused": number, "warnings": []}
            tx.execute(update(UploadRow).where(UploadRow.id == upload.id).values(archive=held))
        if database is not None:
            values = {
                "id": f"rep_{number}",
                "upload_id": upload.id,
                "batch": new.batch,
                "begin_time": None,
                "kind": "awr-html",
            }
            tx.execute(insert(ReportRow).values(row_of(ReportRow, **values, database_id=DATABASES[database])))
    tx.expire_all()
    return ids


def root_of(rows: dict[str, UploadRow], row: UploadRow) -> str | None:
    return row.batch if row.archive_id is None else root_of(rows, rows[row.archive_id])


def expected(tx: Session) -> dict[str | None, Told]:
    """One file after the other."""
    rows = {row.id: row for row in tx.scalars(select(UploadRow))}
    jobs = {row.id: row for row in tx.scalars(select(JobRow))}
    documents = {row.upload_id: row for row in tx.scalars(select(ReportRow))}
    found: dict[str | None, Told] = {}
    for batch in {root_of(rows, row) for row in rows.values()}:
        mine = [row for row in sorted(rows.values(), key=lambda one: one.id) if root_of(rows, row) == batch]
        states = Counter(jobs[row.job_id].state for row in mine if row.archive is None or row.id in documents)
        refused = sum(row.archive["refused"] for row in mine if row.archive)
        belong = [
            (row.id, documents[row.id].database_id, jobs[row.job_id].state) for row in mine if row.id in documents
        ]
        failed = [row.id for row in mine if jobs[row.job_id].state in ("failed", "quarantined")]
        loose = [upload_id for upload_id, database, state in belong if database is None and state == "succeeded"]
        named = tuple(sorted({database for _, database, _ in belong if database is not None}))
        found[batch] = (dict(states), refused, named, failed[::-1], loose[::-1])
    return found


def told(tx: Session) -> dict[str | None, Told]:
    return {
        one.id: (one.states, one.refused, one.database_ids, [x.id for x in one.failures], [x.id for x in one.unlinked])
        for one in batches.page(tx, 10)
    }


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=some_files, gone=st.integers(0, 12))
def test_a_batch_counts_what_its_files_are(store: Store, files: list[File], gone: int) -> None:
    with store.write(ITSELF) as tx:
        ids = send(tx, files)
        assert told(tx) == expected(tx)
        if gone < len(ids):
            for one in (ids[gone], *(row.id for row in tx.scalars(select(UploadRow)) if row.archive_id == ids[gone])):
                uploads.delete(tx, one, BY_ITSELF)
            tx.expire_all()
            orphans = {one for one in tx.scalars(select(UploadRow.archive_id)) if one is not None}
            if orphans <= set(tx.scalars(select(UploadRow.id))):
                assert told(tx) == expected(tx)
        tx.rollback()
