"""The fork server: what it forks knows nothing, and where it is gone another comes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from segtier.reading import forks
from segtier.reading.births import Fork
from segtier.reading.channel import Channel
from segtier.reading.forks import Forked, Forks
from segtier.reading.limits import ReadLimits
from segtier.reading.reader import Reader, ReaderLost
from segtier.reading.readers import Readers
from tests.integration.files import a_report, many_sizes
from tests.memory import holds
from tests.patience import PATIENCE_S
from tests.unit.reading.test_reader import a_file, order, read

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="readers are spawned elsewhere")
SECRETS = {
    "SEGTIER_SECRET": "canary-of-the-secret-0123456789",
    "SEGTIER_DATABASE_URL": "postgresql://segtier:canary-of-the-database@host/db",
    "SEGTIER_FILES_SECRET_KEY": "canary-of-the-files",
}


@contextmanager
def a_fork(of: Forks, module: str = "") -> Iterator[tuple[Forked, Channel]]:
    ours, theirs = socket.socketpair()
    with theirs:
        forked = of.fork(Fork(1 << 30, 0, module), theirs)
    try:
        yield forked, Channel(ours)
    finally:
        ours.close()
        forked.kill()
        forked.wait()


def until(true: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def is_gone(pid: int) -> bool:
    """A child that waits to be buried is gone too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def server_of(forked: Forked) -> int:
    return int(Path(f"/proc/{forked.pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.fixture(scope="module")
def server() -> Iterator[Forks]:
    """One whose parent knows secrets."""
    with pytest.MonkeyPatch.context() as patched:
        for name, value in SECRETS.items():
            patched.setenv(name, value)
        own = Forks()
        own.prepare("segtier.reading.answering")
        yield own
        own.close()


def test_nothing_secret_is_in_the_memory_of_a_reader(server: Forks) -> None:
    with a_fork(server, "segtier.reading.answering") as (forked, _):
        for value in SECRETS.values():
            assert holds(os.getpid(), value.encode()), "the check itself is blind"
            assert not holds(forked.pid, value.encode())
            assert not holds(server_of(forked), value.encode())


def test_a_reader_has_the_files_it_is_given_and_no_others(server: Forks) -> None:
    with a_fork(server), a_fork(server) as (forked, _):
        files = Path(f"/proc/{forked.pid}/fd")
        until(lambda: len(list(files.iterdir())) == 4)  # the three streams, and its channel


def test_it_has_one_thread_whatever_it_imports(server: Forks) -> None:
    with a_fork(server) as (forked, _):
        for pid in (forked.pid, server_of(forked)):
            assert len(list(Path(f"/proc/{pid}/task").iterdir())) == 1
            assert "/numpy/" in Path(f"/proc/{pid}/maps").read_text()


def test_a_reader_that_nobody_waits_for_any_more_ends(server: Forks) -> None:
    """As where who asked was killed."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        forked = server.fork(Fork(1 << 30, 0, ""), theirs)
        forked._life.close()
        until(lambda: is_gone(forked.pid))


def test_another_process_may_ask_it_too(server: Forks) -> None:
    with closing(Forks(server.another())) as other, a_fork(other) as (forked, channel):
        with a_fork(server) as (second, _):
            assert server_of(second) == server_of(forked)
        channel.close()
        assert forked.wait().code == 0


def test_it_ends_with_who_asks_and_its_readers_with_it() -> None:
    own = Forks()
    with a_fork(own) as (forked, _):
        pid = server_of(forked)
        own.close()
        until(lambda: is_gone(forked.pid) and is_gone(pid))


def test_where_the_server_was_killed_another_comes() -> None:
    """Who waits for an answer hears that its reader was ended."""
    readers, data = Readers(ReadLimits(), 1), many_sizes(400_000, 1)
    try:
        with a_file(data) as file, readers.ask(order(data, "a.csv"), file) as answers:
            (busy,) = readers._busy
            server = server_of(busy._process)  # type: ignore[arg-type] # forked here
            os.kill(server, signal.SIGKILL)
            until(lambda: is_gone(server))
            with pytest.raises(ReaderLost):
                list(answers)
        until(lambda: is_gone(busy.pid))
        assert read(readers, a_report())
    finally:
        readers.close()


def test_a_reader_that_first_runs_when_its_server_is_gone_reads_nothing() -> None:
    """On a busy machine a fork may wait for a processor while the server is killed: its parent is another by then."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        code = f"""
import os, time
from segtier.reading.births import Fork
from segtier.reading.fork_server import _be_a_reader
server = os.getpid()
if os.fork() == 0:
    while os.getppid() == server:
        time.sleep(0.01)
    _be_a_reader(Fork(1 << 30, 0, ""), {theirs.fileno()}, server)
"""
        command = [sys.executable, "-c", code]
        ran = subprocess.run(command, pass_fds=[theirs.fileno()], capture_output=True, timeout=PATIENCE_S, check=True)
        assert not ran.stderr, "it ended for another reason"
        theirs.close()
        ours.settimeout(PATIENCE_S)
        assert ours.recv(1) == b""


def test_readers_at_rest_are_replaced_where_their_server_was_killed() -> None:
    readers = Readers(ReadLimits(), 2)
    try:
        read(readers, a_report())
        (idle,) = readers._idle
        os.kill(server_of(idle._process), signal.SIGKILL)  # type: ignore[arg-type]
        until(idle.is_orphan)
        assert read(readers, a_report())
        assert [one.pid for one in readers._idle] != [idle.pid]
    finally:
        readers.close()


def test_a_server_that_stands_still_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "_ANSWERS_S", 0.5)
    reader = Reader(ReadLimits())
    server = server_of(reader._process)  # type: ignore[arg-type]
    os.kill(server, signal.SIGSTOP)
    reader.close()
    assert reader._process.wait().code is None
    until(lambda: is_gone(server))
    Reader(ReadLimits()).close()


def test_many_threads_ask_at_once() -> None:
    readers, said = Readers(ReadLimits(), 4), []
    threads = [threading.Thread(target=lambda: said.append(len(read(readers, a_report())))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    readers.close()
    assert said == [2] * 12
