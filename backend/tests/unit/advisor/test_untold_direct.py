"""Direct reads of segments that AWR's rows do not tell: any share of their reads, so the range holds what each would give."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.advisor.case import build_case
from segtier.advisor.segments.shares import share_of
from segtier.analysis import segments
from segtier.forecast import forecast_change
from segtier.model.forecast import Range
from segtier.model.workload import Source, Workload
from segtier.reports import read_document
from segtier.reports.awr_dump import read_dump
from tests.awr_dumps import AwrDump, busy_dump
from tests.builders import a_request
from tests.packed_bundles import documents_of
from tests.unit.reports.test_bundle_history import ROWS, a_counter, at

SEGMENTS = {"ORDERS": 60_000, "ORDERS_PK": 20_000, "LINES": 10_000}
SHARES = [
    dict(zip(SEGMENTS, parts, strict=True))
    for parts in ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0), (0.5, 0, 0), (0.3, 0.9, 0.5))
]
MOVED = ("ORDERS", "ORDERS_PK LINES")
_WITHIN = 0.01
"""What drawing alone may move."""


def a_dump(
    shares: dict[str, float] | None, direct_reads: float, change: Callable[[AwrDump], None] = lambda _: None
) -> Workload:
    """So many direct reads by its waits; of each segment this share, None: not told."""
    dump = busy_dump(2)
    for snap in (1, 2):
        dump.event(snap, "direct path read", round(direct_reads * snap), direct_reads * snap * 0.01)
        dump.time(snap, "DB time", (1_000 + direct_reads * 0.01) * snap)
    dump.rows["WRH$_SYS_TIME_MODEL"] = list(
        {(row["SNAP_ID"], row["STAT_ID"]): row for row in dump.rows["WRH$_SYS_TIME_MODEL"]}.values()
    )
    waits = dump.name("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", "db file sequential read")
    for row in dump.rows["WRH$_SYSTEM_EVENT"]:
        if row["EVENT_ID"] == waits:
            row["TOTAL_WAITS_FG"] -= round(direct_reads * row["SNAP_ID"])
    names = {row["OBJ#"]: row["OBJECT_NAME"] for row in dump.rows["WRH$_SEG_STAT_OBJ"]}
    for row in dump.rows["WRH$_SEG_STAT"]:
        share = None if shares is None else shares[names[row["OBJ#"]]]
        row["PHYSICAL_READS_DIRECT_DELTA"] = None if share is None else round(share * row["PHYSICAL_READS_DELTA"])
    change(dump)
    (found,) = read_dump([io.BytesIO(one) for one in dump.written()], Source(file="awr.dmp"))
    return found


def ranges(document: Workload) -> dict[str, Range]:
    """Of moving some of its segments."""
    case = build_case([document], [], a_request(draws=100))
    loads = case.segments.loads
    moved = {text: share_of(case, [one for one in loads if one.key[2] in text.split()]) for text in MOVED}
    return {text: forecast_change(case.basis, change).response_ratio for text, change in moved.items()}


def without_column(dump: AwrDump) -> None:
    kept = [one for one in dump.columns["WRH$_SEG_STAT"] if one[0] != "PHYSICAL_READS_DIRECT_DELTA"]
    dump.columns = {**dump.columns, "WRH$_SEG_STAT": kept}


@pytest.mark.parametrize("shares", SHARES, ids=str)
def test_the_range_holds_what_any_share_gives(shares: dict[str, float]) -> None:
    whole, less = (ranges(a_dump(one, reads_of(shares))) for one in (shares, None))
    for name, one in less.items():
        assert holds(one, whole[name]), name


def holds(wide: Range, narrow: Range) -> bool:
    """Who knows less is no surer."""
    return wide.low - _WITHIN <= narrow.low <= narrow.high <= wide.high + _WITHIN


def reads_of(shares: dict[str, float]) -> float:
    return sum(shares[name] * reads for name, reads in SEGMENTS.items())


def test_taken_for_none_the_reads_look_as_if_all_could_be_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was once wrong."""
    monkeypatch.setattr(segments, "untold_part", lambda _: 0.0)
    scans = {"ORDERS": 1.0, "ORDERS_PK": 0.0, "LINES": 0.0}
    whole, less = (ranges(a_dump(one, reads_of(scans))) for one in (scans, None))
    assert not holds(less["ORDERS"], whole["ORDERS"])


def test_a_dump_without_the_column_tells_it_of_no_read() -> None:
    untold = a_dump(None, 9_000, without_column).segments
    assert untold == a_dump(None, 9_000).segments
    assert {one.name: one.direct_untold_blocks for one in untold} == SEGMENTS


def counts_none(dump: AwrDump) -> None:
    for snap in (1, 2):
        dump.statistic(snap, "physical reads direct", 0)


def test_what_has_no_direct_reads_leaves_nothing_open() -> None:
    """The instance counts none; that it waited for none does not say so."""
    less, whole = (ranges(a_dump(one, 0, counts_none)) for one in (None, dict.fromkeys(SEGMENTS, 0.0)))
    assert less == whole
    assert ranges(a_dump(None, 0))["ORDERS"].high > whole["ORDERS"].high


def of_history(row: dict[str, Any]) -> dict[str, Any]:
    return {"hist_segments": [row | {"snap_id": 11}]}


BUNDLES: tuple[tuple[str, dict[str, Any], float | None], ...] = (
    ("of AWR, not told", of_history(a_counter(11, 70)), 70.0),
    ("of AWR, told", of_history(a_counter(11, 70) | {"physical_reads_direct": 30}), None),
    ("of Statspack, not told at the begin",
     {"hist_segments": None, "statspack_snapshots": ROWS["hist_snapshots"], "hist_snapshots": None, "statspack_segments": [
         a_counter(10, 100), a_counter(11, 170) | {"physical_reads_direct": 30}]}, 70.0),
    ("of Statspack, new at the end",
     {"hist_segments": None, "statspack_snapshots": ROWS["hist_snapshots"], "hist_snapshots": None, "statspack_segments": [
         a_counter(10, 100, "U"), a_counter(11, 70) | {"physical_reads_direct": 30}]}, None),
)  # fmt: skip


@pytest.mark.parametrize(("rows", "untold"), [one[1:] for one in BUNDLES], ids=[one[0] for one in BUNDLES])
def test_a_bundle_says_of_which_reads_it_does_not_know(
    tmp_path: Path, rows: dict[str, Any], untold: float | None
) -> None:
    (found,) = documents_of(tmp_path, rows if "statspack_segments" in rows else ROWS | rows).intervals
    assert [one.direct_untold_blocks for one in found.segments if one.name == "T"] == [untold]


def test_one_instance_of_a_bundle_may_not_tell(tmp_path: Path) -> None:
    rows = [at(0, number, owner="APP", object_name="T", object_type="TABLE", physical_reads=70, physical_reads_direct=direct)
            for number, direct in ((1, 30), (2, None))]  # fmt: skip
    found = documents_of(
        tmp_path, {"segment_statistics": [{k: v for k, v in row.items() if k != "snap_id"} for row in rows]}
    )
    (row,) = (one for one in found.workload.segments if one.name == "T")
    assert (row.direct_reads_blocks, row.direct_untold_blocks) == (30.0, 70.0)


LONG = """OWNER,OBJECT_NAME,OBJECT_TYPE,STATISTIC_NAME,VALUE
APP,T,TABLE,physical reads,70
APP,T,TABLE,physical read requests,60
APP,U,TABLE,physical reads,0
"""
WIDE = """OWNER,OBJECT_NAME,OBJECT_TYPE,PHYSICAL_READS,PHYSICAL_WRITES{}
APP,T,TABLE,70,5{}
"""
EXPORTS: tuple[tuple[str, str, float | None], ...] = (
    ("rows, no such statistic", LONG, 70.0),
    ("rows, cut by value, no such statistic", LONG.replace("reads,0", "reads,1"), 70.0),
    ("rows, of another segment alone", LONG + "APP,U,TABLE,physical reads direct,0\n", 70.0),
    ("rows, told", LONG + "APP,T,TABLE,physical reads direct,30\n", None),
    ("rows, cut by value, of another alone", LONG.replace("reads,0", "reads,9") + "APP,U,TABLE,physical reads direct,4\n", None),
    ("columns, no such column", WIDE.format("", ""), 70.0),
    ("columns, told", WIDE.format(",PHYSICAL_READS_DIRECT", ",30"), None),
)  # fmt: skip


@pytest.mark.parametrize(("text", "untold"), [one[1:] for one in EXPORTS], ids=[one[0] for one in EXPORTS])
def test_an_export_says_of_which_reads_it_does_not_know(text: str, untold: float | None) -> None:
    found = read_document(text.encode(), "segments.csv")
    assert isinstance(found, Workload)
    assert [one.direct_untold_blocks for one in found.segments if one.name == "T"] == [untold]


@pytest.mark.parametrize(
    ("listed", "open_"),
    [(None, True), (0.0, False), (30.0, False)],
    ids=["the hour lists none", "the hour lists it with none", "the hour lists it"],
)
def test_an_export_leaves_open_what_the_hour_does_not_tell(listed: float | None, open_: bool) -> None:
    """Direct reads of the instance may be of a segment that only an export without them counts."""
    hour = a_dump(SHARES[0], 9_000)
    rows = tuple(replace(row, direct_reads_blocks=listed, direct_untold_blocks=None) for row in hour.segments)
    export = read_document(LONG.replace("APP,T", "SHOP,ORDERS").encode(), "segments.csv")
    assert isinstance(export, Workload)
    case = build_case([replace(hour, segments=rows), export], [], a_request(draws=50))
    (orders,) = [one for one in case.segments.loads if one.key[2] == "ORDERS"]
    assert (orders.direct_between is not None) is open_
