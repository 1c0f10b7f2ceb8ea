"""What reports, exports and bundles together give: intervals, and counters that only say how I/O is shared."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.analysis.inputs import sort_inputs
from segtier.analysis.since_startup import since_startup, uptimes_s
from segtier.analysis.sizes import total_sizes
from segtier.model.evidence import Warn
from segtier.model.inventory import FoldedSegments, Inventory, InventorySegment
from segtier.model.request import AdviceRequest
from segtier.model.workload import Coverage, Instance, Interval, Segment, Source, Workload
from segtier.oracle.devices import tier
from tests.builders import a_segment, a_wait, a_workload
from tests.sentences import worded
from tests.unit.analysis.test_bundle_interval import START, a_bundle

BUSY_EVENTS = (a_wait("db file sequential read", 900_000, 9_000),)
BUSY = tuple(a_segment(f"T{n}", reads=1_000_000) for n in range(5))


def a_report(snap: int = 10) -> Workload:
    return a_workload(segments=(a_segment("T0", reads=900_000),), snaps=(snap, snap + 1))


def a_bundle_of(report: Workload, coverage: float, basis: str = "cumulative") -> Workload:
    """The same database seen by a bundle, naming segments that make that part of the physical reads."""
    return replace(
        report,
        source=Source("bundle", f"{basis}.zip", basis.ljust(64, "0")),
        segments=BUSY,
        segment_basis={"kind": basis, "from": None, "to": None},
        segment_coverage={"physical_reads_blocks": Coverage(coverage * 100, 100.0, 100.0)},
    )


COUNTERS = replace(a_bundle_of(a_report(), 1.0), source=Source("segment-counters", "c.csv", "c" * 64))
SINCE_START = a_bundle_of(a_report(), 1.0)
SNAPSHOT = a_bundle_of(a_report(10), 0.9, "interval")
POOR_SNAPSHOT = a_bundle_of(a_report(10), 0.4, "interval")
IDLE_SNAPSHOT = replace(SNAPSHOT, segment_coverage={"physical_reads_blocks": Coverage(0.0, 0.0, 0.0)})
LATER_SNAPSHOT = a_bundle_of(a_report(11), 0.9, "interval")


def half_known(one: Workload, **lacking: None) -> Workload:
    """Only one of its snapshots is told: two of these may be of two hours."""
    return replace(one, interval=replace(one.interval, **lacking))


SORTED: tuple[tuple[str, list[Workload], list[tuple[str, int]], list[str]], ...] = (
    ("a report", [a_report()], [("awr-html", 1)], []),
    ("a report and counters", [COUNTERS, a_report()], [("awr-html", 1)], ["segment-counters"]),
    ("a report and a bundle", [SINCE_START, a_report()], [("awr-html", 1)], ["bundle"]),
    ("a bundle alone", [SINCE_START], [("bundle", 5)], []),
    ("a bundle and counters", [SINCE_START, COUNTERS], [("bundle", 5)], ["segment-counters"]),
    ("a report takes a snapshot's segments", [a_report(10), SNAPSHOT, SINCE_START], [("awr-html", 5)], []),
    ("a snapshot that explains little", [a_report(10), POOR_SNAPSHOT, SINCE_START], [("awr-html", 5)], ["bundle"]),
    ("a snapshot of another hour", [a_report(10), LATER_SNAPSHOT], [("awr-html", 1), ("bundle", 5)], []),
    ("no end is told", [half_known(a_report(10), end_snap=None), half_known(SNAPSHOT, end_snap=None)],
     [("awr-html", 1), ("bundle", 5)], []),
    ("no begin is told", [half_known(a_report(10), begin_snap=None), half_known(SNAPSHOT, begin_snap=None)],
     [("awr-html", 1), ("bundle", 5)], []),
    ("a snapshot of an hour without reads", [IDLE_SNAPSHOT, SINCE_START], [("bundle", 5)], ["bundle"]),
    ("counters alone", [COUNTERS], [], ["segment-counters"]),
)  # fmt: skip


@pytest.mark.parametrize(("given", "intervals", "exports"), [one[1:] for one in SORTED], ids=[one[0] for one in SORTED])
def test_what_is_an_interval(given: list[Workload], intervals: list[tuple[str, int]], exports: list[str]) -> None:
    found = sort_inputs(given)
    assert [(one.source.kind, len(one.figures().segments)) for one in found.intervals] == intervals
    assert [one.source.kind for one in found.exports] == exports


def test_two_bundles_give_the_interval_between_them() -> None:
    found = sort_inputs([a_bundle(12), a_bundle(10)])
    assert [one.interval.elapsed_s for one in found.intervals] == [7_200.0]
    assert [warn.code for warn in found.warnings] == ["bundle-interval"]


def test_the_longest_interval_of_one_start_up_counts() -> None:
    restarted = replace(a_bundle(8), instances=(Instance(1, startup_time=START - timedelta(days=1)),))
    found = sort_inputs([restarted, a_bundle(10), a_bundle(12)])
    assert [one.interval.elapsed_s for one in found.intervals] == [7_200.0]


def test_bundles_without_an_interval_give_the_average_of_the_last() -> None:
    restarted = replace(a_bundle(10), instances=(Instance(1, startup_time=START - timedelta(days=1)),))
    found = sort_inputs([restarted, a_bundle(12)])
    assert [one.interval.elapsed_s for one in found.intervals] == [43_200.0]
    assert [warn.code for warn in found.warnings] == ["no-bundle-interval"]
    assert "started in between" in found.warnings[0].message
    earlier = replace(a_bundle(9), instances=restarted.instances)
    told = sort_inputs([earlier, restarted, a_bundle(12)]).warnings[0].message
    started = worded("analysis/instance-started-between", 1, "2026-11-20 00:00")
    assert told == worded("analysis/two-bundles-give", f"9.zip and 12.zip: {started}")


def test_instances_of_different_starts_count_with_their_own_average() -> None:
    bundle = a_bundle(10)
    two = replace(
        bundle,
        instances=(*bundle.instances, Instance(2, startup_time=START + timedelta(hours=8))),
        interval=Interval(end_time=bundle.interval.end_time),
        time_model=(*bundle.time_model, replace(bundle.time_model[0], instance=2, time_s=50.0)),
    )
    found = since_startup(two)
    assert found.interval.elapsed_s == 7_200.0
    assert [(one.name, one.instance, one.time_s) for one in found.time_model] == [
        ("DB time", 1, 200.0), ("DB CPU", 1, 20.0), ("DB time", 2, 50.0)]  # fmt: skip
    assert [warn.code for warn in found.warnings] == ["own-averages"]
    assert since_startup(bundle) is bundle


def test_an_instance_that_was_just_started_has_no_average() -> None:
    bundle = a_bundle(10)
    end = bundle.interval.end_time
    started = replace(bundle, instances=(Instance(1, startup_time=START), Instance(2, startup_time=end)))
    assert uptimes_s(started) == {1: (end - START).total_seconds()}
    assert uptimes_s(replace(started, interval=Interval())) == {}


def answer(*given: Workload) -> Any:
    return advise(given, [], AdviceRequest(tier=tier(700 * 10**9, None)))


def test_a_bundle_alone_is_an_average_and_the_grade_says_so() -> None:
    quality = answer(SINCE_START).quality
    assert any("averages over" in reason and "since start-up" in reason for reason in quality.reasons)
    assert quality.grade != "A"


@pytest.mark.parametrize(("coverage", "expected"), [(1.0, 1.0), (0.97, 0.97)])
def test_beside_a_report_a_bundle_tells_nearly_all_segments(coverage: float, expected: float) -> None:
    alone, beside = answer(a_report()), answer(a_report(), a_bundle_of(a_report(), coverage, "interval"))
    assert beside.quality.coverage["physical_reads"] == pytest.approx(expected)
    assert (alone.quality.coverage["physical_reads"] or 0.0) < expected
    assert len(beside.segments) == 5


CAPTURED = {"physical_reads_blocks": Coverage(900_000.0, 1_672_000.0, 2_000_000.0),
            "physical_writes_blocks": Coverage(1.0, 487.0, 1_000.0)}  # fmt: skip
PLAIN_EXPORT = replace(COUNTERS, segment_coverage={}, segment_basis={"kind": "interval", "from": None, "to": None})
OTHER_TIME = replace(COUNTERS, segment_coverage={})


@pytest.mark.parametrize(
    ("report", "export", "of", "reads", "writes"),
    [
        (replace(a_report(), segment_coverage=CAPTURED), PLAIN_EXPORT, "export", 0.836, 0.487),
        (replace(a_report(), segment_coverage={}), PLAIN_EXPORT, "export", None, None),
        (replace(a_report(), segment_coverage=CAPTURED), None, "listed", 0.45, 0.001),
        (
            replace(a_report(), segment_coverage=CAPTURED),
            a_bundle_of(a_report(), 0.97),
            "listed",
            0.45,
            0.001,
        ),
        (replace(a_report(), segment_coverage=CAPTURED), OTHER_TIME, "listed", 0.45, 0.001),
        (replace(a_report(), segments=(), segment_coverage={}), OTHER_TIME, "listed", None, None),
    ],
    ids=[
        "captured by the report",
        "captured nowhere",
        "the report's lists",
        "a bundle since start-up",
        "of another time",
        "of another time alone",
    ],
)
def test_coverage_is_io_of_the_segments_over_the_instances(
    report: Workload, export: Workload | None, of: str, reads: float | None, writes: float | None
) -> None:
    quality = answer(report, *([export] if export else [])).quality
    assert quality.coverage_of == of
    assert quality.coverage == pytest.approx({"physical_reads": reads, "physical_writes": writes})
    assert not (of == "export" and any("is not known" in reason for reason in quality.reasons))


def named(document: Workload, file: str, *warnings: Warn) -> Workload:
    return replace(document, source=replace(document.source, file=file, sha256=file.ljust(64, "0")), warnings=warnings)


CUT, SKIPPED = Warn("truncated", "breaks off"), Warn("row-skipped", "1 row is left out", "Foreground Wait Events")
RIGHT, WIDE = Warn("corrected-read-times", "divided"), Warn("extra-columns", "not used: X")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([("a.html", CUT)], ["a.html: breaks off"]),
        ([("a.html", SKIPPED)], ["a.html, Foreground Wait Events: 1 row is left out"]),
        ([("a.html", CUT), ("b.html", CUT), ("c.html", CUT)], ["a.html and 2 more: breaks off"]),
        ([("a.html", RIGHT), ("b.html", WIDE)], []),
    ],
)
def test_the_readers_warnings_reach_the_answer_with_their_file(given: list[tuple[str, Warn]], said: list[str]) -> None:
    reports = [named(a_report(snap), file, warn) for snap, (file, warn) in enumerate(given, 10)]
    assert [one.message for one in answer(*reports).warnings] == said


@pytest.mark.parametrize(("window", "told"), [("average", True), ("busiest", False)])
def test_a_broken_report_lowers_the_grade_of_answers_made_from_it(window: str, told: bool) -> None:
    cut, whole = named(a_report(10), "a.html", CUT), named(a_workload(BUSY_EVENTS, snaps=(11, 12)), "b.html")
    found = advise([cut, whole], [], AdviceRequest(tier=tier(700 * 10**9, None), window=window))
    assert any("breaks off" in reason for reason in found.quality.reasons) is told
    assert [one.code for one in found.warnings] == ["truncated"]


def test_folded_segments_count_in_the_sizes() -> None:
    rows = (
        InventorySegment("A", "T", type="TABLE", size_bytes=10),
        InventorySegment("A", "I", type="INDEX", size_bytes=1),
    )
    folded = (FoldedSegments(3, 500, "A", "D", "TABLE"), FoldedSegments(3, 70, "A", "D", "INDEX"),
              FoldedSegments(1, 9_999, "SYS", "SYSTEM", "TABLE"), FoldedSegments(1, 9_999, "SYS", "UNDO", "TYPE2"))  # fmt: skip
    assert total_sizes([Inventory(segments=rows, complete=True, folded=folded)]) == (581, 71)


def test_a_segment_the_first_bundle_folded_has_no_growth() -> None:
    more = (*a_bundle(12).segments, Segment("A", "NEW", type="TABLE", physical_reads_blocks=1e6))
    first = replace(a_bundle(10), warnings=(*a_bundle(10).warnings, Warn("segments-folded", "the rest is a sum")))
    (found,) = sort_inputs([first, replace(a_bundle(12), segments=more)]).intervals
    assert [one.name for one in found.figures().segments] == ["T", "U"]
    assert "segments-folded" in {warn.code for warn in found.warnings}


def test_what_says_no_length_counts_alone_and_not_beside_hours() -> None:
    nothing = replace(a_report(20).interval, elapsed_s=None, begin_time=None, end_time=None)
    paste = replace(a_report(20).source, kind="pasted-counters")
    untimed = replace(a_report(20), source=paste, interval=nothing)
    found = sort_inputs([a_report(), untimed])
    assert [one.interval.begin_snap for one in found.intervals] == [10]
    assert [one.code for one in found.warnings] == ["no-length"]
    assert len(sort_inputs([untimed]).intervals) == 1
