"""Counters with one column per statistic: what is an interval, what is cumulative, and what is neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.evidence import Evidence
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/segment_history.yaml").read_text())
CLOCKED = """INST_ID,OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE,EXPORT_TIME,STARTUP_TIME,DBID
1,SHOP,T,physical reads,5,2026-03-02 11:00:00,2026-01-01 08:00:00,4711
2,SHOP,T,physical reads,6,02-Mar-26 11:00:03,2026-01-01 09:00:00,4711
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_history(case: dict[str, Any]) -> None:
    if "error" in case:
        with pytest.raises(UnreadableInput, match=case["error"]["words"]) as refusal:
            read_document(case["text"].encode(), "history.csv")
        assert refusal.value.code == case["error"]["code"]
        assert refusal.value.advice
        return
    workload = read_document(case["text"].encode(), "history.csv")
    assert isinstance(workload, Workload)
    assert workload.segment_basis == case["basis"]
    assert workload.interval.elapsed_s == case.get("elapsed_s")
    assert len(workload.segments) == len(case["segments"])
    for segment, expected in zip(workload.segments, case["segments"], strict=True):
        assert {name: getattr(segment, name) for name in expected} == expected
    assert [warning.code for warning in workload.warnings] == case["warnings"]


def test_a_column_is_found_again() -> None:
    data = b"OWNER,OBJECT_NAME,PHYSICAL_READS_DELTA,ITL_WAITS_DELTA\nA,T,1,11\nA,U,2,22\n"
    place = locate(data, Evidence("Segment counters", 0, 1), "itl_waits")

    assert (place.raw_text, place.column, place.line, place.column_in_line) == ("22", "ITL_WAITS_DELTA", 3, 7)


def test_times_of_export_and_start_up() -> None:
    workload = read_document(CLOCKED.encode(), "x.csv")
    assert isinstance(workload, Workload)

    assert workload.database.dbid == 4711
    assert [str(one.startup_time) for one in workload.instances] == ["2026-01-01 08:00:00", "2026-01-01 09:00:00"]
    assert workload.segment_basis == {"kind": "cumulative", "from": None, "to": "2026-03-02T11:00:03"}
    assert workload.warnings == ()


def test_a_time_that_cannot_be_told_is_not_guessed() -> None:
    data = b"OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE,SYSDATE\nA,T,physical reads,5,03/02/26\n"
    workload = read_document(data, "x.csv")
    assert isinstance(workload, Workload)

    assert workload.interval.end_time is None
    assert [warning.code for warning in workload.warnings] == ["unknown-time"]
