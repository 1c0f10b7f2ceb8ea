"""What linking costs among many databases, and what single uploads into one database cost: processor time, and how it grows.

    python -m benchmarks.linking [--databases 5,20,100] [--reports 1490] [--uploads 48,336,1488] [--url postgresql+psycopg://…]

The store is filled without files: one database through the store itself (as for `benchmarks/many_users`), the others as copies
of its rows. An upload is what a worker writes once the file is read. On PostgreSQL the server's own time is not in it.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from benchmarks.growth import exponent
from benchmarks.many_users import filled
from segtier.documents import encode
from segtier.model.account import ITSELF
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reading.describe import describe, segment_names
from segtier.services.end_job import settle
from segtier.services.link_report import link_report
from segtier.settings import Settings
from segtier.store import reports, schema, uploads
from segtier.store.engine import Store, one_at_a_time
from segtier.store.tables import Base, JobRow
from segtier.store.uploads import NewUpload

_SEGMENTS = 200
"""In each export."""
_ROUNDS = 5
_COPIED = ("databases", "uploads", "jobs", "reports", "listed_segments")
_ROWS_AT_ONCE = 500


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--databases", type=_numbers, default=(5, 20, 100))
    asked.add_argument("--reports", type=int, default=1_490)
    asked.add_argument("--uploads", type=_numbers, default=(48, 336, 1_488))
    asked.add_argument("--url", help="of an empty database; a SQLite file that is thrown away where it is left out")
    given = asked.parse_args()
    _print_exponent("single uploads", given.uploads, single_uploads(given.uploads, given.url))
    for what, seconds in among_many(given.databases, given.reports, given.url).items():
        _print_exponent(what, given.databases, seconds)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(part) for part in text.split(",")))


@contextmanager
def _store(url: str | None) -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(url or f"sqlite:///{folder}/segtier.db")
        schema.upgrade(store.engine, Settings().migrations_dir)
        yield store
        with store.write(ITSELF) as tx:
            _empty(tx)
        store.close()


def single_uploads(sizes: Iterable[int], url: str | None = None) -> list[float]:
    """Seconds for each number of uploads, all of them together."""
    seconds, day = [], filled._day()
    with _store(url) as store:
        for size in sizes:
            with store.write(ITSELF) as tx:
                _empty(tx)
            spent_s = sum(_upload(store, filled._at(day[hour % len(day)], 0, hour)) for hour in range(size))
            seconds.append(spent_s)
            print(f"{size:,} single uploads: {spent_s:.2f} s, {spent_s / size * 1000:.2f} ms each", flush=True)
    return seconds


def among_many(sizes: Iterable[int], hours: int, url: str | None = None) -> dict[str, list[float]]:
    """Seconds of one upload of each kind, for each number of databases of so many documents."""
    with _store(url) as store:
        return _among_many(store, sizes, hours)


def _among_many(store: Store, sizes: Iterable[int], hours: int) -> dict[str, list[float]]:
    day, (counters, inventory) = filled._day(), filled._exports(_SEGMENTS)
    with store.write(ITSELF) as tx:
        one_at_a_time(tx)
        filled._add_database(tx, 0, filled._documents(0, day, counters, inventory, hours - 2))
        rows = _rows(tx)
    there, taken = 1, {"a report": list[float](), "a lone export": list[float]()}
    for size in sizes:
        for number in range(there, size):
            with store.write(ITSELF) as tx:
                _copy(tx, rows, number)
        there = size
        for round_ in range(_ROUNDS + 1):
            hour = hours + size * _ROUNDS * 2 + round_
            found = {
                "a report": _upload(store, filled._at(day[hour % len(day)], 0, hour)),
                "a lone export": _upload(store, replace(counters, source=filled._source(counters, size, hour))),
            }
            for what, spent_s in found.items():
                if round_ == 0:  # the first of all pays for what is made once
                    taken[what].append(spent_s)
                taken[what][-1] = min(taken[what][-1], spent_s)
        print(
            f"{size:,} databases of {hours:,} documents: "
            + ", ".join(f"{what} {seconds[-1] * 1000:.1f} ms" for what, seconds in taken.items()),
            flush=True,
        )
    return taken


def _print_exponent(what: str, sizes: tuple[int, ...], seconds: list[float]) -> None:
    if len(sizes) > 1:
        print(f"{what}: growth exponent {exponent(sizes, seconds):.2f}", flush=True)


def _upload(store: Store, document: Workload | Inventory) -> float:
    """Processor time of what is done under the write lock for a file that is read: written, linked, told."""
    facts = describe(document, file=document.source.file, sha256=document.source.sha256, sample=False)
    body = encode(document)
    packed = reports.packed(body, segment_names(document), filled._packed_hour(document))
    with store.write(ITSELF) as tx:
        upload = uploads.add(tx, NewUpload(facts.file or "", len(body), facts.sha256 or "", "before"))
    assert upload is not None
    begun_s = time.process_time()
    with store.write(ITSELF) as tx:
        one_at_a_time(tx)
        tx.execute(update(JobRow).where(JobRow.id == upload.job.id).values(state="succeeded", stage="done"))
        report_id = reports.add(tx, facts, packed, upload_id=upload.id, period="before")
        link_report(tx, report_id, None)
        settle(tx, upload, [report_id])
    return time.process_time() - begun_s


def _rows(tx: Session) -> dict[str, list[dict[str, Any]]]:
    """By table, those of the first database; what links do not look at is left out."""
    tables = [table for table in Base.metadata.sorted_tables if table.name in _COPIED]
    return {table.name: [dict(row) for row in tx.execute(select(table)).mappings()] for table in tables}


def _copy(tx: Session, rows: dict[str, list[dict[str, Any]]], number: int) -> None:
    """These rows again, as of another database."""
    for name, first in rows.items():
        for begin in range(0, len(first), _ROWS_AT_ONCE):
            some = [_as_of(row, number) for row in first[begin : begin + _ROWS_AT_ONCE]]
            tx.execute(insert(Base.metadata.tables[name]), some)


def _as_of(first: dict[str, Any], number: int) -> dict[str, Any]:
    row = dict(first)
    for column in ("id", "database_id", "upload_id", "job_id", "report_id"):
        if row.get(column):
            prefix, _, rest = row[column].partition("_")
            row[column] = f"{prefix}_{number:05}{rest[5:]}"
    if row.get("dbid"):
        row["dbid"] = filled.DBID + number
    for column in ("database_name", "name", "told_name", "called"):
        if row.get(column):
            row[column] = f"DB{number:05}"
    if "link_key" in row:
        row["link_key"] = f"own:dbid:{filled.DBID + number}"
    for column in ("sha256", "digest"):
        if row.get(column):
            row[column] = hashlib.sha256(f"{number} {row[column]}".encode()).hexdigest()
    if "batch" in row:
        row["batch"] = f"bat_{number:026}"
    return row


def _empty(tx: Session) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        if table.name != "clock":
            tx.execute(delete(table))


if __name__ == "__main__":
    main()
