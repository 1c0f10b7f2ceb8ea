"""What to give where next to nothing happens: of many intervals another one, not one more report."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from segtier.advisor import advise
from segtier.advisor.symptoms.busier import ONE_BUSY_HOUR
from segtier.model.timeline import StatedHours
from segtier.model.workload import Workload
from tests.builders import a_request, a_wait, a_workload
from tests.sentences import like, tells

BEGIN = datetime.fromisoformat("2026-01-02T08:00")


def _hour(number: int, waited_s: float) -> Workload:
    one = a_workload((a_wait("db file sequential read", waited_s, 9),), cpu_s=10, snaps=(100 + number, 101 + number))
    begin = BEGIN + timedelta(hours=number)
    return replace(one, interval=replace(one.interval, begin_time=begin, end_time=begin + timedelta(hours=1)))


@pytest.mark.parametrize(
    ("waits", "says"),
    [((20,), None), ((20, 22), "advisor/none-intervals-there"), ((20, 9_000), "advisor/ask-busiest-intervals")],
    ids=["one report", "a dump of idle hours", "a dump with a busy hour"],
)
def test_an_idle_hour(waits: tuple[float, ...], says: str | None) -> None:
    hours = [_hour(number, waited) for number, waited in enumerate(waits)]
    request = a_request(hours=StatedHours(BEGIN, BEGIN + timedelta(hours=1)))
    verdict = advise(hours, [], request).verdict
    assert verdict.cause == "idle"
    assert verdict.next_step == ONE_BUSY_HOUR if says is None else tells(verdict.next_step, like(says))
