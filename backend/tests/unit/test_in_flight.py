"""Who writes a file is known by its lock, wherever the file goes and however its process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from segtier import in_flight
from segtier.in_flight import abandoned, held_file

WRITES = """
import sys, time
from pathlib import Path
from segtier.in_flight import held_file
file, path = held_file(Path(sys.argv[1]), "incoming-")
path.rename(path.with_name("a"))
print("writes", flush=True)
time.sleep(3600)
"""


def is_abandoned(path: Path) -> bool:
    with abandoned(path) as free:
        return free


@pytest.mark.parametrize(("sent", "then"), [(signal.SIGSTOP, False), (signal.SIGKILL, True)])
def test_a_stopped_process_holds_its_file_and_a_killed_one_does_not(
    tmp_path: Path, sent: signal.Signals, then: bool
) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITES, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writes\n"
        assert not is_abandoned(tmp_path / "a")
        process.send_signal(sent)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        assert is_abandoned(tmp_path / "a") == then
        process.kill()


def gone(_: Path) -> None:
    pass


def free(path: Path) -> None:
    path.touch()


def no_access(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(("made", "then"), [(gone, False), (free, True), (no_access, False)])
def test_what_is_abandoned(tmp_path: Path, made: Callable[[Path], None], then: bool) -> None:
    made(tmp_path / "a")
    assert is_abandoned(tmp_path / "a") == then


def test_a_file_that_is_taken_before_it_is_held_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was stopped right after it made its file."""
    made, mkstemp = [], in_flight.tempfile.mkstemp

    def taken(**given: object) -> tuple[int, str]:
        handle, name = mkstemp(**given)
        made.append(name)
        if len(made) == 1:
            os.unlink(name)
        return handle, name

    monkeypatch.setattr(in_flight.tempfile, "mkstemp", taken)
    file, path = held_file(tmp_path, "incoming-")
    with file:
        assert ([str(path)], path.exists()) == (made[1:], True)


def test_where_there_are_no_locks_nothing_counts_as_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(in_flight.fcntl, "flock", none)
    file, path = held_file(tmp_path, "incoming-")
    with file:
        pass
    assert not is_abandoned(path)
