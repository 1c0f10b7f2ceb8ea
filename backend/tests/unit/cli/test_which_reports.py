"""Which reports count, and why the others do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from segtier.cli.support.inputs import ReadOnce
from segtier.cli.support.which_reports import LeftOut, Which
from segtier.model.workload import Workload
from tests.builders import a_workload


def _clock(hour: int) -> datetime:
    return datetime.fromisoformat(f"2026-01-02T{hour:02}:00")


def _at(hour: int | None, dbid: int = 4711) -> Workload:
    one = a_workload()
    times = (None, None) if hour is None else (_clock(hour), _clock(hour + 1))
    interval = replace(one.interval, begin_time=times[0], end_time=times[1])
    return replace(one, interval=interval, database=replace(one.database, dbid=dbid))


TEN = _clock(10)


@pytest.mark.parametrize(
    ("report", "why"),
    [(_at(9), "time"), (_at(10), None), (_at(None), "no-time"), (_at(9, dbid=9), "time")],
)
def test_each_report_has_a_reason_of_its_own(report: Workload, why: LeftOut | None) -> None:
    which = Which(begin=TEN, dbid=4711)
    assert (which.left_out(report), which.takes(report)) == (why, why is None)


def test_what_the_other_period_takes_is_not_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 8:00 and 12:00 nobody asked; of 9:00 and 10:00 each period has one. It is said once."""
    before, after = Which(_clock(9), TEN), Which(TEN, _clock(11))
    both = ReadOnce(tuple(map(_at, (8, 9, 10, 12, None))), 0)
    assert len(both.inputs(before, or_else=after).workloads) == 1
    of_another_time, without_time = capsys.readouterr().err.splitlines()
    assert "2 reports" in of_another_time
    assert "1 report " in without_time
