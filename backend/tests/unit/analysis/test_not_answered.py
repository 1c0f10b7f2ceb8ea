"""An interval that an answer leaves out says why as soon as it is read: by the rule that leaves it out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.not_answered import CODE, with_reasons
from segtier.analysis.timeline import choose_window
from segtier.model.evidence import Warn
from segtier.model.workload import TimeModelRow, Workload
from tests.unit.analysis.test_of_instances import BOTH, LACKING
from tests.unit.analysis.test_timeline import an_hour

FELL = replace(an_hour(1), warnings=(Warn("counter-smaller", "4 figures", "WRH$_SYS_TIME_MODEL"),))
TOO_MUCH = replace(
    an_hour(1), time_model=(TimeModelRow("DB time", 50 * 3600.0), TimeModelRow("DB CPU", 40 * 3600.0)), wait_events=()
)
"""Of 32 CPUs."""


@pytest.mark.parametrize(
    ("read", "places"),
    [
        ([an_hour(0), an_hour(1)], []),
        ([an_hour(0), FELL, an_hour(2), an_hour(3)], [1, 2]),
        ([an_hour(2), FELL, an_hour(0)], [0, 1]),
        ([an_hour(0), TOO_MUCH], [1]),
        *(([*BOTH, *later], list(range(2, 2 + len(later)))) for later in LACKING),
    ],
)
def test_what_no_answer_is_made_from_says_so(read: list[Workload], places: list[int]) -> None:
    told = with_reasons(read)
    assert [at for at, one in enumerate(told) if CODE in {warn.code for warn in one.warnings}] == places
    assert with_reasons(told) == told
    points = choose_window(sort_intervals(as_reports(read))[0], "average")[1].points
    left_out = {point.begin_snap for point in points if not point.used}
    assert {read[at].interval.begin_snap for at in places} == left_out
