"""An interval whose figures cannot be right is none to stand on, and the grade of an answer that must says why."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.timeline import choose_window
from segtier.model.evidence import Warn
from segtier.model.timeline import StatedHours
from segtier.model.workload import Workload
from tests.builders import a_request, a_wait, a_workload

MIDNIGHT = datetime(2026, 3, 2)  # noqa: DTZ001 - a report prints local time without a zone


def an_hour(number: int, cpu_s: float = 3_600.0, fell: str = "", **changed: Any) -> Workload:
    """Of 32 CPUs. `fell`: the table in which counters fell."""
    begin = MIDNIGHT + timedelta(hours=number)
    built = a_workload(
        (a_wait("db file sequential read", 5_000 + number, 10),), cpu_s=cpu_s, snaps=(100 + number, 101 + number)
    )
    interval = replace(built.interval, begin_time=begin, end_time=begin + timedelta(hours=1), **changed)
    warnings = (Warn("counter-smaller", "", fell),) if fell else ()
    source = replace(built.source, file=f"{number}.html", sha256=f"{number:064x}")
    return replace(built, interval=interval, warnings=warnings, source=source)


TIME, STATISTICS = "WRH$_SYS_TIME_MODEL", "WRH$_SYSSTAT"
FULL = 32 * 3_600.0
CASES = [
    pytest.param([an_hour(0), an_hour(1, 1.12 * FULL)], 0, "CPU time of 112 %", id="more CPU than there is"),
    pytest.param([an_hour(0), an_hour(1, 1.08 * FULL)], 1, "", id="full CPUs, rounded"),
    pytest.param([an_hour(0), an_hour(1, 99_000, begin_sessions=2, end_sessions=1)], 0, "logged on", id="sessions"),
    pytest.param([an_hour(0), an_hour(1, 99_000, begin_sessions=9, end_sessions=1)], 1, "", id="logons in between"),
    pytest.param([an_hour(0), an_hour(1, fell=TIME)], 0, "fell in it", id="fell"),
    pytest.param([an_hour(0), an_hour(1, fell=STATISTICS)], 1, "", id="a statistic fell"),
    pytest.param([an_hour(0, fell=TIME), an_hour(1), an_hour(2)], 2, "interval before", id="risen after a fall"),
    pytest.param([an_hour(0, fell=TIME), an_hour(2)], 2, "fell in it", id="hours between"),
]


@pytest.mark.parametrize("window", ["busy", "busiest"])
@pytest.mark.parametrize(("hours", "taken", "reason"), CASES)
def test_no_answer_is_made_from_it(hours: list[Workload], taken: int, reason: str, window: Any) -> None:
    slots, timeline = choose_window(sort_intervals(as_reports(hours))[0], window)
    left_out = [note.message for note in timeline.notes if note.code == "interval-left-out"]

    assert [slot.begin_time for slot in slots] == [MIDNIGHT + timedelta(hours=taken)]
    assert bool(reason) == bool(left_out)
    assert all(reason in text for text in left_out)


@pytest.mark.parametrize(
    ("hours", "stated"),
    [([an_hour(1, 1.2 * FULL)], 1), ([an_hour(0, fell=TIME), an_hour(1)], 1), ([an_hour(0, fell=TIME)], 0)],
    ids=["more CPU than there is", "risen after a fall", "fell"],
)
def test_who_asks_for_it_is_told(hours: list[Workload], stated: int) -> None:
    begin = MIDNIGHT + timedelta(hours=stated)
    asked = a_request(draws=20, hours=StatedHours(begin, begin + timedelta(hours=1)))
    quality = advise(hours, [], asked).quality

    assert quality.grade > "B"
    assert any("cannot be right" in reason for reason in quality.reasons)
