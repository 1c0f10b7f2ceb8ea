"""The queue of record: one result per job, whoever dies, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from segtier.services import ingest_upload as ingest
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.manage_uploads import delete_upload, get_job, get_upload, list_uploads
from segtier.services.reap_jobs import reap_jobs
from segtier.store.records import Lease, UploadRecord
from tests.integration.files import a_report

LEASE_S = 0.2


def accepted(context: Context, data: bytes | None = None) -> UploadRecord:
    return accept_upload(context, BytesIO(data or a_report()), file="a.json", period="before").upload


def claimed(context: Context, job_id: str, worker: str = "one") -> Lease:
    lease = ingest.claim_job(context, job_id, worker)
    assert lease is not None
    return lease


def test_an_accepted_upload_rings_once_and_waits(context: Context, rung: list[str]) -> None:
    upload = accepted(context)
    assert rung == [upload.job.id]
    assert (upload.job.state, upload.job.stage, upload.job.attempt) == ("queued", "received", 0)


def test_of_many_workers_one_gets_the_job(context: Context) -> None:
    job_id = accepted(context).job.id
    with ThreadPoolExecutor(8) as pool:
        leases = list(pool.map(lambda number: ingest.claim_job(context, job_id, f"w{number}"), range(16)))
    assert sum(lease is not None for lease in leases) == 1


def test_a_worker_that_lost_its_lease_writes_nothing(context: Context) -> None:
    upload = accepted(context)
    slow = claimed(context, upload.job.id, "slow")
    time.sleep(LEASE_S * 1.5)
    assert reap_jobs(context, LEASE_S, 3).requeued == (upload.job.id,)
    quick = claimed(context, upload.job.id, "quick")
    assert ingest.ingest_upload(context, slow) is None
    assert get_upload(context, upload.id).report_id is None
    assert not ingest.keep_lease(context, slow)
    done = ingest.ingest_upload(context, quick)
    assert done is not None
    assert (done.state, done.attempt) == ("succeeded", 2)


def test_two_workers_on_the_same_job_leave_one_result(context: Context) -> None:
    upload = accepted(context)
    slow = claimed(context, upload.job.id, "slow")
    time.sleep(LEASE_S * 1.5)
    reap_jobs(context, LEASE_S, 3)
    quick = claimed(context, upload.job.id, "quick")
    start = threading.Barrier(2)

    def work(lease: Lease) -> object:
        start.wait()
        return ingest.ingest_upload(context, lease)

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(work, (slow, quick)))
    assert [result is not None for result in results] == [False, True]
    assert get_upload(context, upload.id).report_id is not None


def test_a_live_worker_keeps_its_job(context: Context) -> None:
    lease = claimed(context, accepted(context).job.id)
    for _ in range(4):
        time.sleep(LEASE_S / 2)
        assert ingest.keep_lease(context, lease)
        assert reap_jobs(context, LEASE_S, 3).requeued == ()


def test_a_job_that_kills_three_workers_is_set_aside(context: Context) -> None:
    job_id = accepted(context).job.id
    for _ in range(3):
        claimed(context, job_id)
        time.sleep(LEASE_S * 1.5)
        reaped = reap_jobs(context, LEASE_S, 3)
    assert reaped.quarantined == (job_id,)
    job = get_job(context, job_id)
    assert job.error is not None
    assert (job.state, job.attempt, job.error.code) == ("quarantined", 3, "worker-lost")


def test_a_lost_bell_rings_again(context: Context, rung: list[str]) -> None:
    job_id = accepted(context).job.id
    rung.clear()
    assert reap_jobs(context, LEASE_S, 3).rung_again == ()
    time.sleep(LEASE_S * 1.5)
    assert reap_jobs(context, LEASE_S, 3).rung_again == (job_id,)
    assert reap_jobs(context, LEASE_S, 3).rung_again == ()
    assert rung == [job_id]


def test_our_own_fault_is_tried_again_and_then_set_aside(context: Context, rung: list[str]) -> None:
    job_id = accepted(context).job.id
    for attempt in (1, 2, 3):
        lease = claimed(context, job_id)
        assert lease.attempt == attempt
        ingest.give_back(context, lease, ZeroDivisionError("secret detail"))
    job = get_job(context, job_id)
    assert job.error is not None
    assert (job.state, job.error.code) == ("quarantined", "internal")
    assert "secret" not in job.error.message
    assert rung == [job_id] * 3


def test_a_deleted_upload_is_not_brought_back_by_its_worker(context: Context) -> None:
    upload = accepted(context)
    lease = claimed(context, upload.job.id)
    delete_upload(context, upload.id)
    assert ingest.ingest_upload(context, lease) is None
    assert list_uploads(context, 10, None) == ([], None)


def test_fifty_uploads_of_the_same_file_at_once_are_one(context: Context) -> None:
    with ThreadPoolExecutor(10) as pool:
        uploads = list(pool.map(lambda _: accepted(context), range(50)))
    assert len({upload.id for upload in uploads}) == 1


def test_reapers_do_not_disturb_each_other(context: Context, rung: list[str]) -> None:
    jobs = [accepted(context, a_report(snap=snap)).job.id for snap in range(20)]
    for job_id in jobs:
        claimed(context, job_id)
    rung.clear()
    time.sleep(LEASE_S * 1.5)
    with ThreadPoolExecutor(4) as pool:
        reaped = list(pool.map(lambda _: reap_jobs(context, LEASE_S, 3).requeued, range(4)))
    assert sorted(job_id for requeued in reaped for job_id in requeued) == sorted(jobs)
    assert sorted(rung) == sorted(jobs)
