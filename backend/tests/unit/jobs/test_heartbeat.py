"""Signs of life that fail are given again soon: a worker that works keeps its job, however long somebody holds the file."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy.exc import OperationalError

from segtier.jobs.heartbeat import Ticker
from segtier.passing import Passing, PassingFault
from segtier.settings import Settings

BUSY = OperationalError("UPDATE", {}, Exception("database is locked"))
FAULTS = (BUSY, FileNotFoundError("the folder is away"), Passing(PassingFault("files-away", "the store is away")))


@pytest.mark.parametrize(
    ("fault", "every_s", "failures", "at_least"), [(BUSY, 30.0, 2, 3), *((one, 0.01, 5, 10) for one in FAULTS)]
)
def test_a_sign_of_life_that_failed_is_given_again_at_once(
    fault: Exception, every_s: float, failures: int, at_least: int
) -> None:
    """Not a beat later: the failure has taken its time already."""
    enough, calls = threading.Event(), []

    def tick() -> None:
        calls.append(len(calls))
        if len(calls) <= failures:
            raise fault
        if len(calls) >= at_least:
            enough.set()

    ticker = Ticker(every_s, tick, at_once=True)
    ticker.start()
    assert enough.wait(every_s * 0.9 if every_s > 1 else 20)
    ticker.stop()


def test_a_lease_outlasts_a_sign_of_life_that_waits_for_the_file_and_fails() -> None:
    """15 s at the door, and another try."""
    assert Settings().lease_s >= 2 * 15
