"""What the log writer waits for: its own disk, and a standby that confirms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.analysis.profile import build_profile
from segtier.model.workload import WaitEvent
from tests.builders import a_wait, a_workload

WRITE = a_wait("log file parallel write", 600, 3, foreground=False)
"""200,000 log writes of 3 ms."""


def bg(event: str, time_s: float, avg_ms: float) -> WaitEvent:
    return a_wait(event, time_s, avg_ms, foreground=False)


@pytest.mark.parametrize(
    ("waits", "write_us", "remote_us"),
    [
        ((), None, None),
        ((WRITE,), 3_000, None),
        ((WRITE, bg("SYNC Remote Write", 1_600, 8)), 3_000, 8_000),
        # Release 11 waits several times for one write.
        ((WRITE, bg("LNS wait on SENDREQ", 1_500, 9), bg("LGWR-LNS wait on channel", 1_400, 1)), 3_000, 7_000),
        # The one that took most time, wherever it stands.
        ((WRITE, bg("LGWR wait on LNS", 200, 1), bg("SYNC Remote Write", 1_600, 8)), 3_000, 8_000),
        ((WRITE, bg("SYNC Remote Write", 1_600, 8), bg("LGWR wait on LNS", 200, 1)), 3_000, 8_000),
        ((WRITE, bg("ASYNC Remote Write", 1_600, 8)), 3_000, None),
        ((WRITE, bg("LNS wait on SENDREQ", 1_600, 8)), 3_000, None),
        ((WRITE, bg("SYNC Remote Write", 0, 0)), 3_000, None),
        ((bg("SYNC Remote Write", 1_600, 8),), None, 8_000),
        # Fewer waits or less time than none is no figure.
        ((replace(WRITE, time_s=-50.0),), None, None),
        ((replace(WRITE, waits=-20),), None, None),
    ],
)
def test_log_writes(waits: tuple[WaitEvent, ...], write_us: float | None, remote_us: float | None) -> None:
    profile = build_profile(a_workload(waits, statistics={"redo writes": 200_000.0}))
    assert profile.redo_write_us == pytest.approx(write_us)
    assert profile.redo_remote_us == pytest.approx(remote_us)
