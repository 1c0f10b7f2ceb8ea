"""A report of two periods says where the one that does not count is the busier."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.documents import encode
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.builders import a_wait, a_workload
from tests.sentences import like, tells


def period(db_time_s: float | None, snap: int) -> Workload:
    whole = a_workload((a_wait("db file sequential read", 3_600, 9),), snaps=(snap, snap + 1))
    return replace(whole, interval=replace(whole.interval, db_time_s=db_time_s))


@pytest.mark.parametrize(
    ("first_s", "second_s", "said"),
    [(7_200, 14_400, True), (7_200, 9_600, True), (7_200, 9_500, False), (14_400, 7_200, False), (None, 7_200, False)],
)
def test_a_busier_second_period_is_said(first_s: float | None, second_s: float, *, said: bool) -> None:
    pair = read_document(encode(Pair(period(first_s, 1), period(second_s, 5))), "pair.json")
    assert isinstance(pair, Pair)
    found = [warning.message for warning in pair.first.warnings if warning.code == "busier-period"]
    assert len(found) == said
    assert not pair.second.warnings
    if said:
        assert tells(found[0], like("reports/reports-second-period", ..., f"{second_s / 3600:.1f}", "2.0"))
