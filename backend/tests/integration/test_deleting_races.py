"""What is deleted while it is read is gone, and what stays is whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO

from sqlalchemy import text

from segtier.errors import NotFound
from segtier.model.account import ITSELF
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.manage_uploads import delete_database, delete_upload, list_databases, list_uploads
from segtier.store import jobs, uploads
from segtier.store.uploads import NewUpload
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import claimed, work_through

REPORTS, READERS = 60, 3


def test_what_is_read_while_its_database_is_deleted_is_there_or_gone(context: Context) -> None:
    for number in range(REPORTS):
        accept_upload(context, ITSELF, BytesIO(a_report(snap=number)), file=f"{number}.json", period="before")
    with ThreadPoolExecutor(READERS) as pool:
        reading = [pool.submit(work_through, context) for _ in range(READERS)]
        while not all(one.done() for one in reading):
            for database in list_databases(context):
                with suppress(NotFound):
                    delete_database(context, ITSELF, database.id)
    assert sum(len(one.result()) for one in reading) == REPORTS
    left = list_uploads(context, REPORTS)
    assert [one.file for one in left if one.report_id is None] == []


def test_a_file_that_is_added_while_its_archive_is_deleted_goes_with_it(context: Context) -> None:
    """The worker came first and has not committed yet: whoever deletes waits for it, and sees its file."""
    archive = accept_upload(
        context, ITSELF, BytesIO(a_zip({"1.json": a_report()})), file="a.zip", period="before"
    ).upload
    blob = context.blobs.put_unsynced(a_report())
    lease = claimed(context, archive.job.id)
    with ThreadPoolExecutor(1) as pool:
        with context.store.write(ITSELF) as tx:
            assert jobs.hold(tx, lease)
            member = NewUpload("1.json", blob.bytes, blob.sha256, "before", archive_id=archive.id)
            assert uploads.add_members(tx, [member])
            deleting = pool.submit(delete_upload, context, ITSELF, archive.id)
            wait_for_a_waiting_one(context)
        deleting.result()
    with context.store.read() as tx:
        assert uploads.count_members(tx, archive.id) == 0
        assert not uploads.exists(tx, archive.id)


def test_an_archive_that_is_still_taken_apart_outlives_the_database_of_its_first_file(context: Context) -> None:
    archive = accept_upload(
        context, ITSELF, BytesIO(a_zip({"1.json": a_report()})), file="a.zip", period="before"
    ).upload
    blob = context.blobs.put_unsynced(a_report())
    claimed(context, archive.job.id)
    with context.store.write(ITSELF) as tx:
        uploads.add_members(tx, [NewUpload("1.json", blob.bytes, blob.sha256, "before", archive_id=archive.id)])
    work_through(context)
    (database,) = list_databases(context)
    delete_database(context, ITSELF, database.id)
    with context.store.read() as tx:
        assert (uploads.exists(tx, archive.id), uploads.count_members(tx, archive.id)) == (True, 0)


def wait_for_a_waiting_one(context: Context) -> None:
    """Until a transaction waits for another; on SQLite whoever writes waits for whoever does."""
    if context.store.engine.dialect.name != "postgresql":
        return
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with context.store.engine.connect() as link:
        while not link.execute(waiting).scalar_one():
            link.rollback()
