"""The load profile of the hours used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.load_profile import LoadRow
from segtier.model.workload import LoadMetric, Workload
from tests.builders import a_request, a_wait, a_workload


def an_hour(snap: int, hours: int, *rows: LoadMetric) -> Workload:
    waits = (a_wait("db file sequential read", 1_000 + snap, 8),)
    return a_workload(waits, elapsed_s=3600.0 * hours, snaps=(snap, snap + 1), load_profile=rows)


def profile_of(*reports: Workload) -> dict[str, LoadRow]:
    return {row.metric: row for row in advise(reports, [], a_request(window="average")).sources.load_profile}


REDO = LoadMetric("redo_bytes", "Redo size (bytes)", 4_000.0, 400.0)
CALLS = LoadMetric("user_calls", "User calls", 30.0, None)
TXN = LoadMetric("transactions", "Transactions", 10.0)


def test_one_report_as_it_prints_it() -> None:
    found = profile_of(an_hour(100, 1, REDO, CALLS, TXN, LoadMetric("logons", "Logons")))
    assert list(found) == ["redo_bytes", "user_calls", "transactions"]
    redo, calls, txn = found.values()
    assert (redo.label, redo.unit, redo.per_s, redo.per_txn) == ("Redo size", "bytes", 4_000.0, 400.0)
    assert (calls.unit, calls.per_s, calls.per_txn) == ("", 30.0, 3.0)
    assert (txn.per_s, txn.per_txn) == (10.0, None)


def test_several_reports_are_weighted_by_their_time() -> None:
    later = (replace(REDO, per_s=1_000.0, per_txn=50.0), replace(TXN, per_s=20.0))
    found = profile_of(an_hour(100, 1, REDO, TXN), an_hour(101, 2, *later))
    assert found["redo_bytes"].per_s == pytest.approx(2_000)
    # 6,000 bytes of 50 transactions in three seconds, one of each hour.
    assert found["redo_bytes"].per_txn == pytest.approx(120)
    assert "logons" not in found


def test_commits_count_transactions_where_no_row_does() -> None:
    """As in an AWR dump without `user rollbacks`."""
    assert profile_of(an_hour(100, 1, CALLS))["user_calls"].per_txn == pytest.approx(30.0 / 100)


def test_without_a_profile_there_is_none() -> None:
    assert profile_of(an_hour(100, 1)) == {}


@pytest.mark.parametrize(
    ("metric", "label", "shown", "unit"),
    [
        ("db_time_s", "DB Time(s)", "DB Time", "s"),
        ("physical_read_bytes", "Read IO (MB)", "Read IO", "bytes"),
        ("work_area_bytes", "W/A MB processed", "SQL work area", "bytes"),
        ("logical_reads_blocks", "Logical read (blocks)", "Logical read", "blocks"),
        ("parses", "Parses (SQL)", "Parses (SQL)", ""),
        ("physical_read_requests", "Read IO requests", "Read IO requests", ""),
    ],
)
def test_labels_and_units(metric: str, label: str, shown: str, unit: str) -> None:
    row = profile_of(an_hour(100, 1, LoadMetric(metric, label, 1.0)))[metric]
    assert (row.label, row.unit) == (shown, unit)
