"""What to look at next in time that nothing explains: nothing that the report rules out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.workload import OsStatistic, WaitEvent
from tests.builders import a_request, a_wait, a_workload
from tests.sentences import worded

SCANS, READS = a_wait("direct path read", 10_000, 4), a_wait("db file sequential read", 3_000, 3)
SERIAL = {"queries parallelized": 0.0, "DFO trees parallelized": 0.0}


@pytest.mark.parametrize(
    ("wait", "busy_pct", "statistics", "cause", "said", "not_said"),
    [
        (SCANS, 1, SERIAL, "scans-unexplained", "asynchronous reads.", ("CPU", "parallel servers")),
        (SCANS, 1, {}, "scans-unexplained", worded("analysis/look-parallel-servers") + ".", ("CPU",)),
        (SCANS, 90, SERIAL, "scans-unexplained", worded("analysis/find-else-runs", "90 %", "0.26 %"), ("iostat",)),
        (SCANS, None, SERIAL, "scans-unexplained", "CPU queues", ()),
        (READS, 1, SERIAL, "unexplained", "asynchronous reads.", ("queue", "hypervisor")),
        (READS, None, SERIAL, "unexplained", "a hypervisor", ()),
    ],
)
def test_next_step(
    wait: WaitEvent,
    busy_pct: float | None,
    statistics: dict[str, float],
    cause: str,
    said: str,
    not_said: tuple[str, ...],
) -> None:
    workload = a_workload((wait,), cpu_s=300, rest_s=20_000, statistics=statistics)
    if busy_pct is not None:
        times = (OsStatistic("BUSY_TIME", busy_pct * 3_600), OsStatistic("IDLE_TIME", (100 - busy_pct) * 3_600))
        workload = replace(workload, os_statistics=times)
    verdict = advise([workload], [], a_request()).verdict
    assert verdict.cause == cause
    assert said in verdict.next_step
    words = f"{verdict.next_step} {verdict.text}"
    assert not [word for word in not_said if word in words.replace("neither CPU", "").replace("servers' CPUs", "")]
