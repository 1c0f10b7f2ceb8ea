"""What is kept of the segments that databases and exports list: the same from the documents as from their coming and going."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import select
from sqlalchemy.orm import Session

from segtier import documents
from segtier.model.account import ITSELF
from segtier.model.inventory import Inventory
from segtier.model.workload import Database, Workload
from segtier.reading.describe import describe, segment_names
from segtier.services.arrange_database import BY_ITSELF
from segtier.services.link_report import choose_database, link_report, relink
from segtier.store import listed, reports, schema, uploads
from segtier.store.engine import Store
from segtier.store.tables import DatabaseRow, ExportSegmentRow, ListedSegmentRow, ReportRow, SharedSegmentsRow
from segtier.store.uploads import NewUpload
from tests.builders import a_segment, a_workload, some_sizes
from tests.integration.conftest import MIGRATIONS

MANY = tuple(f"T{number}" for number in range(1_200))
"""More than one statement takes as values."""


def a_report(dbid: int, *segments: str, snap: int = 100) -> Workload:
    return a_workload(
        database=Database(name=f"DB{dbid}", dbid=dbid),
        segments=tuple(a_segment(name, reads=1.0) for name in segments),
        snaps=(snap, snap + 1),
    )


def an_export(*segments: str) -> Inventory:
    return some_sizes(*((name, 10.0) for name in segments))


def send(tx: Session, label: str, document: Workload | Inventory, batch: str | None = None) -> str:
    """As a worker does; gives the upload."""
    upload = uploads.add(tx, NewUpload(label, 1, label, "before", batch=batch))
    assert upload is not None
    facts = describe(document, file=label, sha256=label, sample=False)
    packed = reports.packed(documents.encode(document), segment_names(document))
    report_id = reports.add(tx, facts, packed, upload_id=upload.id, period="before", batch=batch)
    link_report(tx, report_id, None)
    tx.flush()
    relink(tx, reports.databases_of_uploads(tx, upload.id), False)
    return upload.id


def remove(tx: Session, upload_id: str) -> None:
    touched = reports.databases_of_uploads(tx, upload_id)
    uploads.delete(tx, upload_id, BY_ITSELF)
    relink(tx, touched, False)


def kept(tx: Session) -> dict[str, list[tuple[object, ...]]]:
    """By database and file; the numbers of segments as they are."""
    rows = {
        "listed": select(DatabaseRow.dbid, ListedSegmentRow.segment, ListedSegmentRow.reports).join_from(
            ListedSegmentRow, DatabaseRow
        ),
        "exports": select(ReportRow.file, ExportSegmentRow.segment).join_from(ExportSegmentRow, ReportRow),
        "shared": select(ReportRow.file, DatabaseRow.dbid, SharedSegmentsRow.segments)
        .join_from(SharedSegmentsRow, ReportRow, SharedSegmentsRow.report_id == ReportRow.id)
        .join(DatabaseRow, DatabaseRow.id == SharedSegmentsRow.database_id),
    }
    return {name: sorted(tuple(row) for row in tx.execute(query)) for name, query in rows.items()}


def links(tx: Session) -> dict[str | None, int | None]:
    """The DBID of the database each file belongs to."""
    tx.flush()
    query = select(ReportRow.file, DatabaseRow.dbid).outerjoin(DatabaseRow, DatabaseRow.id == ReportRow.database_id)
    return dict(tx.execute(query).all())


def numbered(*names: str) -> list[int]:
    return sorted(listed.numbers(f"SHOP.{name}" for name in names))


def a_fleet(tx: Session) -> dict[str, str]:
    """Two databases and exports that come from one, from the other and from who knows; gives their uploads by file."""
    return {
        "of 1": send(tx, "of 1", a_report(1, "A", "B", *MANY)),
        "of 1 later": send(tx, "of 1 later", a_report(1, "A", "C", snap=200)),
        "of 2": send(tx, "of 2", a_report(2, "A", "X", "Y"), batch="sent together"),
        "export of 1": send(tx, "export of 1", an_export("A", "B", "Z", *MANY)),
        "export of 2": send(tx, "export of 2", an_export("X")),
        "export of either": send(tx, "export of either", an_export("A")),
        "export of none": send(tx, "export of none", an_export("N")),
        "export beside": send(tx, "export beside", an_export("B"), batch="sent together"),
    }


def test_exports_belong_where_their_segments_are(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        sent = a_fleet(tx)
        belong = links(tx)
        assert [belong[f"export of {who}"] for who in (1, 2, "either", "none")] == [1, 2, None, None]
        assert belong["export beside"] == 2
        more = send(tx, "of 2 later", a_report(2, "B", "Z", *MANY, snap=200))
        assert links(tx)["export of 1"] == 2  # which shares Z with it, too
        remove(tx, more)
        assert links(tx) == belong
        remove(tx, sent["of 1"])
        assert links(tx)["export of 1"] is None  # A is in both
        remove(tx, sent["of 1 later"])
        assert {links(tx)[one] for one in ("export of 1", "export of either")} == {2}


def test_counts_go_as_they_came(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        sent = a_fleet(tx)
        before = kept(tx)
        assert [row[1:] for row in before["listed"] if row[0] == 2] == [(number, 1) for number in numbered(*"AXY")]
        assert ("export of 1", 1, len(MANY) + 2) in before["shared"]
        assert "export beside" not in {row[0] for row in before["exports"]}
        remove(tx, send(tx, "of 1 once more", a_report(1, "A", "New", "Z", snap=300)))
        assert kept(tx) == before
        for upload_id in sent.values():
            remove(tx, upload_id)
        assert kept(tx) == {"listed": [], "exports": [], "shared": []}


def test_a_chosen_export_is_compared_no_more(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        sent = a_fleet(tx)
        (export,) = reports.of_upload(tx, sent["export of 1"])
        (other,) = reports.of_upload(tx, sent["of 2"])
        assert other.database_id is not None
        choose_database(tx, export, other.database_id)
        assert "export of 1" not in {row[0] for name in ("exports", "shared") for row in kept(tx)[name]}
        send(tx, "of 1 once more", a_report(1, "Z", snap=300))
        assert links(tx)["export of 1"] == 2


def test_a_migration_finds_the_same_in_the_documents(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        sent = a_fleet(tx)
        before, belong = kept(tx), links(tx)
        called = tx.execute(select(ReportRow.file, ReportRow.called).order_by(ReportRow.file)).all()
    schema.run(empty_store.engine, MIGRATIONS, lambda config: command.downgrade(config, "0020"))
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        assert kept(tx) == before
        assert tx.execute(select(ReportRow.file, ReportRow.called).order_by(ReportRow.file)).all() == called
        assert links(tx) == belong
        relink(tx, (), False)
        assert links(tx) == belong
        remove(tx, sent["of 1"])
        assert links(tx)["export of 1"] is None


@pytest.mark.parametrize("name", ["shop", "Shop", "größe"])
def test_a_name_is_found_whatever_its_case(empty_store: Store, name: str) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    with empty_store.write(ITSELF) as tx:
        send(tx, "by name", a_workload(database=Database(name=name), segments=(), snaps=(1, 2)))
        dated = Database(name=name.upper(), dbid=7)
        send(tx, "by dbid", a_workload(database=dated, segments=(), snaps=(3, 4)))
        assert links(tx) == {"by name": 7, "by dbid": 7}
