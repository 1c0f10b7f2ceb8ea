"""Bytes that no upload names go, and no others, whoever deletes, uploads and sweeps at the same time."""

from __future__ import annotations

import hashlib
import io
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import NotFound
from segtier.model.account import ITSELF
from segtier.services import accept_upload as accept
from segtier.services import return_job
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.manage_uploads import delete_upload
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.services.walk import Walk
from segtier.store import uploads
from segtier.store.blob_folder import BlobFolder
from segtier.store.blobs import Blob
from segtier.store.faults import passing_fault
from tests.blob_places import PLACES, new_place
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import LOOKS, HandClock, work_through

GRACE_S = 60.0
DATA = a_report()
SHA256 = hashlib.sha256(DATA).hexdigest()


@pytest.fixture(params=PLACES)
def context(request: pytest.FixtureRequest, context: Context, tmp_path: Path) -> Context:
    """Files in a folder and in a bucket."""
    return replace(context, blobs=new_place(request.param, tmp_path, request))


only_in_a_folder = pytest.mark.parametrize("context", ["folder"], indirect=True)


class Sweeper:
    """One process's, with a clock that goes on with each look."""

    def __init__(self, context: Context) -> None:
        self._context, self._clock = context, HandClock()
        self._idle: Silence[str] = Silence(GRACE_S, clock=self._clock)

    def look(self, times: int = 1, apart_s: float = GRACE_S) -> int:
        """Gives how many files went."""
        gone = 0
        for _ in range(times):
            gone += sweep_files(self._context, self._idle)
            self._clock.now_s += apart_s
        return gone


def folder_of(context: Context) -> Path:
    assert isinstance(context.blobs, BlobFolder)
    return context.blobs.folder


def upload(context: Context) -> str:
    return accept_upload(context, ITSELF, io.BytesIO(DATA), file="a.json", period="before").upload.id


def nothing(_: Context) -> None:
    pass


def only_bytes(context: Context) -> None:
    """Their row was never written."""
    context.blobs.put(io.BytesIO(DATA), len(DATA))


def uploaded(context: Context) -> None:
    upload(context)


def deleted(context: Context) -> None:
    delete_upload(context, ITSELF, upload(context))


def deleted_and_uploaded(context: Context) -> None:
    deleted(context)
    upload(context)


def put_aside(context: Context) -> None:
    """As by a sweeper that died then."""
    only_bytes(context)
    context.blobs.put_aside(SHA256)


def put_aside_though_needed(context: Context) -> None:
    """As by a sweeper that was stopped for long before, and had lost its lock."""
    upload(context)
    context.blobs.put_aside(SHA256)


def put_aside_and_uploaded(context: Context) -> None:
    put_aside(context)
    upload(context)


CASES: tuple[tuple[Callable[[Context], None], bool, int], ...] = (
    (nothing, False, 0),
    (only_bytes, False, 1),
    (uploaded, True, 0),
    (deleted, False, 1),
    (deleted_and_uploaded, True, 0),
    (put_aside, False, 1),
    (put_aside_though_needed, True, 0),
    (put_aside_and_uploaded, True, 0),
)


@pytest.mark.parametrize(("before", "stays", "removed"), CASES)
def test_what_goes_and_what_stays(
    context: Context, before: Callable[[Context], None], stays: bool, removed: int
) -> None:
    before(context)
    assert (Sweeper(context).look(LOOKS), context.blobs.has(SHA256)) == (removed, stays)
    assert context.blobs.aside() == {}
    states = [job.state for job in work_through(context) if job is not None]
    assert states == (["succeeded"] if stays else [])


def test_bytes_that_came_a_moment_ago_are_left_alone(context: Context) -> None:
    sweeper = Sweeper(context)
    only_bytes(context)
    assert sweeper.look(LOOKS, apart_s=GRACE_S / LOOKS) == 0
    only_bytes(context)  # once more
    assert sweeper.look(LOOKS, apart_s=GRACE_S / LOOKS) == 0
    assert sweeper.look(LOOKS) == 1


NOBODYS, AT_ONCE = 12, 5


def test_of_many_files_one_look_sees_some_and_a_walk_all(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look counts them."""
    upload(context)
    for number in range(NOBODYS):
        context.blobs.put_unsynced(b"nobody's %d" % number)
    clock, seen, marks = HandClock(), [], context.blobs.marks
    idle: Silence[str] = Silence(GRACE_S, clock=clock)
    walk = Walk(AT_ONCE)

    def counted(part: str | None = None) -> dict[str, int]:
        found = marks(part)
        seen[-1] += len(found)
        return found

    monkeypatch.setattr(context.blobs, "marks", counted)
    gone = 0
    while gone < NOBODYS and len(seen) < 10 * NOBODYS:
        seen.append(0)
        gone += sweep_files(context, idle, walk)
        clock.now_s += GRACE_S
    assert (gone, context.blobs.has(SHA256), set(marks())) == (NOBODYS, True, {SHA256})
    assert (seen[0], max(seen[1:]) < 2 * AT_ONCE) == (NOBODYS + 1, True)


def dead(folder: Path) -> None:
    (folder / "incoming-dead").write_bytes(b"half of it")


@only_in_a_folder
@pytest.mark.parametrize("at", ["fsync of the file", "fsync of its folder", "between file and row"])
def test_a_file_that_somebody_still_stores_stays_however_long_that_takes(
    context: Context, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The sweeper's clock goes on by many times the grace while the upload stands still at one point."""
    folder, fsync, has = folder_of(context), os.fsync, context.blobs.has
    swept: list[int] = []

    def sweep_here(point: str) -> None:
        if point == at and not swept:
            dead(folder)
            swept.append(Sweeper(context).look(LOOKS))
            assert not (folder / "incoming-dead").exists()

    def slow_fsync(handle: int) -> None:
        sweep_here("fsync of its folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "fsync of the file")
        fsync(handle)

    def slow_record(*arguments: Any) -> Any:
        sweep_here("between file and row")
        return record(*arguments)

    record = accept._record
    monkeypatch.setattr(os, "fsync", slow_fsync)
    monkeypatch.setattr(accept, "_record", slow_record)
    upload(context)
    assert (swept, has(SHA256), context.blobs.aside()) == ([0], True, {})
    monkeypatch.undo()
    (job,) = work_through(context)
    assert job is not None
    assert job.state == "succeeded"


@only_in_a_folder
def test_files_of_an_archive_stay_until_their_rows_are_there(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are stored some at a time; the sweeper looks between each and the next."""
    put, gone = context.blobs.put_unsynced, []

    def slow_put(*arguments: Any) -> Blob:
        blob = put(*arguments)
        gone.append(Sweeper(context).look(LOOKS))
        return blob

    monkeypatch.setattr(context.blobs, "put_unsynced", slow_put)
    packed = a_zip({f"{n}.json": a_report(snap=10 * n) for n in range(1, 4)})
    accept_upload(context, ITSELF, io.BytesIO(packed), file="many.zip", period="before")
    jobs = work_through(context)
    assert (gone, [job.state for job in jobs if job is not None]) == ([0, 0, 0], ["succeeded"] * 4)


@only_in_a_folder
def test_files_that_never_became_whole_go(context: Context) -> None:
    folder = folder_of(context)
    dead(folder)
    with (folder / "incoming-live").open("wb", buffering=0) as live:
        sweeper = Sweeper(context)
        for _ in range(LOOKS):
            live.write(b"more")
            sweeper.look()
    assert sorted(path.name for path in folder.iterdir()) == ["incoming-live"]


def test_a_file_whose_bytes_are_gone_says_so_and_is_read_when_it_comes_again(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(return_job, "_LOOKS", 1)  # a bucket is asked again and again first: `test_faulty_stores.py`
    first = upload(context)
    only_another(context)
    context.blobs.put_aside(SHA256)
    for name in context.blobs.aside():
        context.blobs.drop(name)
    (failed,) = work_through(context)
    assert failed is not None
    assert failed.error is not None
    assert (failed.state, failed.error.code) == ("failed", "file-missing")
    assert "pload the same" in str(failed.error.advice)
    assert upload(context) == first
    (read,) = work_through(context)
    assert read is not None
    assert read.state == "succeeded"


def only_another(context: Context) -> None:
    context.blobs.put(io.BytesIO(b"another"), 10)


@only_in_a_folder
def test_while_the_folder_is_away_a_job_waits_and_nothing_is_swept(context: Context) -> None:
    upload(context)
    sweeper, folder = Sweeper(context), folder_of(context)
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    lease = claim_next(context, "one")
    assert lease is not None
    for what in (lambda: ingest_upload(context, lease), sweeper.look, lambda: upload(context)):
        with pytest.raises(FileNotFoundError) as raised:
            what()
        fault = passing_fault(raised.value)
        assert fault is not None
        assert fault.code == "files-away"
    elsewhere.rename(folder)
    job = ingest_upload(context, lease)
    assert job is not None
    assert job.state == "succeeded"


ROUNDS = 30


def test_deleting_while_the_same_bytes_arrive_and_sweepers_hurry_loses_nothing(context: Context) -> None:
    """Two sweepers give no grace at all: each look is an hour after the last."""
    done = False

    def sweep() -> int:
        sweeper, gone = Sweeper(context), 0
        while not done:
            gone += sweeper.look(apart_s=3600)
        return gone

    def delete(upload_id: str) -> None:
        with suppress(NotFound):
            delete_upload(context, ITSELF, upload_id)

    lost, left = [], 0
    with ThreadPoolExecutor(5) as pool:
        sweepers = [pool.submit(sweep) for _ in range(2)]
        try:
            for number in range(ROUNDS):
                old = upload(context)
                acts = [pool.submit(delete, old), *(pool.submit(upload, context) for _ in range(2))]
                for act in acts:
                    act.result()
                with context.store.read() as tx:
                    there = uploads.by_digest(tx, SHA256)
                left += there is not None
                if there is not None and not (context.blobs.has(SHA256) or context.blobs.aside()):
                    lost.append(number)
                if there is not None:
                    delete(there.id)
        finally:
            done = True
        gone = sum(one.result() for one in sweepers)
    print(f"\n{ROUNDS} rounds: {left} uploads stayed, {len(lost)} without bytes, {gone} files swept")
    assert lost == []
    assert Sweeper(context).look(LOOKS) <= 1
    assert not context.blobs.has(SHA256)
