"""A database is deleted while reports of it are read: each upload that stays has its report."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO

from segtier.errors import NotFound
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.manage_uploads import delete_database, list_databases, list_uploads
from tests.integration.files import a_report
from tests.integration.queue import work_through

REPORTS, READERS = 60, 3


def test_what_is_read_while_its_database_is_deleted_is_there_or_gone(context: Context) -> None:
    for number in range(REPORTS):
        accept_upload(context, BytesIO(a_report(snap=number)), file=f"{number}.json", period="before")
    with ThreadPoolExecutor(READERS) as pool:
        reading = [pool.submit(work_through, context) for _ in range(READERS)]
        while not all(one.done() for one in reading):
            for database in list_databases(context):
                with suppress(NotFound):
                    delete_database(context, database.id)
    assert sum(len(one.result()) for one in reading) == REPORTS
    left, _ = list_uploads(context, REPORTS, None)
    assert [one.file for one in left if one.report_id is None] == []
