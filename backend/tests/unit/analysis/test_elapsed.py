"""How long an interval lasted where the snapshots do not tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.unknown_length import is_rate
from segtier.errors import NotUsable
from segtier.model.advice import Advice
from segtier.model.device import Tier
from segtier.model.workload import InstanceStatistic, Interval, LoadMetric, Source, Workload
from tests.builders import a_request, a_wait, a_workload

HOUR = a_workload((a_wait("db file sequential read", 18_000, 10),), elapsed_s=7_200)
UNTIMED = replace(HOUR, interval=Interval(begin_snap=1, end_snap=2), instance_statistics=(), load_profile=())
REDO = InstanceStatistic("redo size", total=7_200_000_000.0, per_s=1_000_000.0)
SLOW = InstanceStatistic("logons cumulative", total=72.0, per_s=0.01)
DB_TIME = LoadMetric("db_time_s", label="DB Time(s)", per_s=3.0)


@pytest.mark.parametrize(
    ("report", "hours"),
    [
        pytest.param(replace(UNTIMED, instance_statistics=(SLOW, REDO)), 2.0, id="of the greatest rate"),
        pytest.param(replace(UNTIMED, load_profile=(DB_TIME,)), 2.0, id="of DB time"),
        pytest.param(replace(UNTIMED, source=Source(kind="typed")), None, id="typed figures are of no known hour"),
    ],
)
def test_what_an_answer_takes_for_elapsed(report: Workload, hours: float | None) -> None:
    advice = advise([report], [], a_request())

    assert advice.interval_hours == (hours and pytest.approx(hours, rel=0.001))
    codes = {warning.code for warning in advice.warnings}
    assert codes & {"elapsed-worked-out", "elapsed-unknown"} == {
        "elapsed-unknown" if hours is None else "elapsed-worked-out"
    }


@pytest.mark.parametrize(
    "report",
    [
        UNTIMED,
        replace(UNTIMED, instance_statistics=(SLOW,)),
        replace(UNTIMED, load_profile=(replace(DB_TIME, per_s=0.4),)),
    ],
    ids=["nothing", "a rate of one digit", "a DB time of one digit"],
)
def test_a_report_of_no_known_length_is_no_load(report: Workload) -> None:
    with pytest.raises(NotUsable) as caught:
        advise([report], [], a_request())
    assert caught.value.code == "no-elapsed-time"


def test_what_is_printed_goes_first() -> None:
    printed = replace(HOUR, instance_statistics=(*HOUR.instance_statistics, replace(REDO, total=1e9)))
    assert advise([printed], [], a_request()).interval_hours == pytest.approx(2)


def rates_in(value: Any) -> Iterator[str]:
    """Names of the fields that are rates and have a figure; of a device they are what it can do."""
    if isinstance(value, tuple):
        for one in value:
            yield from rates_in(one)
    elif is_dataclass(value) and not isinstance(value, Tier):
        for one in fields(value):
            found = getattr(value, one.name)
            if is_rate(one.name) and found is not None:
                yield one.name
            yield from rates_in(found)


@pytest.mark.parametrize("kind", ["typed", "pasted-events", "pasted-counters"])
def test_of_an_interval_of_unknown_length_no_rate_is_told(kind: Any) -> None:
    """Shares, averages and ratios are as they are of an hour."""
    shown: dict[float | None, Advice] = {}
    for elapsed_s in (3_600.0, None):
        report = replace(
            HOUR, source=Source(kind=kind), load_profile=(), interval=replace(HOUR.interval, elapsed_s=elapsed_s)
        )
        shown[elapsed_s] = advise([report], [], a_request())
    hour, untold = shown[3_600.0], shown[None]
    assert set(rates_in(hour)) >= {"db_time_s_per_hour", "average_active_sessions", "waits_per_hour", "interval_hours"}
    assert list(rates_in(untold)) == []
    assert [one.db_time_pct for one in untold.db_time.slices] == [one.db_time_pct for one in hour.db_time.slices]
    assert [(one.db_time_pct, one.avg_wait_us) for one in untold.top_events] == [
        (one.db_time_pct, one.avg_wait_us) for one in hour.top_events
    ]
    assert [one.response_ratio for one in untold.options] == [one.response_ratio for one in hour.options]


def test_few_seconds_of_unknown_length_are_no_idle_database() -> None:
    few = a_workload((a_wait("db file sequential read", 18, 10),), cpu_s=3.6, source=Source(kind="pasted-events"))
    untold = replace(few, instance_statistics=(), load_profile=(), interval=replace(few.interval, elapsed_s=None))
    assert "idle" in advise([few], [], a_request()).verdict.headline
    assert "idle" not in advise([untold], [], a_request()).verdict.headline
