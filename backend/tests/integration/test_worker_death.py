"""A worker killed with -9 in mid-work loses nothing: every file has exactly one result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import func, select

from segtier.store.engine import Store
from segtier.store.tables import JobRow, ReportRow
from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import many_sizes
from tests.patience import PATIENCE_S
from tests.stack import SETUPS, Product, Setup

FILES, KILLS = 50, 5
ROWS = 15_000


@pytest.fixture(params=SETUPS)
def lonely(request: pytest.FixtureRequest) -> Iterator[Product]:
    """A product of its own, because its workers are going to be killed."""
    with a_fresh_setup(request, request.param) as setup, Product(setup, "--port", "0") as running:
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


def upload_many(client: Client, files: int) -> None:
    for number in range(files):
        client.upload(f"sizes-{number}.csv", many_sizes(ROWS, number))


def test_fifty_files_five_kills_one_result_each(lonely: Product) -> None:
    with closing(Jobs(lonely.setup)) as jobs, Client(lonely.url) as client:
        upload_many(client, FILES)
        for _ in range(KILLS):
            kill_a_busy_worker(jobs)
        uploads = client.finished()
        results = jobs.results_per_upload()
    assert [upload["state"] for upload in uploads] == ["succeeded"] * FILES
    assert results == [1] * FILES


@pytest.fixture(params=SETUPS)
def without_worker(request: pytest.FixtureRequest) -> Iterator[Product]:
    """Web server only: nobody restarts a worker and nobody sees it die; a lost job is taken up after ten seconds."""
    with a_fresh_setup(request, request.param) as setup:
        setup.env["SEGTIER_LEASE_S"] = "10"
        with Product(setup, "--port", "0", "--no-worker") as running:
            yield running


def test_another_worker_takes_over_when_the_lease_lapses(without_worker: Product) -> None:
    first, second = (a_worker(without_worker.setup) for _ in range(2))
    try:
        with closing(Jobs(without_worker.setup)) as jobs, Client(without_worker.url) as client:
            upload_many(client, 4)
            waited_s = seconds_until_taken_up(jobs, *kill_a_busy_worker(jobs))
            uploads = client.finished()
            results = jobs.results_per_upload()
        print(f"\n{without_worker.setup.name}: taken over by another worker after {waited_s:.1f} s")
        assert [upload["state"] for upload in uploads] == ["succeeded"] * 4
        assert results == [1] * 4
    finally:
        for worker in (first, second):
            stop(worker)


def a_worker(setup: Setup) -> subprocess.Popen[bytes]:
    """Without anybody who watches over it, but for the test."""
    command = [sys.executable, "-P", "-m", "segtier.cli.main", "worker", "--parent", str(os.getpid())]
    return subprocess.Popen(command, env={**os.environ, **setup.env}, start_new_session=True)


def stop(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        worker.terminate()
    worker.wait(timeout=PATIENCE_S)


@pytest.fixture(params=SETUPS)
def watched(request: pytest.FixtureRequest) -> Iterator[Product]:
    """A product that replaces a worker after ten seconds of silence: on a busy machine a good one is silent for a few."""
    with a_fresh_setup(request, request.param) as setup:
        setup.env["SEGTIER_WORKER_SILENT_S"] = "10"
        with Product(setup, "--port", "0") as running:
            yield running


def test_a_worker_that_hangs_is_replaced(watched: Product) -> None:
    """Stopped in the middle of a job, as a process that hangs: nobody sees it die, and its signs of life end."""
    with closing(Jobs(watched.setup)) as jobs, Client(watched.url) as client:
        upload_many(client, 4)
        os.kill(a_busy_worker(jobs), signal.SIGSTOP)
        uploads = client.finished()
        results = jobs.results_per_upload()
    assert [upload["state"] for upload in uploads] == ["succeeded"] * 4
    assert results == [1] * 4
