"""Which reports count, and why the others do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import click
import pytest

from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.timeline import choose_window
from segtier.cli.support.inputs import ReadOnce
from segtier.cli.support.which_reports import LeftOut, Which
from segtier.model.timeline import StatedHours
from segtier.model.workload import Interval, Workload
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
    both = ReadOnce(tuple(map(_at, (8, 9, 10, 12, None))), 0, {})
    assert len(both.inputs(before, or_else=after).workloads) == 1
    of_another_time, without_time = capsys.readouterr().err.splitlines()
    assert "2 reports" in of_another_time
    assert "1 report " in without_time


@pytest.mark.parametrize("past", [0, 29, 30, 31])
def test_stated_hours_and_reports_of_a_time_are_chosen_by_one_rule(past: int) -> None:
    """Of an hour that lies in them in part: whether its middle does."""
    hours = [_at(hour) for hour in range(9, 16)]
    begin, end = (_clock(hour) + timedelta(minutes=past) for hour in (10, 14))
    named = [replace(one, source=replace(one.source, sha256=f"{n:064}")) for n, one in enumerate(hours)]
    slots, _ = sort_intervals(as_reports([replace(one, interval=_numbered(one, n)) for n, one in enumerate(named)]))
    chosen, _ = choose_window(slots, "average", StatedHours(begin, end))
    taken = [one.interval.begin_time for one in hours if Which(begin, end).takes(one)]
    assert [slot.begin_time for slot in chosen] == taken
    assert len(taken) == 4


def _numbered(one: Workload, number: int) -> Interval:
    return replace(one.interval, begin_snap=number, end_snap=number + 1)


def test_hours_that_end_before_they_begin_hold_none() -> None:
    for end in (_clock(9), TEN):
        with pytest.raises(click.UsageError):
            Which(TEN, end)
