"""Commands of the program, each in a process of its own, forked from one that has imported what they import: that takes a
second or two of each command.

`python -m tests.forked` is that process: it takes a command in a line of JSON and prints its exit code.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import NoReturn

from segtier.cli.main import main

_BACKEND = Path(__file__).resolve().parents[1]
_IMPORTED = (
    "alembic.command",
    "celery.signals",
    "psycopg",
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


def run(
    arguments: Sequence[str], env: Mapping[str, str], folder: Path | None = None, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """A command with these settings beside the environment, in that folder; `said`: what it reads."""
    return _started().run(arguments, {**os.environ, **env}, folder or Path.cwd(), said)


class _Forks:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.forked"]
        self._process = subprocess.Popen(
            command, cwd=_BACKEND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._one_at_a_time = Lock()

    def run(
        self, arguments: Sequence[str], env: Mapping[str, str], folder: Path, said: str
    ) -> subprocess.CompletedProcess[str]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with tempfile.TemporaryDirectory() as streams, self._one_at_a_time:
            files = [Path(streams, name) for name in ("in", "out", "err")]
            files[0].write_text(said)
            print(
                json.dumps([list(arguments), dict(env), str(folder), [*map(str, files)]]),
                file=process.stdin,
                flush=True,
            )
            code = int(process.stdout.readline())
            return subprocess.CompletedProcess(list(arguments), code, files[1].read_text(), files[2].read_text())

    def close(self) -> None:
        with self._process:
            pass  # it ends where nothing more is asked


@cache
def _started() -> _Forks:
    forks = _Forks()
    atexit.register(forks.close)
    return forks


def _serve() -> None:
    for name in _IMPORTED:
        importlib.import_module(name)
    gc.freeze()  # so that no child copies all of it to look for garbage
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(*json.loads(line))
            _be_it()
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(arguments: list[str], env: dict[str, str], folder: str, streams: list[str]) -> None:
    for number, (path, mode) in enumerate(zip(streams, (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2), strict=True)):
        os.dup2(os.open(path, mode), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - what was read of the other is not this one's
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["segtier", *arguments]


def _be_it() -> NoReturn:
    """Be the command, and end without taking apart what was imported."""
    code = 0
    try:
        main()
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
