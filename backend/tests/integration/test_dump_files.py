"""Files of a dump that come one by one: the dump is read once none is missing, whatever comes and goes in between."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO

import pytest
from sqlalchemy import text

from segtier.model.account import ITSELF
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.manage_uploads import (
    delete_database,
    delete_upload,
    forget_uploads,
    list_batches,
    list_databases,
    list_reports,
    list_uploads,
)
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.store.records import UploadRecord
from segtier.store.uploads import Wanted
from tests.awr_dumps import busy_dump
from tests.dumps import JOB
from tests.integration.packed import a_zip
from tests.integration.queue import LOOKS, work_through

FILES, INTERVALS = 3, 3
OTHER_DBID = 99


@cache
def a_file(name: str) -> bytes:
    """`2`: file 2 of a dump; `b2`: of another export; `2-`: cut; `2!`: longer, and of nothing but zeros; `m1`: of one
    whose first file has the master table.
    """
    number = int(name.strip("bm-!"))
    dump = busy_dump(INTERVALS + 1, dbid=OTHER_DBID if "b" in name else 4711)
    if "m" in name:
        return dump.written(job=b"m" * 16)[0] if number == 1 else _another_file(number, b"m" * 16)
    data = dump.written(FILES, job=b"b" * 16 if "b" in name else JOB)[number - 1]
    if "!" in name:
        return data[:4096] + bytes(len(data))
    return data[: len(data) // 2] if "-" in name else data


def _another_file(number: int, job: bytes) -> bytes:
    empty = busy_dump(2).written(FILES, job=job)[0][:4096]
    return empty[:0x1F] + number.to_bytes(4, "big") + empty[0x23:]


class Uploaded:
    """What is here, by the names of `a_file`."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._ids: dict[str, str] = {}

    def do(self, step: str) -> None:
        """`2` comes, `~2` goes, `zip 2 3` come in one archive."""
        if step.startswith("~"):
            delete_upload(self._context, ITSELF, self._ids.pop(step[1:]))
        elif step.startswith("zip "):
            self._send("awr.zip", a_zip({f"awrdat_{name}.dmp": a_file(name) for name in step.split()[1:]}))
        else:
            self._ids[step] = self._send("awrdat.dmp", a_file(step))

    def _send(self, file: str, data: bytes) -> str:
        return accept_upload(self._context, ITSELF, BytesIO(data), file=file, period="before").upload.id

    def id_of(self, name: str) -> str:
        return self._ids[name]

    @property
    def waiting(self) -> set[str]:
        """What is said to be missing."""
        return {one.dump_file.missing.words() for one in _every(self._context) if one.dump_file and one.dump_file.waits}

    @property
    def intervals(self) -> list[int]:
        """Of each database."""
        return sorted(len(list_reports(self._context, one.id)) for one in list_databases(self._context))

    @property
    def figures(self) -> set[str | None]:
        """Digests of what was read."""
        return {one.digest for base in list_databases(self._context) for one in list_reports(self._context, base.id)}


def _every(context: Context) -> list[UploadRecord]:
    alone = list_uploads(context, 200)
    return [*alone, *(one for archive in alone for one in list_uploads(context, 200, None, Wanted(archive.id)))]


@pytest.fixture
def uploaded(context: Context) -> Uploaded:
    return Uploaded(context)


CASES: dict[str, tuple[list[int], set[str]]] = {
    "1 2 3": ([INTERVALS], set()),
    "3 1 2": ([INTERVALS], set()),
    "2": ([], {"file 1 and those after file 2"}),
    "1 2": ([], {"the files after file 2"}),
    "3": ([], {"files 1, 2"}),
    "1 3": ([], {"file 2"}),
    "2 2 3 1": ([INTERVALS], set()),
    "1 2 ~2 3": ([], {"file 2"}),
    "1 2 ~2 3 2": ([INTERVALS], set()),
    "1 2 3 ~3": ([], {"the files after file 2"}),
    "1 2 3 ~1 1": ([INTERVALS], set()),
    "1 2- 3 2": ([INTERVALS], set()),
    "3 2 1- 1": ([INTERVALS], set()),
    "1 2 3 2-": ([INTERVALS], set()),
    "1 2 2- 3 ~2-": ([INTERVALS], set()),
    "1 b1 b2 2 b3 3": ([INTERVALS, INTERVALS], set()),
    "1 b2 3": ([], {"file 2", "file 1 and those after file 2"}),
    "m1": ([INTERVALS], set()),
    "m1 m3": ([], {"file 2"}),
    "zip_3_1 2": ([INTERVALS], set()),
    "zip_1_2_3 2": ([INTERVALS], {"file 1 and those after file 2"}),
}
AT_ONCE = ("3 1 2", "1 3", "2 2 3 1", "1 2 3 ~1 1", "3 2 1- 1", "1 b1 b2 2 b3 3", "zip_3_1 2")


@pytest.mark.parametrize(
    ("steps", "at_once"), [*((steps, False) for steps in CASES), *((steps, True) for steps in AT_ONCE)]
)
def test_a_dump_is_read_when_its_last_file_is_here(
    context: Context, uploaded: Uploaded, steps: str, at_once: bool
) -> None:
    """`at_once`: all have come before the first is looked at; else each is looked at as it comes."""
    for step in steps.split():
        uploaded.do(step.replace("_", " "))
        if not at_once:
            work_through(context)
    work_through(context)
    assert (uploaded.intervals, uploaded.waiting) == CASES[steps]
    assert {one.job.state for one in list_uploads(context, 200)} == {"succeeded"}


def test_the_order_of_its_files_changes_no_figure(context: Context, uploaded: Uploaded) -> None:
    read = []
    for order in ("123", "312"):
        for step in order:
            uploaded.do(step)
        work_through(context)
        read.append(uploaded.figures)
        for step in order:
            uploaded.do(f"~{step}")
    assert len(read[0]) == INTERVALS
    assert read[0] == read[1]
    assert list_uploads(context, 200) == []


def test_workers_that_take_files_at_one_moment_read_the_dump_once(context: Context, uploaded: Uploaded) -> None:
    for step in ("2", "b1", "1", "b3", "3", "b2"):
        uploaded.do(step)
    with ThreadPoolExecutor(3) as pool:
        done = [one for some in pool.map(lambda _: work_through(context), range(3)) for one in some]
    work_through(context)  # what a worker was taken back from
    assert uploaded.intervals == [INTERVALS, INTERVALS]
    assert len(done) <= 2 * (FILES + 1)
    with context.store.read() as tx:
        parsed = tx.execute(text("SELECT count(*) FROM events WHERE kind = 'report.parsed'")).scalar_one()
    assert parsed == 2 * INTERVALS


@pytest.mark.parametrize(
    ("files", "change", "intervals"), [("2 3 1", "~2", []), ("2 3 1", "~1", []), ("2- 3 1", "2", [INTERVALS])]
)
def test_a_file_that_comes_or_goes_while_the_dump_is_read_is_seen(
    context: Context, uploaded: Uploaded, files: str, change: str, intervals: list[int]
) -> None:
    for step in files.split():
        uploaded.do(step)
    work_through(context, most=2)
    told: list[str] = []

    def change_it(step: str) -> None:
        told.append(step)
        if told.count("storing") == 3 and step == "storing":  # its header, the end of that, the first interval
            uploaded.do(change)
            work_through(context, most=1)

    lease = claim_next(context, "one")
    assert lease is not None
    assert ingest_upload(context, lease, change_it) is None
    work_through(context)
    assert uploaded.intervals == intervals
    assert not any(one.warnings for one in _every(context) if one.report_id)


def test_what_cannot_be_read_is_said_where_the_dump_is_and_leaves_nothing_behind(
    context: Context, uploaded: Uploaded
) -> None:
    """The same numbers under a longer file 1, in which no table is found any more."""
    for step in ("1", "2", "3"):
        uploaded.do(step)
    work_through(context)
    uploaded.do("1!")
    work_through(context)
    assert uploaded.intervals == []
    failed = next(one for one in list_uploads(context, 200) if one.job.state == "failed")
    assert failed.job.error is not None
    uploaded.do("~1!")
    work_through(context)
    assert uploaded.intervals == [INTERVALS]


def test_all_its_files_go_with_the_database_and_stay_as_long_as_they_are_kept(
    context: Context, uploaded: Uploaded
) -> None:
    for step in ("1", "2", "3", "b2"):
        uploaded.do(step)
    work_through(context)
    idle: Silence[str] = Silence(0)
    for _ in range(LOOKS):
        sweep_files(context, idle)
    assert len(context.blobs.marks()) == FILES + 1
    (database,) = list_databases(context)
    delete_database(context, ITSELF, database.id)
    (left,) = list_uploads(context, 200)
    assert left.id == uploaded.id_of("b2")
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE uploads SET created_at = '2020-01-01 00:00:00'"))
    assert forget_uploads(context, 90) == 1
    for _ in range(LOOKS):
        sweep_files(context, idle)
    assert context.blobs.marks() == {}


def test_a_batch_names_the_files_that_wait(context: Context) -> None:
    batch = "bat_" + "1" * 32
    for name in ("2", "3"):
        accept_upload(context, ITSELF, BytesIO(a_file(name)), file=f"{name}.dmp", period="before", batch=batch)
    work_through(context)
    (found,) = list_batches(context, 9)
    assert [one.file for one in found.waiting] == ["3.dmp", "2.dmp"]
    accept_upload(context, ITSELF, BytesIO(a_file("1")), file="1.dmp", period="before")
    work_through(context)
    assert [one.waiting for one in list_batches(context, 9)] == [(), ()]
