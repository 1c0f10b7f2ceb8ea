"""What a page of batches and of uploads costs where a batch holds very many files, in archives or sent one by one.

    .venv/bin/python -m benchmarks.batches [DATABASES] [REPORTS EACH]      (default: 100 1488)

The rows are those of reports that were read: one upload, job and document each, in one archive per database, and as many that
were sent alone. Printed is the median of some looks, in processor time; `--of CHECKOUT` prints that one's first.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from segtier.model.account import ITSELF
from segtier.store import batches, schema, uploads
from segtier.store.engine import Store
from segtier.store.tables import DatabaseRow, JobRow, ReportRow, UploadRow

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
LOOKS = 9
AT_ONCE = 2_000
MIGRATIONS = Path(schema.__file__).resolve().parents[3] / "migrations"
_DEFAULTS: dict[str, Any] = {
    "String": "",
    "Integer": 0,
    "BigInteger": 0,
    "Boolean": False,
    "JSON": {},
    "LargeBinary": b"",
}


def row_of(table: Any, **values: Any) -> dict[str, Any]:
    """What is needed and not named is empty."""
    needed = (one for one in table.__table__.columns if not one.nullable and one.server_default is None)
    return {one.name: _DEFAULTS.get(type(one.type).__name__, BEGUN) for one in needed} | values


def files(databases: int, each: int, batch: str, *, archived: bool) -> Iterator[dict[str, Any]]:
    for database in range(databases):
        archive = f"upl_{batch}_{database:04}"
        for number in range(-1 if archived else 0, each):
            is_archive = number < 0
            yield {
                "id": archive if is_archive else f"{archive}_{number:06}",
                "database_id": None if is_archive else f"db_{database:04}",
                "batch": batch if is_archive or not archived else archive,
                "archive_id": archive if archived and not is_archive else None,
                "packed": is_archive,
                "begins": database == 0 and number == (-1 if archived else 0),
            }


def rows(one: dict[str, Any], at: datetime) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]:
    job_id, has = f"job{one['id'][3:]}", {column.name for column in JobRow.__table__.columns}
    upload = row_of(
        UploadRow,
        **{name: one[name] for name in ("id", "batch", "archive_id", "packed", "begins")},
        sha256=one["id"],
        period="before",
        bytes=800_000,
        job_id=job_id,
        created_at=at,
        archive={"files": 1, "known": 0, "refused": 0, "warnings": []} if one["packed"] else None,
    )
    of_batch = {"batch": one["batch"]} if "batch" in has else {}
    job = row_of(
        JobRow,
        id=job_id,
        upload_id=one["id"],
        state="succeeded",
        stage="done",
        lane=one["archive_id"] or "",
        **of_batch,
    )
    if one["packed"]:
        return upload, job, None
    document = {"id": f"rep{one['id'][3:]}", "upload_id": one["id"], "dbid": 1, "begin_time": None}
    return upload, job, row_of(ReportRow, **document, batch=one["batch"], database_id=one["database_id"])


def fill(store: Store, databases: int, each: int) -> None:
    number = 0
    with store.write(ITSELF) as tx:
        named = [row_of(DatabaseRow, id=f"db_{one:04}", link_key=f"{one}", name=f"DB{one}") for one in range(databases)]
        tx.execute(insert(DatabaseRow), named)
        for batch, archived in (("bat_packed", True), ("bat_alone", False)):
            some = list(files(databases, each, batch, archived=archived))
            for begin in range(0, len(some), AT_ONCE):
                made = [
                    rows(one, BEGUN + timedelta(seconds=number + at))
                    for at, one in enumerate(some[begin : begin + AT_ONCE])
                ]
                number += len(made)
                tx.execute(insert(UploadRow), [one[0] for one in made])
                tx.execute(insert(JobRow), [one[1] for one in made])
                tx.execute(insert(ReportRow), [one[2] for one in made if one[2] is not None])


def median_ms(look: Callable[[], object]) -> float:
    taken = []
    for _ in range(LOOKS):
        before = time.thread_time()
        look()
        taken.append(time.thread_time() - before)
    return statistics.median(taken) * 1e3


def looked(store: Store, databases: int, each: int) -> None:
    def look(ask: Callable[[Any], object]) -> Callable[[], object]:
        def asked() -> object:
            with store.read() as tx:
                return ask(tx)

        return asked

    of_batch = uploads.Wanted(batch="bat_packed")
    page = median_ms(look(lambda tx: batches.page(tx, 50)))
    archives = median_ms(look(lambda tx: uploads.page(tx, 50, None, of_batch)))
    print(
        f"two batches of {databases * each:,} files: a page of batches {page:.0f} ms, of 50 archives {archives:.0f} ms",
        flush=True,
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("sizes", nargs="*", type=int)
    options.add_argument("--of", type=Path)
    given = options.parse_args()
    databases, each = (*given.sizes, 100, 1_488)[:2] if len(given.sizes) != 1 else (given.sizes[0], 1_488)
    if given.of is not None:
        environment = os.environ | {"PYTHONPATH": str(given.of.resolve() / "backend")}
        command = [sys.executable, __file__, str(databases), str(each)]
        subprocess.run(command, env=environment, cwd=given.of / "backend", check=True)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/segtier.db")
        schema.upgrade(store.engine, MIGRATIONS)
        fill(store, databases, each)
        looked(store, databases, each)
        store.close()


if __name__ == "__main__":
    main()
