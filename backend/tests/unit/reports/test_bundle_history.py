"""Snapshots in a bundle: an interval for each pair of one start-up, and none where there is a reason."""

# ruff: noqa: DTZ001 - times of a database have no zone

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.of_instances import of_instances
from tests.packed_bundles import Documents, documents_of

STARTED = datetime(2026, 11, 1, 7)


def a_snapshot(snap: int, hour: int, instance: int = 1, **changed: Any) -> dict[str, Any]:
    return {"snap_id": snap, "inst_id": instance, "begin_time": datetime(2026, 11, 20, hour - 1),
            "end_time": datetime(2026, 11, 20, hour), "startup_time": STARTED, "dbid": 4711} | changed  # fmt: skip


def at(snap: int, instance: int = 1, **row: Any) -> dict[str, Any]:
    return {"snap_id": snap, "inst_id": instance} | row


def an_event(snap: int, waits: int, foreground: int | None) -> dict[str, Any]:
    return at(snap, event="db file sequential read", wait_class="User I/O", total_waits=waits, total_timeouts=0,
              time_waited_us=waits * 1_000, total_waits_fg=foreground, total_timeouts_fg=0,
              time_waited_us_fg=None if foreground is None else foreground * 2_000)  # fmt: skip


def a_counter(snap: int, reads: int, name: str = "T", instance: int = 1) -> dict[str, Any]:
    return at(
        snap, instance, owner="APP", object_name=name, object_type="TABLE", physical_reads=reads, **{"dataobj#": 5}
    )


ROWS: dict[str, Any] = {
    "hist_snapshots": [a_snapshot(10, 8), a_snapshot(11, 9)],
    "hist_segments": [a_counter(10, 1_000), a_counter(11, 70), a_counter(11, 20, "U"), a_counter(11, 0, "IDLE")],
    "hist_system_events": [an_event(10, 500, 400), an_event(11, 700, 500)],
    "hist_system_statistics": [at(10, name="physical reads", value=1_000), at(11, name="physical reads", value=1_100)],
    "hist_time_model": [
        at(10, name="DB time", value_us=10**9), at(11, name="DB time", value_us=10**9 + 3_600 * 10**6),
        at(10, name="DB CPU", value_us=10**8), at(11, name="DB CPU", value_us=10**8 + 10**6),
    ],
    "hist_os_statistics": [at(10, name="BUSY_TIME", value=5, cumulative="YES"),
                           at(11, name="BUSY_TIME", value=8, cumulative="YES"),
                           at(11, name="LOAD", value=3, cumulative="NO")],
}  # fmt: skip


def read(folder: Path, **changed: Any) -> Documents:
    return documents_of(folder, ROWS | changed, diagnostics_pack=True)


def test_an_interval_is_the_difference_of_two_snapshots(tmp_path: Path) -> None:
    (found,) = read(tmp_path).intervals
    interval = found.interval
    assert (interval.begin_snap, interval.end_snap, interval.elapsed_s) == (10, 11, 3_600.0)
    assert (interval.begin_time, interval.end_time) == (datetime(2026, 11, 20, 8), datetime(2026, 11, 20, 9))
    assert (interval.db_time_s, interval.db_cpu_s) == (3_600.0, 1.0)
    assert [(w.foreground, w.waits, w.time_s, w.db_time_pct) for w in found.wait_events] == [
        (True, 100, 0.2, pytest.approx(0.2 / 36)),
        (False, 100, 0.0, None),
    ]
    (statistic,) = found.instance_statistics
    assert (statistic.total, statistic.per_s) == (100.0, pytest.approx(100 / 3_600))
    assert [(one.name, one.value) for one in found.os_statistics] == [("BUSY_TIME", 3.0), ("LOAD", 3.0)]
    assert [(one.name, one.physical_reads_blocks) for one in found.segments] == [("T", 70.0), ("U", 20.0)]
    row = found.segment_coverage["physical_reads_blocks"]
    assert (row.listed, row.captured, row.total) == (90.0, 90.0, 100.0)
    assert found.segment_basis == {"kind": "interval", "from": "snapshot 10", "to": "snapshot 11"}
    assert (found.wait_histograms, found.io_functions, found.tablespace_io) == ((), (), ())


def test_what_is_new_began_at_nothing(tmp_path: Path) -> None:
    events = [an_event(10, 500, 400) | {"event": "log file sync"}, an_event(11, 700, 500)]
    (found,) = read(tmp_path, hist_system_events=events).intervals
    assert [one.waits for one in found.wait_events] == [500, 200]


@pytest.mark.parametrize(("file", "field"), [("hist_system_events", "wait_events"), ("hist_time_model", "time_model"),
                                             ("hist_system_statistics", "instance_statistics")])  # fmt: skip
def test_a_file_without_the_earlier_snapshot_has_no_difference(tmp_path: Path, file: str, field: str) -> None:
    (found,) = read(tmp_path, **{file: later_of(file)}).intervals
    assert getattr(found, field) == ()
    assert [(warn.code, warn.section) for warn in found.warnings] == [("no-earlier-rows", f"{file}.csv")]


def later_of(file: str) -> list[dict[str, Any]]:
    return [row for row in ROWS[file] if row["snap_id"] == 11]


def test_segments_of_awr_need_no_earlier_rows(tmp_path: Path) -> None:
    (found,) = read(tmp_path, hist_segments=later_of("hist_segments")).intervals
    assert [(one.name, one.physical_reads_blocks) for one in found.segments] == [("T", 70.0), ("U", 20.0)]
    assert found.warnings == ()


def test_times_of_the_host_without_the_earlier_snapshot_are_not_those_of_the_interval(tmp_path: Path) -> None:
    (found,) = read(tmp_path, hist_os_statistics=later_of("hist_os_statistics")).intervals
    assert [(one.name, one.value) for one in found.os_statistics] == [("LOAD", 3.0)]
    assert [(warn.code, warn.section) for warn in found.warnings] == [("no-earlier-rows", "hist_os_statistics.csv")]


RESTARTED = datetime(2026, 11, 20, 8, 30)
INTERVALS: tuple[tuple[str, list[dict[str, Any]], list[tuple[int, int, int]], set[str]], ...] = (
    ("a restart between", [a_snapshot(10, 8), a_snapshot(11, 9, startup_time=RESTARTED),
                           a_snapshot(12, 10, startup_time=RESTARTED)], [(1, 11, 12)], {"restart-in-interval"}),
    ("a snapshot is missing", [a_snapshot(10, 8), a_snapshot(12, 10)], [(1, 10, 12)], set()),
    ("two instances", [a_snapshot(snap, hour, instance) for instance in (1, 2) for snap, hour in ((10, 8), (11, 9))],
     [(1, 10, 11), (2, 10, 11)], set()),
    ("imported snapshots", [a_snapshot(9, 7, dbid=99), a_snapshot(10, 8), a_snapshot(11, 9)], [(1, 10, 11)],
     {"other-database"}),
    ("one snapshot", [a_snapshot(10, 8)], [], set()),
)  # fmt: skip


@pytest.mark.parametrize(
    ("snapshots", "expected", "warnings"), [one[1:] for one in INTERVALS], ids=[one[0] for one in INTERVALS]
)
def test_which_intervals_there_are(
    tmp_path: Path, snapshots: list[dict[str, Any]], expected: list[tuple[int, int, int]], warnings: set[str]
) -> None:
    instances = [{"inst_id": number, "name": f"i{number}", "startup_time": STARTED} for number in (1, 2)]
    found = read(tmp_path, hist_snapshots=snapshots, instances=instances).intervals
    assert [(one.instances[0].number, one.interval.begin_snap, one.interval.end_snap) for one in found] == expected
    assert {warn.code for one in found for warn in one.warnings} == warnings


@pytest.mark.parametrize("prefix", ["hist", "statspack"])
@pytest.mark.parametrize("known", [(), (1,)])
def test_rows_say_of_which_instance_they_are(tmp_path: Path, prefix: str, known: tuple[int, ...]) -> None:
    """Whatever the list of instances lacks: no instance is taken for a copy of another, and each can be chosen."""
    rows = {f"{prefix}_{part}": [row | {"inst_id": number} for number in (1, 2) for row in ROWS[f"hist_{part}"]]
            for part in ("snapshots", "time_model", "system_events", "system_statistics")}  # fmt: skip
    instances = [{"inst_id": number, "name": f"i{number}", "startup_time": STARTED} for number in known]
    found = documents_of(tmp_path, {"instances": instances} | rows).intervals
    assert [[one.number for one in interval.instances] for interval in found] == [[1], [2]]
    assert {interval.database.rac for interval in found} == {True}
    (slot,), warnings = sort_intervals(as_reports(found))
    assert (len(slot.reports), warnings) == (2, ())
    assert [len(of_instances(found, (number,))) for number in (1, 2)] == [1, 1]


def an_instance(number: int, **more: Any) -> dict[str, Any]:
    return {"dbid": 4711, "inst_id": number, "startup_time": STARTED, "name": f"i{number}", "snapshots": 9} | more


RUNNING = [{"inst_id": number, "name": f"i{number}", "startup_time": STARTED} for number in (1, 2)]
NAMED: tuple[tuple[str, dict[str, Any], tuple[int, ...]], ...] = (
    ("running", {"instances": RUNNING}, (1, 2)),
    ("in AWR", {"hist_instances": [an_instance(1, parallel="YES"), an_instance(2, parallel="YES")]}, (1, 2)),
    ("none of a cluster", {"hist_instances": [an_instance(1, parallel="NO"), an_instance(2, parallel="NO")]}, (1,)),
    ("a snapshot", {"hist_snapshots": [*ROWS["hist_snapshots"], a_snapshot(11, 9, 2)]}, (1, 2)),
    ("of another", {"hist_snapshots": [*ROWS["hist_snapshots"], a_snapshot(11, 9, 2, dbid=99)]}, (1,)),
)  # fmt: skip


@pytest.mark.parametrize(("rows", "expected"), [one[1:] for one in NAMED], ids=[one[0] for one in NAMED])
def test_instances_that_the_bundle_names_without_their_rows(
    tmp_path: Path, rows: dict[str, Any], expected: tuple[int, ...]
) -> None:
    found = read(tmp_path, **({"instances": RUNNING[:1]} | rows))
    assert {one.interval.instances for one in (found.workload, *found.intervals)} == {expected}


def test_a_figure_that_shrank_has_no_difference(tmp_path: Path) -> None:
    values = [at(10, name="physical reads", value=100), at(11, name="physical reads", value=90),
              at(11, name="redo writes", value=5)]  # fmt: skip
    (found,) = read(tmp_path, hist_system_statistics=values).intervals
    assert [(one.name, one.total) for one in found.instance_statistics] == [("redo writes", 5.0)]
    assert [(warn.code, warn.section) for warn in found.warnings] == [("counter-smaller", "hist_system_statistics.csv")]


def test_statspack_counts_segments_since_start_up(tmp_path: Path) -> None:
    statspack = {name.replace("hist_", "statspack_"): rows for name, rows in ROWS.items()
                 if name not in ("hist_time_model", "hist_os_statistics")}  # fmt: skip
    statspack["statspack_segments"] = [a_counter(10, 1_000), a_counter(11, 1_070), a_counter(11, 20, "U")]
    statspack["statspack_system_statistics"] += [at(10, name="DB time", value=100), at(11, name="DB time", value=400)]
    (found,) = documents_of(tmp_path, statspack).intervals
    assert [(one.name, one.physical_reads_blocks) for one in found.segments] == [("T", 70.0), ("U", 20.0)]
    assert found.interval.db_time_s == 3.0


STATSPACK_SEGMENTS: tuple[tuple[str, list[dict[str, Any]], list[tuple[str, float]], set[str]], ...] = (
    ("a level below 7 at the begin", [a_counter(11, 1_070), a_counter(11, 20, "U")], [], {"no-earlier-rows"}),
    ("a counter that shrank", [a_counter(10, 1_000), a_counter(11, 900), a_counter(11, 20, "U")], [("U", 20.0)],
     {"counter-smaller"}),
    ("another data object", [a_counter(10, 1_000), a_counter(11, 30) | {"dataobj#": 6}], [("T", 30.0)], set()),
)  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "expected", "warnings"),
    [one[1:] for one in STATSPACK_SEGMENTS],
    ids=[one[0] for one in STATSPACK_SEGMENTS],
)
def test_segments_between_statspack_snapshots(
    tmp_path: Path, rows: list[dict[str, Any]], expected: list[tuple[str, float]], warnings: set[str]
) -> None:
    statspack = {"statspack_snapshots": ROWS["hist_snapshots"], "statspack_segments": rows}
    (found,) = documents_of(tmp_path, statspack).intervals
    assert [(one.name, one.physical_reads_blocks) for one in found.segments] == expected
    assert {warn.code for warn in found.warnings} == warnings
    row = found.segment_coverage.get("physical_reads_blocks")
    assert (row.captured if row else None) == (sum(reads for _, reads in expected) or None)
