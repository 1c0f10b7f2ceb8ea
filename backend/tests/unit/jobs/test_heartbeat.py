"""Leases on a busy SQLite file: a worker that works keeps its job, however long somebody holds the file."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from segtier.jobs.heartbeat import Ticker
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_job
from segtier.services.reap_jobs import Reaped, reap_jobs
from segtier.settings import Settings
from segtier.store import schema
from segtier.store.blobs import Blobs
from segtier.store.engine import Store

LEASE_S = 1.0
"""A quarter of it is a long wait: longer than a busy test machine makes anybody wait."""
NONE = Reaped((), (), ())


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    store = Store(f"sqlite:///{tmp_path}/segtier.db")
    schema.upgrade(store.engine, Settings().migrations_dir)
    yield Context(store, Blobs(tmp_path / "files"), lambda _: None, upload_max_bytes=1_000_000)
    store.close()


@contextmanager
def held(context: Context, for_s: float) -> Iterator[None]:
    """Somebody else writes for so long."""
    taken = threading.Event()

    def hold() -> None:
        with context.store.write() as tx:
            tx.connection()
            taken.set()
            time.sleep(for_s)

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait()
    yield
    holder.join()


@pytest.mark.parametrize(("held_s", "judged"), [(0.0, True), (LEASE_S / 2, False)])
def test_a_reaper_that_waited_long_itself_judges_nobody(context: Context, held_s: float, judged: bool) -> None:
    job_id = accept_upload(context, BytesIO(b"{}"), file="a.json", period="before").upload.job.id
    assert claim_job(context, job_id, "one") is not None
    time.sleep(LEASE_S * 1.5)
    with held(context, held_s):
        assert (reap_jobs(context, LEASE_S, 3) != NONE) is judged
    if not judged:
        assert reap_jobs(context, LEASE_S, 3).requeued == (job_id,)


@pytest.mark.parametrize(("every_s", "failures", "at_least", "within_s"), [(30.0, 2, 3, 5.0), (0.01, 5, 10, 2.0)])
def test_a_sign_of_life_that_failed_is_given_again_at_once(
    every_s: float, failures: int, at_least: int, within_s: float
) -> None:
    """Not a beat later: the failure has taken its time already."""
    enough, calls = threading.Event(), []

    def tick() -> None:
        calls.append(time.monotonic())
        if len(calls) <= failures:
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        if len(calls) >= at_least:
            enough.set()

    ticker = Ticker(every_s, tick, at_once=True)
    ticker.start()
    assert enough.wait(within_s)
    ticker.stop()


def test_a_lease_outlasts_a_sign_of_life_that_waits_for_the_file_and_fails() -> None:
    """15 s at the door, and another try."""
    assert Settings().lease_s >= 2 * 15
