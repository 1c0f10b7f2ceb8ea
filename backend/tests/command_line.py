"""The program run in this process: one of its own would import for a second. `test_writing.py` starts real ones."""

from __future__ import annotations

import json
import subprocess
import sys
from tempfile import TemporaryFile
from typing import IO, Any

import pytest

from segtier.cli.main import main
from segtier.cli.support.errors_told import VARIABLE


def segtier(*arguments: object, errors: str = "json") -> subprocess.CompletedProcess[str]:
    """The whole program with these arguments: what it printed, and its exit code. Errors are JSON, as programs ask for them."""
    command = ["segtier", *map(str, arguments)]
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err, pytest.MonkeyPatch.context() as patch:
        for name, value in (("argv", command), ("stdout", out), ("stderr", err), ("excepthook", sys.excepthook)):
            patch.setattr(sys, name, value)
        patch.setenv(VARIABLE, "json" if errors == "json" else "text")
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        printed = [_text(file) for file in (out, err)]
    return subprocess.CompletedProcess(command, code, *printed)


def one_problem(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The one line of JSON that says what was wrong."""
    lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
    assert len(lines) == 1, done.stderr
    return json.loads(lines[0])


def _text(file: IO[str]) -> str:
    file.flush()
    file.seek(0)
    return file.read()
