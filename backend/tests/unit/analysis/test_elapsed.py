"""How long an interval lasted where the snapshots do not tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.errors import NotUsable
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
        pytest.param(replace(UNTIMED, source=Source(kind="typed")), 1.0, id="typed figures are of an hour"),
    ],
)
def test_what_an_answer_takes_for_elapsed(report: Workload, hours: float) -> None:
    advice = advise([report], [], a_request())

    assert advice.interval_hours == pytest.approx(hours, rel=0.001)
    codes = {warning.code for warning in advice.warnings}
    assert codes & {"elapsed-worked-out", "elapsed-unknown"} == {
        "elapsed-unknown" if hours == 1 else "elapsed-worked-out"
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
