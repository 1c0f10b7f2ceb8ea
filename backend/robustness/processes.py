"""Processes as /proc shows them: who started whom, and how much memory each has held at most."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")


def descendants(pid: int) -> list[int]:
    """Children, their children and so on, parents first."""
    parents = {child: parent for child in _all() if (parent := _parent(child)) is not None}
    found, looked = [pid], 0
    while looked < len(found):
        found += [child for child, parent in parents.items() if parent == found[looked]]
        looked += 1
    return found[1:]


def command(pid: int) -> list[str]:
    """The words it was started with; none where it is gone."""
    return [word.decode("utf-8", "replace") for word in _read(pid, "cmdline").split(b"\0")[:-1]]


def peak_bytes(pid: int) -> int:
    """The most memory it has held so far; 0 where it is gone."""
    for line in _read(pid, "status").splitlines():
        if line.startswith(b"VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def forget_peak(pid: int) -> None:
    """Let `peak_bytes` count from now on; without effect where that is not allowed."""
    with contextlib.suppress(OSError):
        (_PROC / str(pid) / "clear_refs").write_text("5")


def started_with(name: str, value: str) -> list[int]:
    """Processes that have this environment variable, such as the data folder of an installation."""
    wanted = f"{name}={value}".encode()
    return [pid for pid in _all() if wanted in _read(pid, "environ").split(b"\0")]


def kill(pid: int) -> bool:
    """-9; False where it is gone already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def _all() -> Iterator[int]:
    return (int(folder.name) for folder in _PROC.iterdir() if folder.name.isdigit())


def _parent(pid: int) -> int | None:
    """None for one that is gone or only waits to be buried."""
    state, _, rest = _read(pid, "stat").rpartition(b")")[2].strip().partition(b" ")
    return int(rest.split()[0]) if rest and state != b"Z" else None


def _read(pid: int, what: str) -> bytes:
    try:
        return (_PROC / str(pid) / what).read_bytes()
    except OSError:  # gone meanwhile, or another user's
        return b""
