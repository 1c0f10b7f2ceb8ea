"""Linking by what changed gives what linking everything anew gives, after each of many things that people do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from segtier import documents
from segtier.model.account import ITSELF
from segtier.model.inventory import Inventory
from segtier.model.workload import Database, Source, Workload
from segtier.reading.describe import describe, segment_names
from segtier.services import link_report
from segtier.services.arrange_database import BY_ITSELF
from segtier.store import databases, reports, schema, uploads
from segtier.store.engine import Store
from segtier.store.records import Period
from segtier.store.tables import DatabaseRow, ReportRow, UnsettledRow
from segtier.store.uploads import NewUpload
from tests import whole_links
from tests.builders import a_segment, a_workload, some_sizes
from tests.integration.conftest import MIGRATIONS


@dataclass(frozen=True)
class File:
    name: str | None
    dbid: int | None
    snap: int
    segments: frozenset[str]
    batch: str | None
    release: str | None
    sample: bool


@dataclass(frozen=True)
class Send:
    """One file by itself, several as an archive that is worked out after its last file."""

    files: tuple[File, ...]


@dataclass(frozen=True)
class Drop:
    which: int


@dataclass(frozen=True)
class Choose:
    export: int
    report: int


@dataclass(frozen=True)
class Count:
    which: int
    period: Period


Step = Send | Drop | Choose | Count
WHO = [("SHOP", 1), ("SHOP", 2), ("Shop", None), ("SHOP", None), ("COPY", 1), ("HR", None), ("HR", 3), (None, 2)]
EXPORT = (None, None)
PASTE = ("", None)
"""A load that names no database."""
some_segments = st.frozensets(st.sampled_from("ABCDEF"), max_size=4)


@st.composite
def a_file(draw: st.DrawFn) -> File:
    name, dbid = draw(st.sampled_from([*WHO, *[EXPORT] * 4, *[PASTE] * 3]))
    return File(
        name,
        dbid,
        snap=draw(st.sampled_from([100, 200])),
        segments=draw(some_segments),
        batch=draw(st.sampled_from([None, None, "x", "y"])),
        release=draw(st.sampled_from([None, "19.0.0.0.0", "19.21.0.0.0"])),
        sample=draw(st.sampled_from([False] * 9 + [True])),
    )


number = st.integers(0, 30)
some_steps = st.lists(
    st.one_of(
        st.builds(Send, st.tuples(a_file())),
        st.builds(Send, st.tuples(a_file())),
        st.builds(Send, st.lists(a_file(), min_size=2, max_size=4).map(tuple)),
        st.builds(Drop, number),
        st.builds(Choose, number, number),
        st.builds(Count, number, st.sampled_from(["before", "after", "ignored"])),
    ),
    min_size=2,
    max_size=12,
)


class Fast:
    """As the services do it; what was sent at once is dropped at once."""

    def __init__(self, tx: Session) -> None:
        self.tx = tx
        self.sent: list[tuple[str, list[str], bool]] = []
        self.reports: list[str] = []

    def do(self, step: Step, number: int) -> None:
        match step:
            case Send(files):
                self.send(files, number)
            case Drop(which) if self.sent:
                upload_id, mine, sample = self.sent.pop(which % len(self.sent))
                self.reports = [one for one in self.reports if one not in mine]
                touched = homes(self.tx, mine)
                self.drop(upload_id, mine)
                self.relink(touched, sample)
            case Choose(export, report):
                self.choose(export, report)
            case Count(which, period) if self.reports:
                mine = self.reports[which % len(self.reports)]
                self.count_for(mine, period)
                self.relink(homes(self.tx, [mine]), reports.get(self.tx, mine).facts.sample)
            case _:
                pass
        self.tx.flush()
        self.tx.expire_all()

    def send(self, files: Sequence[File], number: int) -> None:
        sample, upload_id = files[0].sample, self.an_upload(f"{number}", None, None)
        mine = []
        for place, file in enumerate(files):
            label = f"{number}-{place}"
            alone = len(files) == 1
            batch = file.batch if alone else upload_id
            member = upload_id if alone else self.an_upload(label, upload_id, batch)
            document = made(file, label)
            facts = describe(document, file=label, sha256=None, sample=sample)
            packed = reports.packed(documents.encode(document), segment_names(document))
            mine.append(reports.add(self.tx, facts, packed, upload_id=member, period="before", batch=batch))
            self.link(mine[-1])
        self.tx.flush()
        self.tx.expire_all()
        self.sent.append((upload_id, mine, sample))
        self.reports += mine
        self.relink(homes(self.tx, mine), sample)

    def an_upload(self, label: str, archive_id: str | None, batch: str | None) -> str:
        new = uploads.add(self.tx, NewUpload(label, 1, label, "before", batch=batch, archive_id=archive_id))
        assert new is not None
        return new.id

    def choose(self, export: int, report: int) -> None:
        every = [reports.get(self.tx, one) for one in self.reports]
        exports = [one for one in every if one.facts.anonymous]
        named = [one for one in every if not one.facts.anonymous]
        if not exports or not named:
            return
        one, database_id = exports[export % len(exports)], named[report % len(named)].database_id
        assert database_id is not None
        old = homes(self.tx, [one.id])
        self.choose_database(one.id, database_id)
        if old:
            self.relink(old, one.facts.sample)

    def link(self, report_id: str) -> None:
        link_report.link_report(self.tx, report_id, None)

    def drop(self, upload_id: str, report_ids: Sequence[str]) -> None:
        uploads.delete(self.tx, upload_id, BY_ITSELF)
        assert not any(self.tx.get(ReportRow, one) for one in report_ids)

    def choose_database(self, report_id: str, database_id: str) -> None:
        link_report.choose_database(self.tx, reports.get(self.tx, report_id), database_id)

    def count_for(self, report_id: str, period: Period) -> None:
        reports.choose_period(self.tx, report_id, period)

    def relink(self, database_ids: set[str], sample: bool) -> None:
        self.tx.flush()
        link_report.relink(self.tx, database_ids, sample)


class Whole(Fast):
    """As it is defined."""

    def link(self, report_id: str) -> None:
        whole_links.link_report(self.tx, report_id)

    def drop(self, upload_id: str, report_ids: Sequence[str]) -> None:
        for one in report_ids:
            whole_links.remove(self.tx, one)
        uploads.delete(self.tx, upload_id, BY_ITSELF)

    def choose_database(self, report_id: str, database_id: str) -> None:
        whole_links.choose_database(self.tx, report_id, database_id)

    def count_for(self, report_id: str, period: Period) -> None:
        whole_links.choose_period(self.tx, report_id, period)

    def relink(self, database_ids: set[str], sample: bool) -> None:
        whole_links.relink(self.tx, database_ids, sample)


def made(file: File, label: str) -> Workload | Inventory:
    source = Source(kind="awr-html", file=label)
    if (file.name, file.dbid) == EXPORT:
        return some_sizes(*((name, float(len(label))) for name in sorted(file.segments)))
    named = Database() if (file.name, file.dbid) == PASTE else Database(file.name, file.dbid, release=file.release)
    return a_workload(
        database=named,
        segments=tuple(a_segment(name, reads=1000.0) for name in sorted(file.segments)),
        snaps=(file.snap, file.snap + 1),
        source=source,
    )


def homes(tx: Session, report_ids: Sequence[str]) -> set[str]:
    found = tx.scalars(select(ReportRow.database_id).where(ReportRow.id.in_(report_ids)).distinct())
    return {one for one in found if one is not None}


def picture(tx: Session) -> list[object]:
    """Of every database and every document, identifiers apart."""
    known = {one.id: one for one in tx.scalars(select(DatabaseRow))}
    said = {key: (one.link_key, one.name, one.dbid, one.release, one.rac, one.platform) for key, one in known.items()}
    of_reports: list[object] = []
    for row in tx.scalars(select(ReportRow).order_by(ReportRow.file, ReportRow.id)):
        home = said[row.database_id] if row.database_id else None
        of_reports.append((row.file, home, row.linked_by, row.period, row.link_warning))
    return [sorted(map(str, said.values())), *of_reports]


@pytest.fixture(scope="module")
def two_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    folder: Path = tmp_path_factory.mktemp("links")
    stores = Store(f"sqlite:///{folder}/fast.db"), Store(f"sqlite:///{folder}/whole.db")
    for store in stores:
        schema.upgrade(store.engine, MIGRATIONS)
    yield stores
    for store in stores:
        store.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=some_steps)
def test_the_same_as_all_worked_out_anew(two_stores: tuple[Store, Store], steps: list[Step]) -> None:
    fast_store, whole_store = two_stores
    with fast_store.write(ITSELF) as tx, whole_store.write(ITSELF) as other:
        fast, whole = Fast(tx), Whole(other)
        for number, step in enumerate(steps):
            fast.do(step, number)
            whole.do(step, number)
            assert picture(tx) == picture(other)
        for upload_id, mine, sample in fast.sent:
            touched = homes(tx, mine)
            fast.drop(upload_id, mine)
            fast.relink(touched, sample)
        assert databases.list_all(tx) == []
        assert tx.scalars(select(UnsettledRow)).all() == []
        tx.rollback()
        other.rollback()
