"""A worker that was told to end is replaced only once its parent has had a chance to hear that it is told as well."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator

import pytest

from segtier.cli.support import child
from segtier.cli.support.child import WorkerChild
from tests.patience import PATIENCE_S

LONG_S = 0.3
"""In which another would be started, if it did not wait."""


class Sleepers(WorkerChild):
    """Its children do nothing but sleep."""

    started = 0

    def _start(self, *, may_fork: bool = False) -> subprocess.Popen[bytes]:
        assert may_fork == (self.started == 0)
        self.started += 1
        return subprocess.Popen(["sleep", "600"], start_new_session=True)

    def _until_it_ends(self, born_s: float) -> None:
        assert born_s <= time.monotonic()
        while self._process.poll() is None and not self._stopping.is_set():
            time.sleep(0.01)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sleepers]:
    monkeypatch.setattr(child, "_TOLD_S", 0.0)
    monkeypatch.setattr(child, "_SHORT_LIFE_S", 0.0)
    worker = Sleepers(1, 30.0)
    yield worker
    worker.stop()


def test_another_waits_for_a_turn_of_its_parent(worker: Sleepers) -> None:
    """However long that takes: on a busy machine it took more than half a second, and another was started."""
    worker.turn()  # one of before, which tells nothing of now
    worker.end()
    time.sleep(LONG_S)
    assert worker.started == 1
    until_s = time.monotonic() + PATIENCE_S
    while worker.started == 1 and time.monotonic() < until_s:
        worker.turn()
        time.sleep(0.01)
    assert worker.started == 2


def test_none_is_started_where_the_parent_was_told_too(worker: Sleepers) -> None:
    worker.end()
    time.sleep(LONG_S)
    worker.leave()
    worker.turn()
    time.sleep(LONG_S)
    assert worker.started == 1
