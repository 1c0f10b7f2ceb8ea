"""One kill, before the n-th call or after some seconds, and its outcome."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from tests import forked

Way = Literal["point", "moment"]
_NEVER = 1 << 40
FINE = ("absent", "some", "refused", "whole")
"""Nothing of it is there; some of several things, each as a whole; some, and nobody uses it until it is repeated; all of it."""
BROKEN = (
    *("half done", "told and not done", "doubled", "not done again", "trail broken"),
    *("passes for whole", "source altered", "upload half deleted", "plan lost", "left over"),
)


@dataclass(frozen=True)
class Outcome:
    """What was found, and words on it; `where` it was killed."""

    found: str
    words: str
    where: str

    @property
    def is_broken(self) -> bool:
        return self.found in BROKEN


class Operation(Protocol):
    """What is killed, on installations of its own. `extent`: its calls or seconds, while nothing is killed."""

    name: str
    extent: float

    def kill(self, kill: Kill) -> Outcome | None:
        """None where it was over before the kill."""


@dataclass
class Kill:
    """`at`: before which call; `after_s`: else after how long; neither: not at all."""

    at: int | None = None
    after_s: float | None = None
    extent: float = 0.0
    """Calls or seconds, once it is over."""
    where: str = ""
    """Empty where nothing was killed."""

    def run(
        self, way: Way, entry: str, arguments: Sequence[str], env: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """A process that is killed: at a point by a function of `points`, at a moment as the program itself."""
        if way == "point":
            return self._run_to_point(entry, arguments, env)
        process = forked.start(arguments, env)
        with self.over(process):
            done = process.wait()
        if done.returncode != -signal.SIGKILL:
            self.where = ""
        return done

    def _run_to_point(
        self, entry: str, arguments: Sequence[str], env: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder, "point")
            counted = {"KILL_AT": str(self.at or _NEVER), "KILL_POINT": str(told)}
            done = forked.run(arguments, {**env, **counted}, entry=f"robustness.killed.points:{entry}")
            number, _, words = told.read_text().partition(" ") if told.exists() else ("0", "", "")
        self.extent = int(number)
        if done.returncode == -signal.SIGKILL:
            self.where = f"call {number}, {words}"
        return done

    @contextmanager
    def over(self, process: forked.Fork) -> Iterator[None]:
        """While this is done the process is killed, or just after."""
        timer = threading.Timer(self.after_s or 0.0, process.kill)
        begin_s = time.monotonic()
        if self.after_s is not None:
            timer.start()
        yield
        self.extent = time.monotonic() - begin_s
        if self.after_s is not None:
            timer.join()
            self.where = f"after {self.after_s:.3f} s"
