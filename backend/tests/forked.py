"""Commands of the program, each in a process of its own, forked from one that has imported what they import: that takes a
second or two of each command.

`python -m tests.forked` is that process: it takes orders in lines of JSON and answers each by a number.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import NoReturn

_BACKEND = Path(__file__).resolve().parents[1]
_LOOK_S = 0.01
_LONGEST_S = 600.0
"""Far longer than any command of a test takes on a busy machine."""
_IMPORTED = (
    "alembic.command",
    "celery.signals",
    "psycopg",
    "segtier.cli.main",
    "segtier.cli.support.checkup",
    "segtier.cli.support.own_database",
    "segtier.cli.support.own_settings",
    "segtier.services.accounts",
    "segtier.services.audit_trail",
    "segtier.services.back_up",
    "segtier.services.move_database",
    "segtier.services.restore",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
)
"""Nothing that reads the settings while it is imported: they are those of each command."""
PROGRAM = "segtier.cli.main:main"


class Fork:
    """A process that was forked and runs; whoever started it waits for it or ends it."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str], folder: Path, said: str, entry: str) -> None:
        self._arguments = list(arguments)
        self._streams = tempfile.TemporaryDirectory()
        self._files = [Path(self._streams.name, name) for name in ("in", "out", "err")]
        self._files[0].write_text(said)
        self._forks = _started()
        self.pid = self._forks.ask("start", self._arguments, dict(env), str(folder), [*map(str, self._files)], entry)

    @property
    def stdout(self) -> str:
        """What it printed so far."""
        return self._files[1].read_text() if self._files[1].exists() else ""

    @property
    def is_over(self) -> bool:
        return bool(self._forks.ask("is over", self.pid))

    def kill(self) -> None:
        """-9; without effect where it is over. It is still to be waited for."""
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> subprocess.CompletedProcess[str]:
        """Once, when it is over: negative where a signal ended it. One that would never end is ended, and the test fails."""
        last = time.monotonic() + _LONGEST_S
        while not self.is_over:
            if time.monotonic() > last:
                self.kill()
                raise TimeoutError(f"not over after {_LONGEST_S:.0f} s: {' '.join(self._arguments)}")
            time.sleep(_LOOK_S)
        code = self._forks.ask("bury", self.pid)
        printed = [file.read_text() for file in self._files[1:]]
        self._streams.cleanup()
        return subprocess.CompletedProcess(self._arguments, code, *printed)


def start(
    arguments: Sequence[str], env: Mapping[str, str], folder: Path | None = None, said: str = "", entry: str = PROGRAM
) -> Fork:
    """As `run`, and does not wait for it."""
    return Fork(arguments, {**os.environ, **env}, folder or Path.cwd(), said, entry)


def run(
    arguments: Sequence[str], env: Mapping[str, str], folder: Path | None = None, said: str = "", entry: str = PROGRAM
) -> subprocess.CompletedProcess[str]:
    """A command with these settings beside the environment, in that folder; `said`: what it reads. `entry`: another function
    than that of the program."""
    return start(arguments, env, folder, said, entry).wait()


def have_imported(*modules: str) -> int:
    """More for those that come to have ready; gives the number of the process that forks, which is their parent."""
    return int(_started().ask("import", *modules))


class _Forks:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.forked"]
        self._process = subprocess.Popen(
            command, cwd=_BACKEND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._one_at_a_time = Lock()

    def ask(self, *order: object) -> int:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with self._one_at_a_time:
            print(json.dumps(order), file=process.stdin, flush=True)
            return int(process.stdout.readline())

    def close(self) -> None:
        with self._process:
            pass  # it ends where nothing more is asked


@cache
def _started() -> _Forks:
    forks = _Forks()
    atexit.register(forks.close)
    return forks


def _serve() -> None:
    _import(*_IMPORTED)
    for line in sys.stdin:
        order, *given = json.loads(line)
        print(_ORDERS[order](*given), flush=True)


def _import(*modules: str) -> int:
    for name in modules:
        importlib.import_module(name)
    gc.freeze()  # so that no child copies all of it to look for garbage
    return os.getpid()


def _start(arguments: list[str], env: dict[str, str], folder: str, streams: list[str], entry: str) -> int:
    child = os.fork()
    if child == 0:
        _become(arguments, env, folder, streams)
        _be_it(entry)
    return child


def _is_over(child: int) -> int:
    """A child that is over stays, with its number, until it is buried."""
    return int(os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None)


def _bury(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


_ORDERS: Mapping[str, Callable[..., int]] = {"import": _import, "start": _start, "is over": _is_over, "bury": _bury}


def _become(arguments: list[str], env: dict[str, str], folder: str, streams: list[str]) -> None:
    for number, (path, mode) in enumerate(zip(streams, (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2), strict=True)):
        os.dup2(os.open(path, mode), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - what was read of the other is not this one's
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["segtier", *arguments]


def _be_it(entry: str) -> NoReturn:
    """Be the command, and end without taking apart what was imported."""
    code = 0
    module, _, function = entry.partition(":")
    try:
        getattr(importlib.import_module(module), function)()
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _serve()
