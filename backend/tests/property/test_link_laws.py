"""The same documents hang together in the same way, in whatever order they came, and whatever came and went between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from segtier import documents
from segtier.model.account import ITSELF
from segtier.model.workload import Database, Source
from segtier.reading.describe import describe, segment_names
from segtier.services.link_report import link_report, relink
from segtier.store import databases, reports, schema
from segtier.store.engine import Store
from tests.builders import a_segment, a_workload, some_sizes
from tests.integration.conftest import MIGRATIONS


@dataclass(frozen=True)
class File:
    """A report of an hour, or an export without a database where neither name nor DBID is given."""

    file: str
    name: str | None = None
    dbid: int | None = None
    snap: int = 100
    segments: tuple[str, ...] = ("ORDERS",)
    period: str = "before"
    release: str | None = "19.0.0.0.0"
    batch: str | None = None
    standby: str | None = None
    by_hand: str | None = None
    """The period a user chooses for it once it is there."""


POOL = (
    File("shop 1", "SHOP", 1),
    File("shop 1 again", "SHOP", 1, segments=("ORDERS", "LINES")),
    File("shop 1 once more", "SHOP", 1, segments=("LINES",), by_hand="before"),
    File("shop 2", "SHOP", 1, snap=200, period="after", release="19.21.0.0.0"),
    File("shop 2 put away", "SHOP", 1, snap=200, period="after", segments=("X",), by_hand="ignored"),
    File("shop, no dbid", "Shop", None, snap=300),
    File("SHOP, no dbid", "SHOP", None, snap=300, segments=("CART",)),
    File("shop's standby", "SHOP", 1, standby="SHOP_DR"),
    File("a copy's", "COPY", 1, snap=400),
    File("a copy's 2", "COPY", 1, snap=500),
    File("another shop", "SHOP", 2, segments=("STAFF",), batch="zip"),
    File("dbid only", None, 2, snap=700),
    File("hr", "HR", None, segments=("SALARY",)),
    File("sizes of orders", segments=("ORDERS", "LINES")),
    File("sizes of staff", segments=("STAFF",), batch="zip"),
    File("sizes of nobody", segments=("NOWHERE",)),
)
Picture = dict[str, tuple[object, ...]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder: Path = tmp_path_factory.mktemp("links")
    opened = Store(f"sqlite:///{folder}/segtier.db")
    schema.upgrade(opened.engine, MIGRATIONS)
    yield opened
    opened.close()


def add(tx: Session, file: File) -> str:
    """As `write_documents` and a user's PATCH do; gives the report's identifier."""
    if file.name is None and file.dbid is None:
        document = some_sizes(*((name, 10.0) for name in file.segments))
    else:
        document = a_workload(
            database=Database(
                name=file.name,
                dbid=file.dbid,
                release=file.release,
                unique_name=file.standby,
                role=None if file.standby is None else "PHYSICAL STANDBY",
            ),
            segments=tuple(a_segment(name, reads=1000.0) for name in file.segments),
            snaps=(file.snap, file.snap + 1),
            source=Source(kind="awr-html", file=file.file),
        )
    facts = describe(document, file=file.file, sha256=None, sample=False)
    packed = reports.packed(documents.encode(document), segment_names(document))
    report_id = reports.add(tx, facts, packed, upload_id=None, period=file.period, batch=file.batch)
    link_report(tx, report_id, None)
    if file.by_hand is not None:
        reports.choose_period(tx, report_id, file.by_hand)
    work_out(tx, report_id)
    return report_id


def work_out(tx: Session, report_id: str) -> None:
    tx.expire_all()
    database_id = reports.get(tx, report_id).database_id
    relink(tx, [] if database_id is None else [database_id], False)


def remove(tx: Session, report_id: str) -> None:
    tx.expire_all()
    database_id = reports.get(tx, report_id).database_id
    reports.delete(tx, report_id)
    relink(tx, [] if database_id is None else [database_id], False)


def picture(tx: Session, ids: Sequence[str]) -> Picture:
    """What a user sees of each file and of its database; identifiers apart."""
    tx.flush()
    tx.expire_all()
    known = {one.id: one for one in databases.list_all(tx)}
    seen: Picture = {"databases": (len(known),)}
    for one in (reports.get(tx, report_id) for report_id in ids):
        home = known[one.database_id] if one.database_id else None
        said = home and (home.name, home.dbid, home.release, home.reports, home.after_reports, home.has_sizes)
        seen[str(one.facts.file)] = (said, one.linked_by, one.period, one.link_warning)
    return seen


def arrive(store: Store, files: Sequence[File], passing: File | None = None) -> Picture:
    """The picture after these files came in this order, and one more came first and went last."""
    with store.write(ITSELF) as tx:
        gone = add(tx, passing) if passing else None
        ids = [add(tx, file) for file in files]
        if gone is not None:
            remove(tx, gone)
        seen = picture(tx, ids)
        tx.rollback()
    return seen


some_files = st.lists(st.sampled_from(POOL), unique=True, min_size=1, max_size=7)
given_time = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given_time
@given(files=some_files, data=st.data())
def test_any_order_gives_the_same(store: Store, files: list[File], data: st.DataObject) -> None:
    other = data.draw(st.permutations(files))
    assert arrive(store, other) == arrive(store, files)


@given_time
@given(files=some_files, passing=st.sampled_from(POOL))
def test_what_came_and_went_leaves_no_trace(store: Store, files: list[File], passing: File) -> None:
    rest = [one for one in files if one != passing]
    assert arrive(store, rest, passing) == arrive(store, rest)


@given_time
@given(files=some_files)
def test_what_was_set_by_hand_stays(store: Store, files: list[File]) -> None:
    seen = arrive(store, files)
    assert all(seen[one.file][2] == one.by_hand for one in files if one.by_hand)


PAIRS = (
    ("name then DBID", "shop, no dbid", "shop 1"),
    ("same hour twice", "shop 1", "shop 1 again"),
    ("by hand beside it", "shop 1 again", "shop 1 once more"),
    ("a copy", "shop 1", "a copy's"),
    ("release of the later", "shop 1", "shop 2"),
)


@pytest.mark.parametrize(("first", "second"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_both_orders(store: Store, first: str, second: str) -> None:
    by_name = {one.file: one for one in POOL}
    files = [by_name[first], by_name[second]]
    seen = arrive(store, files)
    assert arrive(store, files[::-1]) == seen
    assert seen["databases"] == (1,)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_standby_is_a_database_of_its_own(store: Store, reverse: bool) -> None:
    files = [one for one in POOL if one.file in ("shop 1", "shop's standby")]
    seen = arrive(store, files[::-1] if reverse else files)
    assert seen["databases"] == (2,)
    assert [seen[one.file][2] for one in files] == ["before", "before"]
