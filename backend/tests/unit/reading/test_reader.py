"""A reader process: what it says comes back as it was said, and beyond its limits it is the file that is refused."""

from __future__ import annotations

import io
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from segtier.documents import decode
from segtier.errors import NotFound, SegtierError, UnreadableInput, UnsupportedDocument
from segtier.model.evidence import Evidence
from segtier.model.workload import Workload
from segtier.passing import Passing
from segtier.reading.limits import ReadLimits
from segtier.reading.orders import Document, Found, ListNames, LocateFigures, Member, Opened, ReadFile
from segtier.reading.problems import as_error
from segtier.reading.reader import Given, Reader, ReaderFailed, ReaderLost
from segtier.reading.readers import Readers
from segtier.reports import read_document, segment_sizes
from segtier.reports.archives import Limits
from tests.integration.files import a_report, many_sizes, some_sizes
from tests.integration.packed import a_zip
from tests.patience import PATIENCE_S
from tests.sentences import like

MB = 1024**2


@contextmanager
def a_file(data: bytes) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        file.seek(0)
        yield file


def order(data: bytes, name: str = "a.json") -> ReadFile:
    return ReadFile(name, "0" * 64, len(data), False, Limits())


def read(readers: Readers, data: bytes, name: str = "a.json") -> list[Given]:
    with a_file(data) as file, readers.ask(order(data, name), file) as answers:
        return list(answers)


@pytest.fixture
def one() -> Iterator[Readers]:
    """A single reader with the limits of the product."""
    with limited() as readers:
        yield readers


@contextmanager
def limited(limits: ReadLimits | None = None) -> Iterator[Readers]:
    readers = Readers(limits or ReadLimits(), 1)
    try:
        yield readers
    finally:
        readers.close()


def told(error: SegtierError) -> list[object]:
    """All that people and programs are told of it."""
    return [getattr(error, name, None) for name in "code message advice section line column excerpt".split()]


def pid_of(readers: Readers) -> int:
    (idle,) = readers._idle
    return idle.pid


def test_a_report_comes_back_as_it_is_read_here(one: Readers) -> None:
    data = a_report()
    opened, document = read(one, data)
    assert opened.answer == Opened("document")
    assert isinstance(document.answer, Document)
    assert (document.answer.number, document.answer.facts.database_name) == (0, "SHOP")
    assert decode(document.data, Workload) == read_document(data, "a.json")


def test_an_archive_comes_file_by_file_with_what_is_refused(one: Readers) -> None:
    files = {"1.json": a_report(), "empty.txt": b"", "2.csv": b"x" * (3 * MB)}
    data = a_zip(files, link="empty.txt")
    answers = read(one, data, "all.zip")
    members = [(given.answer, given.data) for given in answers if isinstance(given.answer, Member)]
    assert [(member.path, data) for member, data in members if member.problem is None] == [
        ("all.zip/1.json", files["1.json"]),
        ("all.zip/2.csv", files["2.csv"]),
    ]
    assert [member.problem.code for member, _ in members if member.problem] == ["link"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"ASH Report For TEST/test\n" * 9, UnsupportedDocument),
        (b"nothing that is known", UnreadableInput),
        (b'{"schema": "segtier.workload/1", "database": 7}', UnreadableInput),
        (b"", UnreadableInput),
    ],
    ids=["another report", "unknown", "bad JSON", "empty"],
)
def test_what_is_refused_here_is_refused_there_with_the_same_words(
    one: Readers, data: bytes, error: type[SegtierError]
) -> None:
    with pytest.raises(error) as there:
        read(one, data)
    if data:
        with pytest.raises(error) as here:
            read_document(data, "a.json")
        assert told(there.value) == told(here.value)
    assert read(one, a_report()), "and the reader goes on"


def test_figures_of_a_file_are_found_each_for_itself(one: Readers) -> None:
    rows = tuple((Evidence(segment_sizes.SECTION, 0, row), "bytes") for row in (1, 2, 0))
    with a_file(some_sizes("ORDERS", "ITEMS")) as file, one.ask(LocateFigures(rows), file) as answers:
        found = [given.answer for given in answers]
    there = [answer.place and answer.place.line for answer in found if isinstance(answer, Found)]
    problems = [answer.problem and as_error(answer.problem) for answer in found if isinstance(answer, Found)]
    assert there == [3, None, 2]
    assert [type(problem) for problem in problems] == [type(None), NotFound, type(None)]


def test_one_process_reads_many_files(one: Readers) -> None:
    read(one, a_report())
    first = pid_of(one)
    for snap in range(20):
        read(one, a_report(snap=snap))
    assert pid_of(one) == first


class Folder(io.BytesIO):
    """What no process can read as a file, though it has been handed over."""

    def fileno(self) -> int:
        return os.open("/", os.O_RDONLY)


def test_a_file_that_cannot_be_opened_is_waited_for_and_ends_no_process(one: Readers) -> None:
    read(one, a_report())
    before = pid_of(one)
    with pytest.raises(Passing) as wrong, one.ask(ListNames(()), Folder()) as answers:
        list(answers)
    assert wrong.value.fault.code == "files-away"
    assert pid_of(one) == before


def test_beyond_its_processor_time_the_file_is_refused() -> None:
    limits = ReadLimits(cpu_s=0.1, cpu_s_per_mb=0)
    with limited(limits) as readers:
        with pytest.raises(UnreadableInput, match=like("reading/reading-took-more", 1)) as refused:
            read(readers, many_sizes(1_500_000, 1), "a.csv")
        assert refused.value.code == "took-too-long"
        assert read(readers, a_report())


def test_beyond_its_memory_the_file_is_refused() -> None:
    with limited(ReadLimits(memory_bytes=200 * MB)) as readers:
        with pytest.raises(UnreadableInput, match="200 MiB") as refused:
            read(readers, b"," * (150 * MB), "a.csv")
        assert refused.value.code == "needs-memory"
        assert read(readers, a_report())


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (signal.SIGKILL, ReaderLost),
        (signal.SIGSEGV, ReaderFailed),
        (signal.SIGSTOP, ReaderFailed),
    ],
)
def test_a_process_that_is_gone_or_stands_still_is_told_apart(number: signal.Signals, error: type[Exception]) -> None:
    """What it was sent tells whose fault it is; the next file gets another process."""
    with limited(ReadLimits(silence_s=3, cpu_s=1, cpu_s_per_mb=0)) as readers:
        read(readers, a_report())
        pid = pid_of(readers)
        os.kill(pid, number)
        with pytest.raises(error):
            read(readers, a_report())
        assert read(readers, a_report())
        assert pid_of(readers) != pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_everybody_does_not_end_a_reader(number: signal.Signals) -> None:
    """Whoever asks it hears the signal too, and says when to end."""
    with limited(ReadLimits()) as readers:
        read(readers, a_report())
        pid = pid_of(readers)
        os.kill(pid, number)
        assert read(readers, a_report())
        assert pid_of(readers) == pid


def test_a_reader_that_ended_by_itself_can_be_closed() -> None:
    reader = Reader(ReadLimits())
    os.kill(reader.pid, signal.SIGKILL)
    until_it_ends(reader.pid)
    reader.close()


def until_it_ends(pid: int) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def test_half_an_answer_is_worth_nothing(one: Readers) -> None:
    data = a_zip({f"{number}.csv": b"x" * MB for number in range(50)})
    with a_file(data) as file, one.ask(order(data, "all.zip"), file) as answers:
        next(answers)
        (reader,) = one._busy
    with pytest.raises(ProcessLookupError):
        os.kill(reader.pid, 0)
    assert read(one, a_report())


def test_a_process_that_keeps_much_memory_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that gave it back is."""
    with limited(ReadLimits(memory_bytes=600 * MB)) as readers:
        read(readers, a_report())
        first = pid_of(readers)
        with pytest.raises(UnreadableInput):
            read(readers, b"a" * (200 * MB), "a.csv")
        read(readers, a_report())
        assert pid_of(readers) == first
        monkeypatch.setattr("segtier.reading.reader._WORN", 0.0)
        read(readers, a_report())
        assert readers._idle == []


def test_a_reader_whose_parent_is_gone_ends() -> None:
    reader = Reader(ReadLimits())
    reader._channel.close()
    assert reader._process.wait().code == 0


@pytest.mark.parametrize(("in_background", "niceness"), [(False, 0), (True, 10)])
def test_whoever_is_waited_for_goes_first(one: Readers, in_background: bool, niceness: int) -> None:
    here = os.getpriority(os.PRIO_PROCESS, 0)
    with a_file(a_report()) as file, one.ask(order(a_report()), file, in_background=in_background) as answers:
        list(answers)
    assert os.getpriority(os.PRIO_PROCESS, pid_of(one)) == here + niceness


def test_who_works_in_the_background_gives_way_to_who_is_waited_for(one: Readers) -> None:
    """A process for each, and no more at a time than are allowed."""
    pids = []
    for in_background in (True, True, False, False):
        with a_file(a_report()) as file, one.ask(order(a_report()), file, in_background=in_background) as answers:
            list(answers)
        pids.append(pid_of(one))
    assert (pids[0], pids[2]) == (pids[1], pids[3])
    assert pids[0] != pids[2]


def test_more_than_are_allowed_wait_for_their_turn(one: Readers) -> None:
    done: list[int] = []
    threads = [threading.Thread(target=lambda: done.append(len(read(one, a_report())))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [2] * 4
    assert len(one._idle) == 1


def test_closed_readers_take_no_order() -> None:
    readers = Readers(ReadLimits(), 1)
    read(readers, a_report())
    pid = pid_of(readers)
    readers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(ReaderLost), readers.ask(order(b"{}"), io.BytesIO(b"{}")):
        pass
