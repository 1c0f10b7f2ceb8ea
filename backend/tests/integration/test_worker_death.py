"""A worker killed with -9 in mid-work loses nothing: every file has exactly one result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO

import pytest
from sqlalchemy import func, select

from segtier.model.account import ITSELF
from segtier.reading.readers import Readers
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.manage_uploads import list_uploads
from segtier.store import schema
from segtier.store.engine import Store
from segtier.store.records import FINISHED
from segtier.store.tables import JobRow, ReportRow
from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.conftest import MIGRATIONS
from tests.integration.files import many_sizes
from tests.integration.kept_installation import opened
from tests.integration.served import until
from tests.patience import PATIENCE_S
from tests.stack import SETUPS, Product, Setup

FILES, KILLS = 50, 5
FEW_ROWS, MANY_ROWS = 2_000, 15_000
"""Reading few takes a tenth of a second, many half of one: a worker that is seen to have a job is killed before it is done."""


@pytest.fixture(scope="module", params=SETUPS)
def lonely(request: pytest.FixtureRequest) -> Iterator[Product]:
    """A product of its own, because its workers are going to be killed; it replaces one after ten seconds of silence: on a
    busy machine a good one is silent for a few.
    """
    with a_fresh_setup(request, request.param) as setup:
        setup.env["SEGTIER_WORKER_SILENT_S"] = "10"
        with Product(setup, "--port", "0") as running:
            yield running


class Jobs:
    """Looks at the queue behind the product's back."""

    def __init__(self, setup: Setup) -> None:
        self.store = Store(setup.database_url)

    def close(self) -> None:
        self.store.close()

    def running(self) -> list[tuple[str, str, int]]:
        """(job, worker, attempt) of every job that is worked on now."""
        query = select(JobRow.id, JobRow.worker, JobRow.attempt).where(JobRow.state == "running")
        with self.store.read() as tx:
            return [(job, str(worker), attempt) for job, worker, attempt in tx.execute(query)]

    def attempt(self, job_id: str) -> int:
        with self.store.read() as tx:
            return tx.execute(select(JobRow.attempt).where(JobRow.id == job_id)).scalar_one()

    def results_per_upload(self) -> list[int]:
        query = select(func.count()).select_from(ReportRow).group_by(ReportRow.upload_id)
        with self.store.read() as tx:
            return list(tx.execute(query).scalars())


def a_busy_worker(jobs: Jobs) -> int:
    """The process number of a worker that has a job in hand."""
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        for _job, worker, _attempt in jobs.running():
            return int(worker.rpartition(":")[2])
        time.sleep(0.01)
    raise AssertionError("no worker took a job")


def kill_a_busy_worker(jobs: Jobs) -> tuple[str, int]:
    """Kill -9 a worker and its readers in the middle of a job; gives the job and the attempt that was lost."""
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        for job, worker, attempt in jobs.running():
            try:
                os.killpg(int(worker.rpartition(":")[2]), signal.SIGKILL)
            except ProcessLookupError:
                continue  # the worker of an earlier kill; its job is not taken up again yet
            return job, attempt
        time.sleep(0.01)
    raise AssertionError("no worker took a job")


def seconds_until_taken_up(jobs: Jobs, job_id: str, attempt: int) -> float:
    begin_s = time.monotonic()
    while jobs.attempt(job_id) == attempt:
        assert time.monotonic() - begin_s < PATIENCE_S, f"{job_id} was not taken up again"
        time.sleep(0.05)
    return time.monotonic() - begin_s


def upload_many(client: Client, files: int, rows: int) -> None:
    for number in range(files):
        client.upload(f"sizes-{number}.csv", many_sizes(rows, number))


def test_fifty_files_five_kills_one_result_each(lonely: Product) -> None:
    """Uploads go on meanwhile."""
    with closing(Jobs(lonely.setup)) as jobs, Client(lonely.url) as client:
        with ThreadPoolExecutor(1) as pool:
            uploading = pool.submit(upload_many, client, FILES, FEW_ROWS)
            for _ in range(KILLS):
                kill_a_busy_worker(jobs)
            uploading.result()
        uploads = client.finished()
        results = jobs.results_per_upload()
    assert [upload["state"] for upload in uploads] == ["succeeded"] * FILES
    assert results == [1] * FILES


def test_a_worker_that_hangs_is_replaced(lonely: Product) -> None:
    """Stopped in the middle of a job, as a process that hangs: nobody sees it die, and its signs of life end."""
    with closing(Jobs(lonely.setup)) as jobs, Client(lonely.url) as client:
        client.remove_everything()
        upload_many(client, 4, MANY_ROWS)
        os.kill(a_busy_worker(jobs), signal.SIGSTOP)
        uploads = client.finished()
        results = jobs.results_per_upload()
    assert [upload["state"] for upload in uploads] == ["succeeded"] * 4
    assert results == [1] * 4


@pytest.fixture(params=SETUPS)
def deserted(request: pytest.FixtureRequest, readers: Readers) -> Iterator[tuple[Setup, Context]]:
    """Database and files without a product: nobody restarts a worker and nobody sees it die; a lost job is taken up after
    ten seconds.
    """
    with a_fresh_setup(request, request.param) as setup:
        setup.env.update({"SEGTIER_LEASE_S": "10", "SEGTIER_REAP_EVERY_S": "1"})
        context = opened(setup.database_url, setup.data_dir, readers)
        with closing(context.store):
            schema.upgrade(context.store.engine, MIGRATIONS)
            yield setup, context


def test_another_worker_takes_over_when_the_lease_lapses(deserted: tuple[Setup, Context]) -> None:
    setup, context = deserted
    workers = [a_worker(setup) for _ in range(2)]
    try:
        for number in range(4):
            data = BytesIO(many_sizes(MANY_ROWS, number))
            accept_upload(context, ITSELF, data, file=f"sizes-{number}.csv", period="before")
        with closing(Jobs(setup)) as jobs:
            waited_s = seconds_until_taken_up(jobs, *kill_a_busy_worker(jobs))
            until(lambda: all(one.job.state in FINISHED for one in list_uploads(context, 200)))
            results = jobs.results_per_upload()
        print(f"\n{setup.name}: taken over by another worker after {waited_s:.1f} s")
        assert [one.job.state for one in list_uploads(context, 200)] == ["succeeded"] * 4
        assert results == [1] * 4
    finally:
        for worker in workers:
            stop(worker)


def a_worker(setup: Setup) -> subprocess.Popen[bytes]:
    """Without anybody who watches over it, but for the test."""
    command = [sys.executable, "-P", "-m", "segtier.cli.main", "worker", "--parent", str(os.getpid())]
    return subprocess.Popen(command, env={**os.environ, **setup.env}, start_new_session=True)


def stop(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        worker.terminate()
    worker.wait(timeout=PATIENCE_S)
