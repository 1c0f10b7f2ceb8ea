"""A bucket that lags, lies or answers garbage fills up with nothing, holds up nobody, and has lost no file when it is well again.

`robustness/faulty_stores.py` does the same to the whole product, with 45 uploads at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count

import httpx
import pytest

from segtier.services import return_job
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.return_job import let_wait
from segtier.store import jobs
from segtier.store.blob_bucket import BlobBucket
from segtier.store.faults import passing_fault
from segtier.store.s3 import Bucket, Patience
from tests.faulty_store import (
    KINDS,
    FaultyStore,
    Kind,
    a_get_of_other_bytes,
    a_list_that_lags,
    faulty_store,
    silent,
)
from tests.integration.contexts import a_context
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.integration.served import SECRET, Served, served, until
from tests.object_store import ObjectStore
from tests.patience import PATIENCE_S

SHORT = Patience(connect_s=2, silence_s=0.5, answer_s=1.0, brief_s=0.5)
PLACES_TO_WAIT = 20
MORE_THAN_THREADS = 45


@dataclass(frozen=True)
class Installation:
    """Its files are in a bucket behind the proxy, and nothing waits long."""

    context: Context
    proxy: FaultyStore
    served: Served
    client: httpx.Client
    snaps: Iterator[int]

    def send(self, snap: int) -> httpx.Response:
        return self.client.post("/uploads", files={"file": (f"{snap}.json", a_report(snap=snap))})

    def states(self) -> dict[str, str]:
        items = self.client.get("/uploads", params={"limit": 200}).json()["items"]
        return {one["file"]: one["state"] for one in items}


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.xdist_group(f"faulty stores, {name}")) for name in ("sqlite",)],
)
def installed(
    request: pytest.FixtureRequest, store_server: ObjectStore, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("faulty")
    with faulty_store(store_server.endpoint) as proxy, a_context(request, folder) as plain:
        bucket = Bucket(replace(store_server.new_place(), endpoint=proxy.endpoint), SHORT)
        context = replace(plain, blobs=BlobBucket(bucket, "team/segtier", folder / "copies"))
        once = httpx.Limits(max_keepalive_connections=0)  # between two requests a server may hang up
        headers = {"Authorization": f"Bearer {SECRET}"}
        with (
            served(context) as running,
            httpx.Client(base_url=f"{running.url}/api/v1", headers=headers, timeout=PATIENCE_S, limits=once) as client,
        ):
            yield Installation(context, proxy, running, client, count(100))


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LOOK_AGAIN", timedelta(microseconds=-1))


def try_to_read(context: Context) -> None:
    """As a worker does, once each of a few jobs that wait."""
    for _ in range(3):
        lease = claim_next(context, "one")
        if lease is None:
            return
        try:
            ingest_upload(context, lease)
        except Exception as fault:
            passing = passing_fault(fault)
            if passing is None:
                raise
            let_wait(context, lease, passing.code)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_faulty_store(installed: Installation, kind: Kind) -> None:
    before, *snaps = (next(installed.snaps) for _ in range(4))
    assert installed.send(before).status_code == 202
    installed.proxy.begin(kind)
    with ThreadPoolExecutor(len(snaps)) as pool:
        waiting = pool.map(installed.send, snaps)
        others = [installed.client.get(path).status_code for path in ("/me", "/databases")]
        answers = list(waiting)
    try_to_read(installed.context)
    most = max(installed.proxy.writes.values())
    installed.proxy.heal()
    assert (most <= 2, others) == (True, [200, 200]), f"the bytes of one upload were stored {most} times"
    for snap, answer in zip(snaps, answers, strict=True):
        if answer.status_code != 202:
            assert (answer.status_code, answer.json()["code"]) == (503, "files-away"), answer.text
            assert answer.headers["Retry-After"]
            assert installed.send(snap).status_code == 202
    work_through(installed.context)
    assert {installed.states()[f"{snap}.json"] for snap in (before, *snaps)} == {"succeeded"}


def test_a_list_that_lags_refuses_no_upload(installed: Installation) -> None:
    snap = next(installed.snaps)
    installed.proxy.begin(a_list_that_lags)
    assert installed.send(snap).status_code == 202
    assert list(installed.proxy.writes.values()) == [1]
    installed.proxy.heal()
    work_through(installed.context)


def test_bytes_that_stay_damaged_are_said_to_be_so_in_the_end(
    installed: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(return_job, "_LOOKS", 3)
    snap = next(installed.snaps)
    assert installed.send(snap).status_code == 202
    installed.proxy.begin(a_get_of_other_bytes)
    ends = [job and (job.state, job.waits_for) for job in work_through(installed.context)]
    installed.proxy.heal()
    assert ends == [("queued", "files-away"), ("queued", "files-away"), ("failed", None)]
    upload = installed.send(snap).json()
    assert (upload["duplicate_of"], upload["state"]) == (upload["id"], "queued"), "sent anew, it is read"
    work_through(installed.context)
    assert installed.states()[f"{snap}.json"] == "succeeded"


def test_more_uploads_than_threads_wait_for_a_store_and_all_else_is_answered(installed: Installation) -> None:
    snaps = [next(installed.snaps) for _ in range(MORE_THAN_THREADS)]
    installed.proxy.begin(silent)
    with ThreadPoolExecutor(len(snaps)) as pool:
        waiting = pool.map(installed.send, snaps)
        until(lambda: installed.served.open_requests == MORE_THAN_THREADS)
        others = [installed.client.get(path).status_code for path in ("/me", "/databases")]
        left = installed.served.open_requests
        answers = [answer.status_code for answer in waiting]
    installed.proxy.heal()
    assert (others, set(answers)) == ([200, 200], {503})
    assert left > MORE_THAN_THREADS - PLACES_TO_WAIT, "they were answered before most uploads were"
