"""What upkeep costs where very many files are stored: a look of the sweeper, a turn of checks, and a second backup.

    .venv/bin/python -m benchmarks.housekeeping [FILES] [REPORTS]      (default: 150000 200)

FILES are very small, with a row each: a look as it was (all of them at once) and as it is. REPORTS are the project's
sample again and again, each with another end: one backup, then another beside it after one more report. Time is of the processor.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from sqlalchemy import insert

from benchmarks.batches import AT_ONCE, BEGUN, MIGRATIONS, row_of
from segtier.jobs.process import open_context
from segtier.model.account import ITSELF
from segtier.samples import oltp_sample
from segtier.services.accept_upload import accept_upload
from segtier.services.back_up import back_up
from segtier.services.check_files import check_files
from segtier.services.context import Context
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.services.walk import Walk
from segtier.settings import Settings
from segtier.store import schema
from segtier.store.blob_folder import BlobFolder, stored_at
from segtier.store.tables import JobRow, UploadRow


def opened(folder: Path) -> Context:
    ctx = open_context(Settings(data_dir=folder, database_url=f"sqlite:///{folder}/segtier.db"), readers=1, advisers=1)
    schema.upgrade(ctx.store.engine, MIGRATIONS)
    return ctx


def took_ms(what: Callable[[], object]) -> float:
    before = time.process_time()
    what()
    return (time.process_time() - before) * 1e3


def name_files(ctx: Context, files: int) -> None:
    assert isinstance(ctx.blobs, BlobFolder)
    datas = [str(number).encode() for number in range(files)]
    digests = [hashlib.sha256(data).hexdigest() for data in datas]
    for sha256, data in zip(digests, datas, strict=True):
        path = stored_at(ctx.blobs.folder, sha256)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    with ctx.store.write(ITSELF) as tx:
        for begin in range(0, files, AT_ONCE):
            some = [(f"{number:09}", digests[number]) for number in range(begin, min(files, begin + AT_ONCE))]
            tx.execute(
                insert(UploadRow),
                [row_of(UploadRow, id=f"upl_{n}", sha256=one, job_id=f"job_{n}", created_at=BEGUN) for n, one in some],
            )
            tx.execute(
                insert(JobRow),
                [row_of(JobRow, id=f"job_{n}", upload_id=f"upl_{n}", state="succeeded") for n, _ in some],
            )


def sweeping(files: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        ctx = opened(Path(name))
        name_files(ctx, files)
        idle: Silence[str] = Silence(60)
        at_once, walk = took_ms(lambda: sweep_files(ctx, idle)), Walk()
        sweep_files(ctx, idle, walk)
        some = took_ms(lambda: sweep_files(ctx, idle, walk))
        checked = took_ms(lambda: check_files(ctx))
        print(
            f"{files:,} small files: a look of the sweeper {at_once:.0f} -> {some:.0f} ms; a turn of checks {checked:.0f} ms"
        )
        ctx.close()


def backing_up(reports: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        ctx = opened(Path(name) / "data")
        pages = cycle(file.data for file in oltp_sample() if file.name.endswith(".html"))
        datas = [page + b"<!-- %d -->" % number for number, page in enumerate(islice(pages, reports + 1))]
        for number, data in enumerate(datas):
            if number == reports:
                first = backed_up(ctx, Path(name) / "first")
            accept_upload(ctx, ITSELF, io.BytesIO(data), file=f"{number}.html", period="before")
        second = backed_up(ctx, Path(name) / "second")
        size_mb = sum(map(len, datas)) / 1e6
        print(f"a backup of {reports} reports, {size_mb:.0f} MB: {first[0]:.0f} ms, {first[1] / 1e6:.2f} MB written")
        print(f"the next one, after one more: {second[0]:.0f} ms, {second[1] / 1e6:.2f} MB written")
        ctx.close()


def backed_up(ctx: Context, folder: Path) -> tuple[float, int]:
    """Its time, and the bytes of files that no other backup has; the copy of the database is not counted."""
    folder.mkdir()
    taken = took_ms(lambda: back_up(ctx.store, ctx.blobs, folder))
    stats = [path.stat() for path in (folder / "files").glob("*/*")]
    return taken, sum(one.st_size for one in stats if one.st_nlink == 1)


if __name__ == "__main__":
    files, reports = (*map(int, sys.argv[1:]), 150_000, 200)[:2] if len(sys.argv) != 2 else (int(sys.argv[1]), 200)
    sweeping(files)
    backing_up(reports)
