"""A bucket that lags, lies or answers garbage fills up with nothing, holds up nobody, and has lost no file when it is well again.

`robustness/faulty_stores.py` does the same to the whole product, with 45 uploads at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.return_job import let_wait
from segtier.store import jobs
from segtier.store.blob_bucket import BlobBucket
from segtier.store.faults import passing_fault
from segtier.store.s3 import Bucket, Patience
from tests.faulty_store import KINDS, FaultyStore, Kind, faulty_store, silent
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.integration.served import served, until
from tests.object_store import ObjectStore

SHORT = Patience(connect_s=2, silence_s=0.5, answer_s=1.0, brief_s=0.5)
MORE_THAN_THREADS = 45


@pytest.fixture(scope="module")
def proxy(store_server: ObjectStore) -> Iterator[FaultyStore]:
    with faulty_store(store_server.endpoint) as running:
        yield running


@pytest.fixture
def in_bucket(
    context: Context, proxy: FaultyStore, store_server: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Context:
    """Its files are in an empty bucket behind the proxy, and nothing waits long."""
    monkeypatch.setattr(jobs, "LOOK_AGAIN", timedelta(microseconds=-1))
    place = replace(store_server.new_place(), endpoint=proxy.endpoint)
    proxy.heal()
    return replace(context, blobs=BlobBucket(Bucket(place, SHORT), "team/segtier", tmp_path / "copies"))


def sent(client: httpx.Client, name: str, data: bytes) -> httpx.Response:
    return client.post("/uploads", files={"file": (name, data)})


def tried(context: Context) -> None:
    """As a worker does it, once for each job that waits."""
    waiting = True
    for _ in range(3):
        lease = claim_next(context, "one") if waiting else None
        waiting = lease is not None
        if lease is None:
            return
        try:
            ingest_upload(context, lease)
        except Exception as fault:
            passing = passing_fault(fault)
            assert passing is not None, repr(fault)
            let_wait(context, lease, passing.code)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_faulty_store(in_bucket: Context, proxy: FaultyStore, kind: Kind) -> None:
    files = {f"{number}.json": a_report(snap=100 + number) for number in range(3)}
    with served(in_bucket) as running, running.client() as client, ThreadPoolExecutor(len(files)) as pool:
        assert sent(client, "before.json", a_report(snap=500)).status_code == 202
        proxy.begin(kind)
        answers = pool.map(lambda name: sent(client, name, files[name]), files)
        assert [client.get(path).status_code for path in ("/me", "/databases")] == [200, 200]
        taken = {name: answer for name, answer in zip(files, answers, strict=True)}
        tried(in_bucket)
        most = max(proxy.writes.values())
        assert proxy.asked
        proxy.heal()
        for name, answer in taken.items():
            if answer.status_code != 202:
                assert (answer.status_code, answer.json()["code"]) == (503, "files-away")
                assert answer.headers["Retry-After"]
                assert sent(client, name, files[name]).status_code == 202
        work_through(in_bucket)
        states = {one["file"]: one["state"] for one in client.get("/uploads").json()["items"]}
    assert most <= 2, "bytes of one upload were stored more often"
    assert states == dict.fromkeys((*files, "before.json"), "succeeded")


@pytest.mark.parametrize("migrated_store", ["sqlite"], indirect=True)
def test_more_uploads_than_threads_wait_for_a_store_and_all_else_is_answered(
    in_bucket: Context, proxy: FaultyStore
) -> None:
    with served(in_bucket) as running, running.client() as client, ThreadPoolExecutor(MORE_THAN_THREADS) as pool:
        proxy.begin(silent)
        answers = pool.map(lambda number: sent(client, "a.json", a_report(snap=number)), range(MORE_THAN_THREADS))
        until(lambda: running.open_requests == MORE_THAN_THREADS)
        assert [client.get(path).status_code for path in ("/me", "/databases")] == [200, 200]
        assert running.open_requests >= MORE_THAN_THREADS // 2, "they were answered while uploads waited"
        assert {answer.status_code for answer in answers} == {503}
        proxy.heal()
