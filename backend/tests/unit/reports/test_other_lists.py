"""What one list of waits lost and another of the same report prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.model.workload import WaitEvent
from segtier.reports.other_lists import completed
from tests.builders import a_wait

READS, COMMITS = a_wait("db file sequential read", 900, 9), a_wait("log file sync", 40, 2)
LONG = a_wait("log file switch (checkpoint incomplete)", 70, 9)
UNREAD = replace(READS, waits=None, time_s=None, avg_wait_us=None)
UNCOUNTED = replace(READS, waits=None, avg_wait_us=None)


@pytest.mark.parametrize(
    ("events", "other", "expected"),
    [
        ((READS, COMMITS), (READS,), (READS, COMMITS)),
        ((UNREAD, COMMITS), (READS,), (READS, COMMITS)),
        ((UNCOUNTED,), (READS,), (READS,)),
        ((COMMITS,), (READS,), (COMMITS, READS)),
        ((replace(LONG, event=LONG.event[:28]),), (LONG,), (replace(LONG, event=LONG.event[:28]),)),
        ((COMMITS,), (replace(READS, time_s=0.0),), (COMMITS,)),
        ((COMMITS,), (replace(READS, wait_class="Idle"),), (COMMITS,)),
        ((COMMITS,), (replace(a_wait("log file parallel write", 30, 1), wait_class=None),), (COMMITS,)),
        ((COMMITS,), (replace(a_wait("rdbms ipc message", 3_600, 900), wait_class=None),), (COMMITS,)),
        ((), (READS,), ()),
        ((UNREAD,), (UNREAD,), (UNREAD,)),
    ],
    ids=[
        "whole",
        "unread",
        "uncounted",
        "lost row",
        "cut name",
        "no time",
        "idle",
        "the background's",
        "an idle one by name",
        "no list",
        "unread in both",
    ],
)
def test_a_list_is_completed(
    events: tuple[WaitEvent, ...], other: tuple[WaitEvent, ...], expected: tuple[WaitEvent, ...]
) -> None:
    assert completed(events, other) == expected
