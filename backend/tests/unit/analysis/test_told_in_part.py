"""Where instances or hours become one: a figure that one of them does not tell is not the figure of the others."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.analysis.coverage import listed_coverage
from segtier.analysis.figures import load_per_s, statistic, time_model_s
from segtier.analysis.merge import whole
from segtier.analysis.profile import build_profile
from segtier.analysis.told import IN_PART
from segtier.errors import NotUsable
from segtier.model.inventory import Inventory
from segtier.model.workload import READ_WAIT, Instance, LoadMetric, Source, TimeModelRow, Workload
from segtier.reports.awr_dump import read_dump
from tests.awr_dumps import AwrDump, busy_dump
from tests.builders import a_request, a_wait, a_workload, merge_intervals, some_sizes

READS = "physical reads"
Row = dict[str, Any]


def cluster(gone: Callable[[str, Row], bool] = lambda *_: False) -> Workload:
    """The second hour of three instances, without rows of a table that are `gone`."""
    found = read(busy_dump(3, instances=3), gone)
    return merge_intervals([one for one in found if one.interval.end_snap == 3])[0]


def read(dump: AwrDump, gone: Callable[[str, Row], bool]) -> list[Workload]:
    for table, rows in dump.rows.items():
        dump.rows[table] = [row for row in rows if not gone(table, row)]
    return list(read_dump([io.BytesIO(one) for one in dump.written()], Source(file="awrdat.dmp")))


def of_third(*tables: str) -> Callable[[str, Row], bool]:
    return lambda table, row: table in tables and row.get("INSTANCE_NUMBER") == 3


def test_all_instances_add_up() -> None:
    one = cluster()
    assert (one.interval.db_time_s, statistic(one, READS), listed_coverage(one)[0]) == (
        3_000,
        330_000,
        270_000 / 330_000,
    )
    assert sum(row.read_wait_s or 0.0 for row in one.segment_waits) == 3 * 570
    assert IN_PART not in {warn.code for warn in one.warnings}


def test_db_time_of_some_instances_is_not_that_of_the_database() -> None:
    one = cluster(of_third("WRH$_SYS_TIME_MODEL"))
    assert (one.interval.db_time_s, one.interval.db_cpu_s, time_model_s(one, "DB time")) == (None, None, None)
    with pytest.raises(NotUsable, match="instance 3"):
        build_profile(one)


def test_statistics_of_some_instances_are_not_those_of_the_database() -> None:
    one = cluster(of_third("WRH$_SYSSTAT"))
    assert (statistic(one, READS), load_per_s(one, "Physical read"), listed_coverage(one)) == (None, None, (None, None))
    profile = build_profile(one)
    assert (profile.db_time_per_s, profile.txn_per_s, profile.reads_counted_by) == (3_000 / 3_600, None, "waits")


def test_segments_of_some_instances_are_held_against_the_reads_of_all() -> None:
    one = cluster(of_third("WRH$_SEG_STAT"))
    assert listed_coverage(one)[0] == 180_000 / 330_000
    assert one.segment_coverage["physical_reads_blocks"].captured is None


@pytest.mark.parametrize("table", ["WRH$_SEG_STAT", "WRH$_ACTIVE_SESSION_HISTORY"])
def test_samples_of_some_instances_time_no_read_of_others(table: str) -> None:
    one = cluster(of_third(table))
    assert one.segment_waits == ()
    assert READ_WAIT not in one.segment_coverage


def test_cpus_of_some_servers_are_not_those_of_the_cluster() -> None:
    assert build_profile(cluster()).threads == 48
    assert build_profile(cluster(of_third("WRH$_OSSTAT"))).threads is None


@pytest.mark.parametrize(
    ("table", "sums"),
    [
        ("WRH$_SYSTEM_EVENT", "least"),
        ("WRH$_SEG_STAT", "least"),
        ("WRH$_SYSSTAT", "not known"),
        ("WRH$_SYS_TIME_MODEL", "not known"),
    ],
)
def test_which_instance_does_not_tell_is_said(table: str, sums: str) -> None:
    (said,) = [warn.message for warn in cluster(of_third(table)).warnings if warn.code == IN_PART]
    assert "instance 3" in said
    assert sums in said


def test_an_hour_without_a_table_is_no_hour_of_nothing() -> None:
    found = read(busy_dump(3), lambda table, row: table == "WRH$_SYSSTAT" and row["SNAP_ID"] == 3)
    merged, _ = merge_intervals(found)
    assert (merged.interval.elapsed_s, statistic(merged, READS)) == (7_200, None)


def reports(missing: str | None = None, **changed: Any) -> list[Workload]:
    """Of two instances of one hour, given one by one; the second's without a list."""
    profile = (LoadMetric("physical_reads", "Physical reads", per_s=9.0),)
    one = replace(a_workload((a_wait("db file sequential read", 500, 10),)), load_profile=profile)
    second = replace(one, instances=(Instance(number=2, cpus=32, cores=16),), **changed)
    second = replace(second, source=replace(second.source, sha256="2" * 64))
    return [one, second if missing is None else replace(second, **{missing: ()})]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("missing", "figure"),
    [
        ("time_model", lambda one: time_model_s(one, "DB time")),
        ("instance_statistics", lambda one: statistic(one, READS)),
        ("load_profile", lambda one: load_per_s(one, "Physical read")),
        ("io_filetypes", lambda one: one.io_filetypes[0].read_requests_per_s),
    ],
)
def test_reports_given_one_by_one_add_up_or_are_not_known(
    missing: str, figure: Callable[[Workload], float | None]
) -> None:
    assert figure(merge_intervals(reports())[0])
    assert figure(merge_intervals(reports(missing))[0]) is None


def test_a_figure_that_one_report_prints_unreadably_is_not_the_others_figure() -> None:
    unread = (TimeModelRow("DB time", None), TimeModelRow("DB CPU", 100.0))
    merged, _ = merge_intervals(reports(time_model=unread))
    assert (time_model_s(merged, "DB time"), time_model_s(merged, "DB CPU")) == (None, 3_700.0)


def test_a_share_of_one_instances_db_time_makes_none_of_the_database() -> None:
    """An event that one instance alone waited for."""
    first, second = reports("time_model")
    untold = replace(second, interval=replace(second.interval, db_time_s=None))
    only = replace(a_wait("direct path read", 5, 1), db_time_pct=5.0)
    with pytest.raises(NotUsable):
        build_profile(merge_intervals([replace(first, wait_events=(*first.wait_events, only)), untold])[0])


def test_a_report_of_several_instances_with_rows_of_some() -> None:
    rows = tuple(TimeModelRow("DB time", seconds, instance=number) for number, seconds in ((1, 900.0), (2, 600.0)))
    page = replace(a_workload(), instances=tuple(Instance(number=number) for number in (1, 2, 3)))
    assert time_model_s(whole(replace(page, time_model=rows, instances=page.instances[:2])), "DB time") == 1_500
    for some in (rows, rows[:1]):
        assert time_model_s(whole(replace(page, time_model=some)), "DB time") is None


def test_the_grade_says_it() -> None:
    sizes: tuple[Inventory, ...] = (some_sizes(("ORDERS", 10), ("ORDERS_PK", 2), ("LINES", 8)),)
    found = [one for one in read(busy_dump(3, instances=3), of_third("WRH$_SYSSTAT")) if one.interval.end_snap == 3]
    quality = advise(found, sizes, a_request()).quality
    assert any("instance 3" in reason for reason in quality.reasons)
