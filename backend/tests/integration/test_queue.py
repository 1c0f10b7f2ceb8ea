"""The queue of record: one result per job, whoever dies, hangs or waits, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO

import pytest
from sqlalchemy import update

from segtier.model.account import ITSELF
from segtier.reading.reader import ReaderLost
from segtier.services import return_job
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload, keep_lease
from segtier.services.manage_uploads import delete_upload, get_job, get_upload, list_uploads
from segtier.services.reap_jobs import Reaped, reap_jobs, worker_died
from segtier.services.silence import Silence
from segtier.store.engine import now
from segtier.store.records import Lease, UploadRecord
from segtier.store.tables import JobRow
from segtier.store.uploads import Wanted
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import LEASE_S, LOOKS, HandClock, claimed, order_of, reap_silent, taken_over, work_through

NOBODY = Reaped((), ())


def accepted(context: Context, data: bytes | None = None, file: str = "a.json") -> UploadRecord:
    return accept_upload(context, ITSELF, BytesIO(data or a_report()), file=file, period="before").upload


def test_an_accepted_upload_rings_once_and_waits(context: Context, rung: list[str]) -> None:
    upload = accepted(context)
    assert len(rung) == 1
    assert (upload.job.state, upload.job.stage, upload.job.attempt) == ("queued", "received", 0)


def test_an_archive_is_listed_by_the_state_it_is_told_in(context: Context) -> None:
    archive = accepted(context, a_zip({"a.json": a_report(snap=100), "b.json": a_report(snap=200)}), "two.zip")
    ingest_upload(context, claimed(context, archive.job.id))

    def listed() -> dict[str, list[str]]:
        wanted = {state: Wanted(states=(state,)) for state in ("running", "succeeded")}
        return {state: [one.id for one in list_uploads(context, 9, None, these)] for state, these in wanted.items()}

    assert get_upload(context, archive.id).waits_for_members
    assert listed() == {"running": [archive.id], "succeeded": []}
    work_through(context)
    assert listed() == {"running": [], "succeeded": [archive.id]}


def test_of_many_workers_one_gets_the_job(context: Context) -> None:
    accepted(context)
    with ThreadPoolExecutor(8) as pool:
        leases = list(pool.map(lambda number: claim_next(context, f"w{number}"), range(16)))
    assert sum(lease is not None for lease in leases) == 1


def test_a_worker_that_lost_its_lease_writes_nothing(context: Context) -> None:
    upload = accepted(context)
    slow, quick = taken_over(context, upload.job.id)
    assert ingest_upload(context, slow) is None
    assert get_upload(context, upload.id).report_id is None
    assert not keep_lease(context, slow)
    done = ingest_upload(context, quick)
    assert done is not None
    assert (done.state, done.attempt) == ("succeeded", 2)


def test_two_workers_on_the_same_job_leave_one_result(context: Context) -> None:
    upload = accepted(context)
    slow, quick = taken_over(context, upload.job.id)
    start = threading.Barrier(2)

    def work(lease: Lease) -> object:
        start.wait()
        return ingest_upload(context, lease)

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(work, (slow, quick)))
    assert [result is not None for result in results] == [False, True]
    assert get_upload(context, upload.id).report_id is not None


def test_a_worker_that_gives_signs_of_life_keeps_its_job(context: Context) -> None:
    lease = claimed(context, accepted(context).job.id)
    clock = HandClock()
    silence: Silence[Lease] = Silence(LEASE_S, clock=clock)
    for _ in range(3 * LOOKS):
        assert keep_lease(context, lease)
        assert reap_jobs(context, silence, 3) == NOBODY
        clock.now_s += LEASE_S * 0.9


@pytest.mark.parametrize("hours", [-1, 1], ids=["set back", "set forward"])
def test_leases_go_by_no_clock(context: Context, hours: int) -> None:
    """The times of a job as if the clock had been changed since: who lives keeps it, who is silent loses it."""
    lease = claimed(context, accepted(context).job.id)
    clock = HandClock()
    silence: Silence[Lease] = Silence(LEASE_S, clock=clock)
    with context.store.write(ITSELF) as tx:
        other = now(tx) - timedelta(hours=hours)
        tx.execute(update(JobRow).values(created_at=other, started_at=other, heartbeat_at=other))
    for _ in range(2 * LOOKS):
        assert keep_lease(context, lease)
        assert reap_jobs(context, silence, 3) == NOBODY
        clock.now_s += LEASE_S
    assert reap_silent(context).requeued == (lease.job_id,)


def test_a_job_that_loses_three_workers_is_set_aside(context: Context) -> None:
    job_id = accepted(context).job.id
    for _ in range(3):
        claimed(context, job_id)
        reaped = reap_silent(context)
    assert reaped.quarantined == (job_id,)
    job = get_job(context, job_id)
    assert job.error is not None
    assert (job.state, job.attempt, job.error.code) == ("quarantined", 3, "worker-lost")


def test_what_a_worker_had_in_hand_is_taken_back_when_it_is_seen_to_die(context: Context) -> None:
    jobs = [accepted(context, a_report(snap=snap)).job.id for snap in range(3)]
    for job_id in jobs[:2]:
        claimed(context, job_id, "doomed")
    claimed(context, jobs[2], "alive")
    assert worker_died(context, "doomed", 3).requeued == tuple(jobs[:2])
    assert worker_died(context, "doomed", 3) == NOBODY


def test_our_own_fault_is_tried_again_and_then_set_aside(context: Context, rung: list[str]) -> None:
    job_id = accepted(context).job.id
    goes_on = [
        return_job.count_fault(context, claimed(context, job_id), 3, ZeroDivisionError("secret detail"))
        for _ in range(3)
    ]
    assert goes_on == [True, True, False]
    job = get_job(context, job_id)
    assert job.error is not None
    assert (job.state, job.error.code) == ("quarantined", "internal")
    assert "secret" not in job.error.message
    assert len(rung) == 3


def test_a_reader_that_is_killed_counts_as_a_loss(context: Context) -> None:
    upload = accepted(context)
    goes_on = [return_job.count_loss(context, claimed(context, upload.job.id), 2) for _ in range(2)]
    assert goes_on == [True, False]
    assert get_upload(context, upload.id).job.error == return_job.lost(2)


def test_what_passes_by_itself_counts_nothing_however_often(context: Context) -> None:
    upload = accepted(context)
    for _ in range(20):
        return_job.let_wait(context, claimed(context, upload.job.id), "disk-full")
        assert get_upload(context, upload.id).job.waits_for == "disk-full"
    return_job.put_back(context, claimed(context, upload.job.id))
    (done,) = work_through(context)
    assert done is not None
    assert (done.state, done.waits_for) == ("succeeded", None)


def test_a_job_that_waits_lets_the_others_go_first(context: Context) -> None:
    first = accepted(context, file="first.json")
    for snap, name in ((200, "second.json"), (300, "third.json")):
        accepted(context, a_report(snap=snap), name)
    return_job.let_wait(context, claimed(context, first.job.id), "disk-full")
    assert order_of(context) == ["second.json", "third.json", "first.json"]


def test_a_deleted_upload_is_not_brought_back_by_its_worker(context: Context) -> None:
    upload = accepted(context)
    lease = claimed(context, upload.job.id)
    delete_upload(context, ITSELF, upload.id)
    assert ingest_upload(context, lease) is None
    assert list_uploads(context, 10) == []
    return_job.put_back(context, lease)
    return_job.let_wait(context, lease, "disk-full")
    return_job.count_loss(context, lease, 1)
    assert list_uploads(context, 10) == []


def test_fifty_uploads_of_the_same_file_at_once_are_one(context: Context) -> None:
    with ThreadPoolExecutor(10) as pool:
        uploads = list(pool.map(lambda _: accepted(context), range(50)))
    assert len({upload.id for upload in uploads}) == 1


def test_reapers_do_not_disturb_each_other(context: Context, rung: list[str]) -> None:
    jobs = [accepted(context, a_report(snap=snap)).job.id for snap in range(20)]
    for job_id in jobs:
        claimed(context, job_id)
    rung.clear()
    with ThreadPoolExecutor(4) as pool:
        reaped = list(pool.map(lambda _: reap_silent(context).requeued, range(4)))
    assert sorted(job_id for requeued in reaped for job_id in requeued) == sorted(jobs)
    assert len(rung) == sum(bool(requeued) for requeued in reaped)


def archive_of(context: Context, name: str, first_snap: int, files: int = 5) -> None:
    """An archive that is taken apart already, its files waiting."""
    data = a_zip({f"{number}.json": a_report(snap=first_snap + number) for number in range(files)})
    upload = accept_upload(context, ITSELF, BytesIO(data), file=name, period="before").upload
    others = []
    while (lease := claim_next(context, "one")) is not None and lease.job_id != upload.job.id:
        others.append(lease)
    assert lease is not None
    ingest_upload(context, lease)
    for other in others:
        return_job.put_back(context, other)


def test_files_of_archives_and_files_that_come_alone_take_turns(context: Context) -> None:
    archive_of(context, "one.zip", 100)
    archive_of(context, "two.zip", 200)
    for number in range(3):
        accepted(context, a_report(snap=300 + number), f"alone-{number}.json")
    order = [str(name).partition("/")[0] for name in order_of(context)]
    for number in range(3):
        before = Counter(order[: order.index(f"alone-{number}.json")])
        assert max(before["one.zip"], before["two.zip"]) <= number + 1


def test_a_file_that_comes_late_waits_for_one_file_of_each_archive(context: Context) -> None:
    archive_of(context, "big.zip", 100, files=30)
    for _ in range(10):
        ingest_upload(context, claim_next(context, "one") or pytest.fail("nothing waits"))
    accepted(context, a_report(snap=500), "late.json")
    assert "late.json" in order_of(context)[:2]


def test_archives_can_be_left_to_others(context: Context) -> None:
    packed = accepted(context, a_zip({"1.json": a_report()}), "all.zip")
    plain = accepted(context, a_report(snap=200))
    first = claim_next(context, "one", packed_too=False)
    assert first is not None
    assert (first.job_id, first.packed) == (plain.job.id, False)
    assert claim_next(context, "one", packed_too=False) is None
    second = claim_next(context, "one")
    assert second is not None
    assert (second.job_id, second.packed) == (packed.job.id, True)


def test_a_reader_that_somebody_kills_is_lost_and_the_next_one_reads(context: Context) -> None:
    upload = accepted(context)
    lease = claimed(context, upload.job.id)

    def kill(stage: str) -> None:
        if stage == "reading":
            for reader in list(context.readers._busy):
                reader.kill()

    with pytest.raises(ReaderLost):
        ingest_upload(context, lease, kill)
    assert return_job.count_loss(context, lease, 3)
    (done,) = work_through(context)
    assert done is not None
    assert done.state == "succeeded"
