"""The hours that are kept of reports: made as they are read, made anew by another version, gone with their report."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select, update

from segtier import __version__
from segtier.model.account import ITSELF
from segtier.store.engine import Store
from segtier.store.tables import HourRow
from tests.client import Client
from tests.integration.files import a_report
from tests.stack import Setup

SNAPS = (100, 101, 102)


@pytest.fixture
def store(setup: Setup) -> Iterator[Store]:
    opened = Store(setup.database_url)
    yield opened
    opened.close()


def kept(store: Store) -> dict[str, HourRow]:
    with store.read() as tx:
        return {row.report_id: row for row in tx.scalars(select(HourRow))}


def test_an_answer_is_the_same_by_hours_of_any_version(client: Client, setup: Setup, store: Store) -> None:
    uploads = [client.upload(f"{snap}.json", a_report(snap=snap)) for snap in SNAPS]
    client.finished()
    (found,) = client.get("/databases")["items"]
    before = kept(store)
    assert len(before) == len(SNAPS)
    assert all(row.hour and row.figures and row.engine_version == __version__ for row in before.values())
    advice = client.get(f"/databases/{found['id']}/advice")
    answers = list((setup.data_dir / "answers").iterdir())
    with store.write(ITSELF) as tx:
        tx.execute(update(HourRow).values(engine_version="0.0.0", hour=b"of another layout", figures=b""))
    for answer in answers:
        answer.unlink()

    assert client.get(f"/databases/{found['id']}/advice") == advice

    assert {name: (row.hour, row.engine_version) for name, row in kept(store).items()} == {
        name: (row.hour, row.engine_version) for name, row in before.items()
    }
    client.call("DELETE", f"/api/v1/uploads/{uploads[0]['id']}")
    assert len(kept(store)) == len(SNAPS) - 1
