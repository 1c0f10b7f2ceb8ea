"""A store with many databases, filled through the store itself: uploads, jobs, documents and events as workers leave them.

The sample's reports of a day and two exports are read once. Each document of the store is one of these with the names, the
snapshots and the times of its database and hour: distinct documents, figures that repeat. The files themselves are left out, as
nobody asks for them here. It is made once for the same sizes and kept in `build/`.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, insert, select, update
from sqlalchemy.orm import Session

from benchmarks.segment_export import STATISTICS, make_file
from segtier.accounts.session import digest_of
from segtier.analysis.inputs import is_kept_by_hour
from segtier.analysis.open_report import OpenReport, bare_figures, hour_of
from segtier.documents import encode
from segtier.model.account import ITSELF
from segtier.model.hour import Hour
from segtier.model.inventory import Inventory
from segtier.model.workload import Interval, Workload
from segtier.reading.describe import describe, segment_names
from segtier.reading.hours import packed
from segtier.reports import read_document
from segtier.samples.awr_html import render
from segtier.samples.oltp import before_reports
from segtier.services.link_report import choose_database, link_report, relink
from segtier.settings import Settings
from segtier.store import events, reports, schema, sessions, uploads, users
from segtier.store.engine import Store, one_at_a_time
from segtier.store.hours import PackedHour
from segtier.store.tables import Base, JobRow
from segtier.store.uploads import NewUpload
from tests.client_formats import FORMATS

BUILD = Path(__file__).resolve().parents[3] / "build" / "many-users"
_LAYOUT = 2
"""Another number where other rows are made."""
DBID = 3_000_000_000
_SIZES = ("OWNER", "SEGMENT_NAME", "PARTITION_NAME", "SEGMENT_TYPE", "TABLESPACE_NAME", "BYTES")
_ROWS_AT_ONCE = 500
Document = Workload | Inventory


@dataclass(frozen=True)
class Sizes:
    databases: int
    reports: int
    """Documents of all databases together: reports, and two exports of each database."""
    segments: int
    """Of all databases together, in their exports; those of the reports are beside them."""

    @property
    def reports_each(self) -> int:
        return max(1, self.reports // self.databases - 2)

    @property
    def segments_each(self) -> int:
        return self.segments // self.databases


def filled(sizes: Sizes) -> Path:
    """The SQLite file of a store of these sizes; made where it is not kept, and migrated where it is."""
    digest = hashlib.sha256(repr((_LAYOUT, sizes)).encode()).hexdigest()[:16]
    file = BUILD / f"{digest}.db"
    if not file.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        coming = file.with_suffix(".coming")
        coming.unlink(missing_ok=True)
        fill(coming, sizes)
        coming.replace(file)
    store = _store(f"sqlite:///{file}")
    store.empty_log()
    store.close()
    return file


def fill(file: Path, sizes: Sizes) -> None:
    begun_s = time.process_time()
    day, counters, inventory = _day(), *_exports(sizes.segments_each)
    store = _store(f"sqlite:///{file}")
    for number in range(sizes.databases):
        documents = _documents(number, day, counters, inventory, sizes.reports_each)
        with store.write(ITSELF) as tx:
            one_at_a_time(tx)
            _add_database(tx, number, documents)
    store.empty_log()
    store.close()
    print(
        f"filled in {time.process_time() - begun_s:.0f} s of the processor, {file.stat().st_size / 1e6:,.0f} MB",
        flush=True,
    )


def copied(file: Path, url: str) -> None:
    """The same rows in an empty database of any kind."""
    there = _store(url)
    if there.engine.dialect.name == "sqlite":
        there.close()
        shutil.copyfile(file, there.engine.url.database or "")
        return
    here = create_engine(f"sqlite:///{file}")
    with here.connect() as old, there.write(ITSELF) as tx:
        for table in Base.metadata.sorted_tables:
            for rows in old.execute(select(table)).mappings().partitions(_ROWS_AT_ONCE):
                tx.execute(insert(table), [dict(row) for row in rows])
    here.dispose()
    there.close()


def signed_in(url: str, people: int) -> list[str]:
    """Accounts, each with a session as a browser holds it: the secrets. Nobody knows their passwords."""
    store, secrets = Store(url), [f"session-of-person-{number:05}" for number in range(people)]
    with store.write(ITSELF) as tx:
        for number, secret in enumerate(secrets):
            user = users.add(tx, f"person{number}", "admin" if number == 0 else "analyst", "nobody knows it")
            sessions.begin(tx, digest_of(secret), user.id)
    store.close()
    return secrets


def _store(url: str) -> Store:
    store = Store(url)
    schema.upgrade(store.engine, Settings().migrations_dir)
    return store


def _day() -> list[Workload]:
    found = (read_document(render(report), f"hour-{hour}.html") for hour, report in enumerate(before_reports()))
    return [one for one in found if isinstance(one, Workload)]


def _exports(segments: int) -> tuple[Workload, Inventory]:
    counters = read_document(make_file(segments * len(STATISTICS), "sqlplus csv"), "v$segment_statistics.csv")
    assert isinstance(counters, Workload)
    rows = [
        (one.owner, one.name, one.subobject, one.type, one.tablespace, (7_919 * n % 4_096 + 1) * 1024**2)
        for n, one in enumerate(counters.segments)
    ]
    sizes = read_document(FORMATS["sqlplus csv"](_SIZES, rows), "dba_segments.csv")
    assert isinstance(sizes, Inventory)
    return counters, sizes


def _documents(
    number: int, day: list[Workload], counters: Workload, inventory: Inventory, hours: int
) -> Iterator[Document]:
    for hour in range(hours):
        yield _at(day[hour % len(day)], number, hour)
    for export in (counters, inventory):
        yield replace(export, source=_source(export, number, 0))


def _at(report: Workload, number: int, hour: int) -> Workload:
    """The report as of that database, days later."""
    days, old = timedelta(days=hour // 24), report.interval
    assert old.begin_time
    assert old.end_time
    assert old.begin_snap is not None
    interval: Interval = replace(
        old,
        begin_snap=old.begin_snap + days.days * 24,
        end_snap=old.begin_snap + days.days * 24 + 1,
        begin_time=old.begin_time + days,
        end_time=old.end_time + days,
    )
    database = replace(report.database, name=f"DB{number:05}", unique_name=None, dbid=DBID + number)
    return replace(report, database=database, interval=interval, source=_source(report, number, hour))


_hours: dict[int, tuple[object, Hour, Workload]] = {}
"""By the identity of a report's waits, which all copies of it share: the waits, the hour and the figures."""


def _packed_hour(document: Document) -> PackedHour:
    """As a worker keeps it; worked out once for each of the day's reports."""
    if not isinstance(document, Workload) or not is_kept_by_hour(document):
        return PackedHour(b"", b"")
    report, waits = OpenReport(document), document.wait_events
    if id(waits) not in _hours:
        _hours[id(waits)] = waits, hour_of(report), bare_figures(report)
    _, hour, figures = _hours[id(waits)]
    named: dict[str, Any] = {"source": document.source, "database": document.database, "interval": document.interval}
    return PackedHour(packed(replace(hour, **named)), packed(replace(figures, **named)))


def _source(document: Document, number: int, hour: int):  # type: ignore[no-untyped-def]
    name = f"{number:05}-{hour:05}-{document.source.file or 'export'}"
    return replace(
        document.source, file=name, sha256=hashlib.sha256(f"{name} {document.source.kind}".encode()).hexdigest()
    )


def _add_database(tx: Session, number: int, documents: Iterator[Document]) -> None:
    batch, database_id = f"bat_{number:026}", ""
    for document in documents:
        facts = describe(document, file=document.source.file, sha256=document.source.sha256, sample=False)
        body = encode(document)
        upload = uploads.add(tx, NewUpload(facts.file or "", len(body), facts.sha256 or "", "before", batch=batch))
        assert upload is not None
        done = {
            "state": "succeeded",
            "stage": "done",
            "progress_pct": 100,
            "attempt": 1,
            "finished_at": upload.created_at,
        }
        tx.execute(update(JobRow).where(JobRow.id == upload.job.id).values(**done))
        stored = reports.packed(body, segment_names(document), _packed_hour(document))
        report_id = reports.add(tx, facts, stored, upload_id=upload.id, period="before", batch=batch)
        if facts.anonymous:
            choose_database(tx, reports.get(tx, report_id), database_id)
        else:
            link_report(tx, report_id, None)
            tx.expire_all()
            database_id = reports.get(tx, report_id).database_id or ""
        events.add(tx, "report.parsed", database_id, report_id, upload_id=upload.id)
        events.add(tx, "upload.completed", database_id, upload.id, job_id=upload.job.id)
    relink(tx, [database_id], sample=False)
