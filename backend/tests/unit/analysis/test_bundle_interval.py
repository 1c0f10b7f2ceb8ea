"""Two bundles of one database: what happened between them, and why there is nothing to say of some of it."""

# ruff: noqa: DTZ001 - times of a database have no zone

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from segtier.analysis.bundle_interval import bundles_between
from segtier.analysis.counters_between import NoInterval
from segtier.model.workload import (
    Coverage,
    Database,
    HistogramBucket,
    Instance,
    InstanceStatistic,
    Interval,
    IoFiletype,
    OsStatistic,
    Segment,
    Source,
    TimeModelRow,
    WaitEvent,
    WaitHistogram,
    Workload,
)
from tests.sentences import worded

START = datetime(2026, 11, 20)


def a_bundle(hours: int) -> Workload:
    """A bundle collected so many hours after start-up, of a database that does the same in each hour."""
    up_s = hours * 3_600.0
    return Workload(
        source=Source("bundle", f"{hours}.zip", f"{hours:064}"),
        database=Database(dbid=1),
        instances=(Instance(1, "i1", startup_time=START),),
        interval=Interval(end_time=START + timedelta(hours=hours), elapsed_s=up_s),
        time_model=(TimeModelRow("DB time", 100.0 * hours, instance=1), TimeModelRow("DB CPU", 10.0 * hours, instance=1)),
        wait_events=(WaitEvent("read", "User I/O", True, 1_000 * hours, 5.0, 50.0 * hours, 50_000.0, 50.0, 1),),
        instance_statistics=(InstanceStatistic("physical reads", 3_600.0 * hours, 1.0, instance=1),
                             InstanceStatistic("logons current", 9.0, instance=1)),
        os_statistics=(OsStatistic("BUSY_TIME", 7.0 * hours, instance=1), OsStatistic("NUM_CPUS", 16.0, instance=1)),
        io_filetypes=(IoFiletype("Data File", 8 * hours, 2.0, 0, 0.0, 4_000.0, None, 1),
                      IoFiletype("Temp File", 4 * hours, 3.0, 0, 0.0, 4_000.0)),
        wait_histograms=(WaitHistogram("read", 1_000 * hours, (HistogramBucket(0.0, 1.0, 25.0),
                                                               HistogramBucket(1.0, 2.0, 75.0)), 1),),
        segments=(Segment("A", "T", type="TABLE", data_object_id=7, physical_reads_blocks=1_000.0 * hours),
                  Segment("A", "U", type="TABLE", data_object_id=8, physical_reads_blocks=1.0 * hours)),
        segment_basis={"kind": "cumulative", "from": START.isoformat(), "to": f"{hours}h"},
        segment_coverage={"physical_reads_blocks": Coverage(1_001.0 * hours, 1_001.0 * hours, 2_000.0 * hours)},
    )  # fmt: skip


def test_every_cumulative_figure_is_subtracted() -> None:
    found = bundles_between(a_bundle(10), a_bundle(12))
    assert (found.interval.elapsed_s, found.interval.db_time_s, found.interval.db_cpu_s) == (7_200.0, 200.0, 20.0)
    assert (found.interval.begin_time, found.interval.end_time) == (
        START + timedelta(hours=10),
        START + timedelta(hours=12),
    )
    (wait,) = found.wait_events
    assert (wait.waits, wait.time_s, wait.db_time_pct) == (2_000, 100.0, 50.0)
    assert (wait.avg_wait_us, wait.timeouts_pct) == (pytest.approx(50_000.0), pytest.approx(5.0))
    reads, logons = found.instance_statistics
    assert (reads.total, reads.per_s, logons.total) == (7_200.0, pytest.approx(1.0), 9.0)
    assert [one.value for one in found.os_statistics] == [14.0, 16.0]
    files, of_no_instance = found.io_filetypes
    assert (of_no_instance.read_bytes, of_no_instance.read_requests_per_s) == (8, pytest.approx(3.0))
    assert (files.read_bytes, files.read_requests_per_s, files.small_read_us) == (
        16,
        pytest.approx(2.0),
        pytest.approx(4_000.0),
    )
    (histogram,) = found.wait_histograms
    assert (histogram.waits, [b.pct_of_waits for b in histogram.buckets]) == (2_000, [25.0, 75.0])
    assert [one.physical_reads_blocks for one in found.segments] == [2_000.0, 2.0]
    row = found.segment_coverage["physical_reads_blocks"]
    assert (row.listed, row.captured, row.total) == (2_002.0, 2_002.0, 4_000.0)
    assert found.segment_basis == {"kind": "interval", "from": "10h", "to": "12h"}
    assert found.warnings == ()


def of_starts(bundle: Workload, *starts: datetime | None) -> Workload:
    instances = tuple(Instance(n, startup_time=start) for n, start in enumerate(starts, start=1))
    return replace(bundle, instances=instances)


REFUSED = (
    ("the same file", a_bundle(10), replace(a_bundle(12), source=a_bundle(10).source), "same file"),
    ("another database", a_bundle(10), replace(a_bundle(12), database=Database(dbid=2)), "different databases"),
    ("the wrong order", a_bundle(12), a_bundle(10), "not collected after"),
    ("no time", a_bundle(10), replace(a_bundle(12), interval=Interval()), worded("analysis/does-not-say")),
    ("a restart", a_bundle(10), of_starts(a_bundle(12), START + timedelta(hours=11)), "started in between"),
    ("a start not known", a_bundle(10), of_starts(a_bundle(12), None), "not known when"),
    ("one instance more", a_bundle(10), of_starts(a_bundle(12), START, START), "different instances"),
)


@pytest.mark.parametrize(("first", "second", "words"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED])
def test_no_interval(first: Workload, second: Workload, words: str) -> None:
    with pytest.raises(NoInterval, match=words):
        bundles_between(first, second)


def shrunk(name: str, value: Any) -> Workload:
    return replace(a_bundle(12), **{name: value})


SMALLER = (
    ("wait_events", (WaitEvent("read", waits=9_000, time_s=500.0, instance=1),), ()),
    ("instance_statistics", (InstanceStatistic("physical reads", 5.0, instance=1),), ()),
    ("time_model", (TimeModelRow("DB time", 5.0, instance=1),), ()),
    ("wait_histograms", (WaitHistogram("read", 100, (HistogramBucket(0.0, 1.0, 100.0),), 1),), ()),
)


@pytest.mark.parametrize(("name", "rows", "left"), SMALLER, ids=[one[0] for one in SMALLER])
def test_a_figure_that_shrank_is_left_out_and_named(name: str, rows: Any, left: Any) -> None:
    found = bundles_between(a_bundle(10), shrunk(name, rows))
    assert getattr(found, name) == left
    assert [(warn.code, warn.section) for warn in found.warnings] == [("counter-smaller", name)]


@pytest.mark.parametrize(("count", "named"), [(2, "A, B"), (3, "A, B, C"), (5, "A, B, C and 2 more")])
def test_three_that_shrank_are_named_and_the_rest_counted(count: int, named: str) -> None:
    then, now = (
        replace(bundle, time_model=tuple(TimeModelRow(name, time_s, instance=1) for name in "ABCDE"[:count]))
        for bundle, time_s in ((a_bundle(10), 9.0), (a_bundle(12), 8.0))
    )
    (told,) = [warn.message for warn in bundles_between(then, now).warnings if warn.section == "time_model"]
    assert told == worded("analysis/no-difference-smaller", named)


def test_a_new_data_object_has_no_growth() -> None:
    second = a_bundle(12)
    moved = replace(second.segments[1], data_object_id=99)
    found = bundles_between(a_bundle(10), replace(second, segments=(second.segments[0], moved)))
    assert [one.physical_reads_blocks for one in found.segments] == [2_000.0, None]
    assert [warn.code for warn in found.warnings] == ["counter-refused-new-object"]


def test_what_was_not_there_began_at_nothing() -> None:
    first = replace(a_bundle(10), wait_events=())
    (wait,) = bundles_between(first, a_bundle(12)).wait_events
    assert (wait.waits, wait.time_s) == (12_000, 600.0)


def test_each_instance_is_subtracted_by_itself() -> None:
    def both(bundle: Workload, factor: int) -> Workload:
        rows = bundle.wait_events
        second = replace(rows[0], instance=2, waits=(rows[0].waits or 0) * factor)
        return of_starts(replace(bundle, wait_events=(*rows, second)), START, START - timedelta(days=3))

    found = bundles_between(both(a_bundle(10), 3), both(a_bundle(12), 3))
    assert [(one.instance, one.waits) for one in found.wait_events] == [(1, 2_000), (2, 6_000)]


def test_db_time_is_that_of_all_instances_or_not_known() -> None:
    def both(bundle: Workload, *seconds: float | None) -> Workload:
        rows = tuple(TimeModelRow("DB time", one, instance=number) for number, one in enumerate(seconds, 1))
        return replace(of_starts(bundle, START, START), time_model=rows)

    earlier = both(a_bundle(10), 500.0, 300.0)
    assert bundles_between(earlier, both(a_bundle(12), 600.0, 350.0)).interval.db_time_s == 150.0
    for later in ((600.0,), (600.0, None), (600.0, 200.0)):
        assert bundles_between(earlier, both(a_bundle(12), *later)).interval.db_time_s is None
