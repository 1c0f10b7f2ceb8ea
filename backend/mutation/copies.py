"""Copies of the checkout, so that no fault is ever put into the checkout itself."""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BACKEND = ROOT / "backend"
MOST_BYTES = 8 << 30
"""Of address space: a loop without end must not take the machine's memory."""
WAITS = 20
"""Times its processor time that a run may take in all: what sleeps for ever uses none."""
_QUIET = ("-p", "no:cacheprovider", "-q", "-W", "ignore::pytest.PytestAssertRewriteWarning")
_LIBRARIES = (
    "hypothesis lxml.html msgspec openpyxl pydantic scipy.optimize scipy.stats selectolax.lexbor sqlalchemy yaml"
)
_WARM = multiprocessing.get_context("forkserver")
"""Processes begin with the libraries read: that takes longer than most tests. The package itself is read by each."""
_WARM.set_forkserver_preload([*_LIBRARIES.split(), "mutation.run"])


class Copy:
    """A copy of the files under version control or about to be; what lies beside the checkout lies beside the copy."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)
        if (ROOT.parent / "shared").is_dir():
            (folder / "shared").symlink_to(ROOT.parent / "shared")
        self.backend = self.root / "backend"
        self._compile()

    def pytest(self, arguments: Sequence[str], most_cpu_s: float | None = None) -> int | None:
        """Pytest's exit code in a process of its own, run in the copy with the checkout's libraries.

        Processor time that runs out ends it with a signal (a negative code), however busy the machine is; None: it only waits.
        """
        process = _WARM.Process(target=_run_pytest, args=(self.backend, [*_QUIET, *arguments], most_cpu_s))
        process.start()
        process.join(most_cpu_s and WAITS * most_cpu_s)
        if process.exitcode is None:
            os.killpg(process.pid or 0, signal.SIGKILL)
            process.join()
            return None
        return process.exitcode

    def _compile(self) -> None:
        """Compiled files that hold for their source's bytes: by time and size one character changed can go unseen."""
        command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "segtier"]
        subprocess.run(command, cwd=self.backend, check=True)


def _run_pytest(backend: Path, arguments: list[str], most_cpu_s: float | None) -> None:
    os.setsid()
    if most_cpu_s is not None:
        most = math.ceil(most_cpu_s)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    os.chdir(backend)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    os.environ["PYTHONPATH"] = str(backend)
    sys.path.insert(0, str(backend))
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    sys.exit(pytest.main(arguments))
