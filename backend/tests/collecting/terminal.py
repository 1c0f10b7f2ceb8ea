"""A command on a terminal of its own, with somebody who types when it asks."""

from __future__ import annotations

import os
import pty
from collections.abc import Mapping, Sequence
from pathlib import Path


def typed(
    command: Sequence[str], answers: Sequence[tuple[str, str]], cwd: Path, environment: Mapping[str, str]
) -> tuple[str, int]:
    """What the terminal showed, and the exit code. Each answer is typed when its question has been asked."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cwd)
        os.execve(command[0], list(command), dict(environment))
    shown, left, seen = b"", list(answers), 0
    while piece := _read(terminal):
        shown += piece
        if left and left[0][0].encode() in shown[seen:]:
            seen = len(shown)
            os.write(terminal, left.pop(0)[1].encode() + b"\n")
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert not left, f"never asked: {left[0][0]!r} in {shown!r}"
    return shown.decode(), os.waitstatus_to_exitcode(status)


def _read(terminal: int) -> bytes:
    """Empty once the command has ended."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
