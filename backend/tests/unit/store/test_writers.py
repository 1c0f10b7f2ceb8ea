"""Who writes into a SQLite file, and in which order: between threads, between processes, and where somebody never ends."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from segtier.model.account import ITSELF
from segtier.passing import DATABASE_AWAY
from segtier.store.engine import Store
from segtier.store.faults import passing_fault
from segtier.store.writers import Writers
from tests.patience import PATIENCE_S

OTHER = """
import sys
from segtier.store.writers import Writers
with Writers(sys.argv[1], 900).turn():
    print("writes", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_process(database: Path) -> Iterator[subprocess.Popen[str]]:
    """It writes, until its input ends or it is killed."""
    command = [sys.executable, "-c", OTHER, str(database)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        yield process
        process.kill()


def said(process: subprocess.Popen[str]) -> bool:
    """That it writes."""
    assert process.stdout is not None
    return process.stdout.readline() == "writes\n"


def test_threads_write_in_the_order_they_came(tmp_path: Path) -> None:
    writers, order, threads = Writers(str(tmp_path / "a.db"), PATIENCE_S), [], []

    def write(number: int) -> None:
        with writers.turn():
            order.append(number)

    with closing(writers):
        with writers.turn():
            for number in range(20):
                threads.append(threading.Thread(target=write, args=(number,)))
                threads[-1].start()
                while len(writers._line) < number + 2:
                    time.sleep(0.01)
        for thread in threads:
            thread.join()
    assert order == list(range(20))


def test_who_wrote_waits_for_a_process_that_waited_meanwhile(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    with closing(Writers(str(database), 0.05)) as writers, ExitStack() as stack:
        with writers.turn():
            other = stack.enter_context(another_process(database))
            while not _next_is_taken(writers):
                time.sleep(0.01)
        with pytest.raises(WaitedTooLong), writers.turn():
            pass
        assert said(other)


def _next_is_taken(writers: Writers) -> bool:
    """By another process."""
    assert writers._handle is not None
    try:
        fcntl.lockf(writers._handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0)
    except OSError:
        return True
    fcntl.lockf(writers._handle, fcntl.LOCK_UN, 1, 0)
    return False


def test_a_process_that_is_killed_keeps_nobody_waiting(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    with another_process(database) as other, closing(Writers(str(database), PATIENCE_S)) as writers:
        assert said(other)
        other.kill()
        with writers.turn():
            pass


@pytest.mark.parametrize("database", ["a.db", "no folder/a.db", None])
def test_who_waits_too_long_is_told_so_and_stands_in_nobodys_way(tmp_path: Path, database: str | None) -> None:
    writers, told = Writers(str(tmp_path / database) if database else None, 0.05), []

    def write() -> None:
        try:
            with writers.turn():
                told.append(None)
        except WaitedTooLong as fault:
            told.append(passing_fault(fault))

    with closing(writers):
        with writers.turn():
            waits = threading.Thread(target=write)
            waits.start()
            waits.join()
        again = threading.Thread(target=write)
        again.start()
        again.join()
    assert told == [DATABASE_AWAY, None]


def test_an_error_ends_a_turn(tmp_path: Path) -> None:
    with closing(Writers(str(tmp_path / "a.db"), 0.05)) as writers:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError), writers.turn():
                raise ZeroDivisionError


def test_a_transaction_within_another_is_refused_at_once(tmp_path: Path) -> None:
    nested = pytest.raises(RuntimeError, match="within another")
    with closing(Store(f"sqlite:///{tmp_path}/a.db")) as store, store.write(ITSELF), nested, store.write(ITSELF):
        pass
