"""Figures as words, and the sentences that name files and segments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.analysis.coverage import counted_coverage, listed_coverage, scaled_parts
from segtier.analysis.input_warnings import broken_off, input_warnings
from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.movable import unmovable_reason
from segtier.analysis.same_database import check_one_database
from segtier.analysis.words import less, less_short, ms, pct, seconds
from segtier.errors import Refused
from segtier.model.evidence import Warn
from segtier.model.forecast import Range
from segtier.model.inventory import InventorySegment
from segtier.model.workload import Coverage, InstanceStatistic, Source, Workload
from tests.builders import a_segment, a_workload, some_sizes
from tests.sentences import worded

HOUR = a_workload()


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.714, "71 %"),
        (0.0995, "10 %"),
        (0.074, "7.4 %"),
        (0.0003, "0.03 %"),
        (0.0001, "0.01 %"),
        (0.00009, "less than 0.01 %"),
        (0, "0 %"),
        (1, "100 %"),
    ],
)
def test_shares(share: float, text: str) -> None:
    assert pct(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (9_150.4, "9,150 s"),
        (99.95, "100 s"),
        (33.91, "33.9 s"),
        (0.0432, "0.0432 s"),
        (-1_956.2, "-1,956 s"),
        (-8.96, "-8.96 s"),
    ],
)
def test_seconds(value: float, text: str) -> None:
    assert seconds(value) == text


@pytest.mark.parametrize(
    ("latency_us", "text"),
    [
        (8_780, "8.8 ms"),
        (756, "0.76 ms"),
        (10_000, "10 ms"),
        (1_067_900, "1,068 ms"),
        (9_999_400, "9,999 ms"),
        (95_700_000, "95.7 s"),
        (None, worded("analysis/unknown-time")),
    ],
)
def test_latencies(latency_us: float | None, text: str) -> None:
    assert ms(latency_us) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.34, 0.45, "55 to 66 % less"),
        (0.4, 0.4, "60 % less"),
        (0.9, 1.1, "between 10 % less and 10 % more"),
        (0.9, 1.0, "unchanged to 10 % less"),
        (1.0, 1.0, "unchanged"),
        (1.0, 1.2, "0 to 20 % more"),
        (1.1, 1.2, "10 to 20 % more"),
    ],
)
def test_how_much_less(low: float, high: float, text: str) -> None:
    assert less(Range(low, (low + high) / 2, high)) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.34, 0.45, "55-66 % less"),
        (0.4, 0.4, "60 % less"),
        (0.95, 0.996, "unchanged to 5 % less"),
        (0.9, 1.1, "between 10 % less and 10 % more"),
    ],
)
def test_how_much_less_in_a_headline(low: float, high: float, text: str) -> None:
    assert less_short(Range(low, (low + high) / 2, high)) == text


def a_file(name: str, *warnings: Warn) -> Workload:
    return replace(HOUR, source=replace(HOUR.source, file=name), warnings=warnings)


def test_a_warning_is_said_once_with_the_first_file_and_how_many_more() -> None:
    cut, cut_elsewhere = (
        Warn("truncated", "it breaks off", "Load Profile"),
        Warn("truncated", "so does this", "Load Profile"),
    )
    found = input_warnings(
        [
            a_file("a", cut),
            a_file("b", cut_elsewhere),
            a_file("b", cut),
            a_file("c", cut),
            a_file("d", Warn("corrected-x", "y")),
        ]
    )
    assert [one.message for one in found] == ["a and 2 more, Load Profile: it breaks off"]
    assert [
        one.message for one in input_warnings([a_file("a", Warn("gone", "no Load Profile here", "Load Profile"))])
    ] == ["a: no Load Profile here"]
    assert broken_off(a_file("a", cut))
    assert broken_off(a_file("a", Warn("dump-damaged", "x")))
    assert not broken_off(a_file("a", Warn("other", "x")))


@pytest.mark.parametrize(
    ("owner", "name", "kind", "tablespace", "reason"),
    [
        ("SHOP", "ORDERS", "TABLE", "DATA", None),
        ("** MISSING **", "ORDERS", "TABLE", "DATA", worded("analysis/report-does-not-name")),
        ("SHOP", "** UNAVAILABLE **", "TABLE", "DATA", worded("analysis/report-does-not-name")),
        ("SYS", "ORDERS", "TABLE", "DATA", worded("analysis/belongs-oracle-itself")),
        ("SHOP", "ORDERS", "TABLE", "system", worded("analysis/lies-never-moved", "system")),
        ("SHOP", "ORDERS", "CLUSTER", "DATA", worded("analysis/not-moved-version", "CLUSTER")),
    ],
)
def test_why_a_segment_stays(owner: str, name: str, kind: str, tablespace: str, reason: str | None) -> None:
    assert unmovable_reason(owner, name, kind, tablespace) == reason


def test_what_the_dictionary_says_of_it_is_a_sentence() -> None:
    known = InventorySegment("SHOP", "ORDERS", type="TABLE")
    reason = unmovable_reason("SHOP", "ORDERS", "TABLE", "DATA", known, {"queue": True})
    assert reason == f"A{worded('oracle/queue-table-needs')[1:]}."


def named(dbid: int, kind: str = "awr-html") -> Workload:
    return replace(HOUR, database=replace(HOUR.database, dbid=dbid, name=f"DB{dbid}"), source=Source(kind))


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ([named(1), named(1, "bundle")], None),
        ([named(1), named(2, "bundle")], worded("analysis/files-databases", "2", "DB1 (DBID 1), DB2 (DBID 2)")),
        (
            [named(1, "bundle"), named(2, "segment-counters")],
            worded("analysis/files-databases", "2", "DB1 (DBID 1), DB2 (DBID 2)"),
        ),
        ([named(1), named(2)], None),
        ([named(1, "bundle")], None),
    ],
)
def test_files_of_one_database(given: list[Workload], refused: str | None) -> None:
    if refused is None:
        check_one_database(given, [some_sizes(("ORDERS", 1))])
        return
    with pytest.raises(Refused) as fault:
        check_one_database(given, [])
    assert fault.value.message == refused


def test_a_copy_is_left_out_and_named() -> None:
    again = replace(HOUR, source=replace(HOUR.source, file="again.html"))
    other = replace(HOUR, source=replace(HOUR.source, file="other.html", sha256="f" * 64))
    slots, warnings = sort_intervals(as_reports([HOUR, again, other]))
    assert len(slots) == 1
    assert [warn.message for warn in warnings] == [
        "again.html: snapshots 100-101 are in report.html already (the same bytes); left out",
        "other.html: snapshots 100-101 are in report.html already (other bytes); left out",
    ]


def covered(listed: float | None, captured: float | None, total: float | None) -> Workload:
    rows = {name: Coverage(listed, captured, total) for name in ("physical_reads_blocks", "physical_writes_blocks")}
    return replace(HOUR, segment_coverage=rows, instance_statistics=(), segments=())


@pytest.mark.parametrize(
    ("report", "export", "named_part", "stands_for"),
    [
        # 60 of 80 captured of 100 blocks; the export says nothing of all: the report's 80 % is what segments make.
        (covered(60, 80, 100), covered(None, None, None), 0.8, 1.0),
        # The export names 30 of the 40 its segments read: of the report's 80 %.
        (covered(60, 80, 100), covered(30, 40, None), 0.6, 0.75),
        # The export counts the instances too: 30 of 50.
        (covered(60, 80, 100), covered(30, 40, 50), 0.6, 0.6),
        (covered(60, 105, 100), covered(None, None, None), 1.0, 1.0),
        # More than all: one of the two is wrong.
        (covered(60, 120, 100), covered(None, None, None), None, 1.0),
        (covered(60, None, 100), covered(None, None, None), None, 1.0),
        # An export of an idle hour, and one that does not say what it names.
        (covered(60, 80, 100), covered(0, 0, None), 0.8, 1.0),
        (covered(60, 80, 100), covered(None, 40, None), 0.8, 1.0),
    ],
)
def test_what_named_segments_make(
    report: Workload, export: Workload, named_part: float | None, stands_for: float
) -> None:
    assert counted_coverage(report, export) == pytest.approx((named_part, named_part))
    assert scaled_parts(export) == pytest.approx((stands_for, stands_for))


def test_what_listed_segments_make() -> None:
    assert listed_coverage(covered(60, 80, 100)) == pytest.approx((0.6, 0.6))
    assert listed_coverage(covered(109, 80, 100)) == (1.0, 1.0)
    assert listed_coverage(covered(160, 80, 100)) == (None, None)
    rows = (a_segment("A", 450_000, 90_000), a_segment("B", 90_000))
    assert listed_coverage(replace(HOUR, segments=rows, segment_coverage={})) == pytest.approx((0.3, 0.125))
    assert listed_coverage(replace(HOUR, segment_coverage={})) == (None, None)


@pytest.mark.parametrize(
    ("temp", "named", "of_segments"),
    [(0, 0.2, 0.3), (50, 0.4, 0.6), (75, 0.8, 1.0), (100, None, None), (900, None, None)],
)
def test_no_listed_segment_is_one_of_temp(temp: float, named: float | None, of_segments: float | None) -> None:
    """Of 100 blocks read segments made 30, the lists name 20; writes are as they were."""
    statistics = (InstanceStatistic("physical reads direct temporary tablespace", total=temp),)
    report = replace(covered(20, 30, 100), instance_statistics=statistics)
    assert listed_coverage(report) == pytest.approx((named, 0.2))
    assert counted_coverage(report, covered(None, None, None)) == pytest.approx((of_segments, 0.3))
