"""Waits for a lock may go with what its holders wait for; where these do something else, nothing on storage helps."""

import pytest

from segtier.analysis.db_time import top_events
from segtier.model.workload import WaitEvent
from tests.builders import a_profile, a_wait, a_workload

LOCKS = a_wait("enq: TX - row lock contention", 36_000, 500)
READS = a_wait("db file sequential read", 7_200, 10)
SYNC = a_wait("log file sync", 7_200, 10)


@pytest.mark.parametrize(
    ("waits", "cpu_s", "helped", "not_helped"),
    [
        ((LOCKS, READS), 3_600.0, {"all", "segments"}, {"redo"}),
        ((LOCKS, SYNC), 3_600.0, {"redo"}, {"segments"}),
        ((LOCKS,), 3_600.0, set(), {"all", "segments", "redo"}),
        ((LOCKS, READS), 100_000.0, set(), {"all", "segments", "redo"}),
    ],
    ids=["holders read", "holders commit", "holders compute", "holders hardly read"],
)
def test_locks_are_helped_by_what_their_holders_may_wait_for(
    waits: tuple[WaitEvent, ...], cpu_s: float, helped: set[str], not_helped: set[str]
) -> None:
    rows = top_events(a_profile(a_workload(waits, cpu_s=cpu_s)))
    found = set(next(row for row in rows if row.demand == "locks").helped_by)
    assert helped <= found
    assert not not_helped & found
