"""Uploads that are kept for some days go with all that was read of them, and no others."""

from __future__ import annotations

from io import BytesIO

from sqlalchemy import text

from segtier.model.account import ITSELF
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import ingest_upload
from segtier.services.manage_uploads import forget_uploads, list_uploads
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import LOOKS, claimed, work_through

DAYS = 90
LONG_AGO = "2020-01-01 00:00:00"


def came(context: Context, name: str, data: bytes) -> str:
    return accept_upload(context, ITSELF, BytesIO(data), file=name, period="before").upload.id


def test_what_is_old_goes_with_what_was_read_of_it(context: Context) -> None:
    old = came(context, "old.json", a_report("OLD", 1, 1))
    archive = came(context, "old.zip", a_zip({"1.json": a_report("OLD", 1, 2), "2.json": a_report("OLD", 1, 3)}))
    new = came(context, "new.json", a_report("NEW", 2, 1))
    work_through(context)
    waiting = came(context, "waiting.json", a_report("OLD", 1, 4))
    taken_apart = came(context, "begun.zip", a_zip({"3.json": a_report("OLD", 1, 5)}))
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE uploads SET created_at = :at WHERE id != :new"), {"at": LONG_AGO, "new": new})
    assert forget_uploads(context, DAYS) == 2
    left = {one.id for one in list_uploads(context, 200)}
    assert left == {new, waiting, taken_apart}
    assert old not in left
    assert archive not in left
    with context.store.read() as tx:
        named = set(tx.execute(text("SELECT file FROM reports")).scalars())
        documents = tx.execute(text("SELECT count(*) FROM documents")).scalar_one()
    assert (named, documents) == ({"new.json"}, 1)
    idle: Silence[str] = Silence(0)
    for _ in range(LOOKS):
        sweep_files(context, idle)
    assert len(context.blobs.marks()) == 3
    assert forget_uploads(context, DAYS) == 0


def test_an_archive_stays_until_all_in_it_is_read(context: Context) -> None:
    archive = accept_upload(
        context, ITSELF, BytesIO(a_zip({"1.json": a_report()})), file="a.zip", period="before"
    ).upload
    ingest_upload(context, claimed(context, archive.job.id))
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE uploads SET created_at = :at"), {"at": LONG_AGO})
    assert forget_uploads(context, DAYS) == 0
    work_through(context)
    assert forget_uploads(context, DAYS) == 1
    assert list_uploads(context, 200) == []
