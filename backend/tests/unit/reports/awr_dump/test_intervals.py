"""From snapshots to intervals: which there are, and what is said of time that is in none."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest

from segtier.analysis.open_report import OpenReport, ReadAgain, hour_of
from segtier.errors import UnreadableInput
from segtier.model.workload import Source, Workload
from segtier.reports.awr_dump import is_dump, read_dump, read_loads
from segtier.reports.awr_dump.tables import SEGMENT_FIGURES
from segtier.reports.bundle.counters import COUNTERS
from tests.awr_dumps import DBID, FIRST, STARTED, AwrDump, add_busy_snapshot, busy_dump
from tests.dumps import NUMBER, TableData, one_file

LATER = STARTED + timedelta(days=19, hours=4, minutes=20)


def read(dump: AwrDump, files: int = 1) -> list[Workload]:
    return list(read_dump([io.BytesIO(one) for one in dump.written(files)], Source(file="awrdat.dmp")))


def spans(found: list[Workload]) -> list[tuple[int | None, int | None, int | None]]:
    return [(one.instances[0].number, one.interval.begin_snap, one.interval.end_snap) for one in found]


def codes(found: list[Workload]) -> set[str]:
    return {warn.code for one in found for warn in one.warnings}


@pytest.mark.parametrize("release", ["11.2", "19c"])
@pytest.mark.parametrize("files", [1, 3])
def test_two_snapshots_in_a_row_are_an_interval(release: str, files: int) -> None:
    found = read(busy_dump(4, release=release), files)
    assert spans(found) == [(1, 1, 2), (1, 2, 3), (1, 3, 4)]
    assert not codes(found)
    for one in found:
        assert (one.interval.elapsed_s, one.interval.db_time_s, one.interval.db_cpu_s) == (3600, 1000, 300)
        assert [(row.name, row.physical_reads_blocks) for row in one.segments] == [
            ("ORDERS", 60_000),
            ("ORDERS_PK", 20_000),
            ("LINES", 10_000),
        ]


def test_after_a_restart_the_time_up_to_the_next_snapshot_is_lost_and_told() -> None:
    dump = AwrDump()
    dump.instance()
    dump.instance(started=LATER)
    for snap, started, hours in ((1, STARTED, 30), (2, STARTED, 31), (3, LATER, 1), (4, LATER, 2)):
        add_busy_snapshot(dump, snap, hours=hours, started=started)
    found = read(dump)
    assert spans(found) == [(1, 1, 2), (1, 3, 4)]
    assert all(one.interval.db_time_s == 1000 for one in found)
    assert [one.instances[0].startup_time for one in found] == [STARTED, LATER]
    (told,) = [warn for warn in found[0].warnings if warn.code == "restart-in-interval"]
    assert "1.0 hours" in told.message


def test_snapshots_that_are_not_in_the_dump_make_a_gap() -> None:
    dump = AwrDump()
    for snap in (1, 2, 5, 6):
        add_busy_snapshot(dump, snap)
    found = read(dump)
    assert spans(found) == [(1, 1, 2), (1, 5, 6)]
    assert codes(found) == {"gaps"}


def test_a_snapshot_that_was_not_finished_does_not_count() -> None:
    dump = busy_dump(4)
    for row in dump.rows["WRM$_SNAPSHOT"]:
        row["STATUS"] = 1 if row["SNAP_ID"] == 4 else 0
    found = read(dump)
    assert spans(found) == [(1, 1, 2), (1, 2, 3)]
    assert codes(found) == {"unfinished-snapshots"}


def test_what_lies_around_a_snapshot_that_was_not_finished_is_no_gap_of_the_dump() -> None:
    dump = busy_dump(5, instances=2)
    for row in dump.rows["WRM$_SNAPSHOT"]:
        row["STATUS"] = int((row["SNAP_ID"], row["INSTANCE_NUMBER"]) == (3, 1))
    found = read(dump)
    assert spans(found)[:3] == [(1, 1, 2), (2, 1, 2), (2, 2, 3)]
    assert codes(found) == {"unfinished-snapshots", "instance-missing"}
    (told,) = {warn.message for one in found for warn in one.warnings if warn.code == "unfinished-snapshots"}
    assert told.endswith(": 3 of instance 1")


def test_instances_have_intervals_of_their_own_and_a_missing_one_is_told() -> None:
    dump = busy_dump(3, instances=2)
    for name, rows in dump.rows.items():
        dump.rows[name] = [row for row in rows if (row.get("SNAP_ID"), row.get("INSTANCE_NUMBER")) != (3, 2)]
    found = read(dump)
    assert spans(found) == [(1, 1, 2), (2, 1, 2), (1, 2, 3)]
    assert codes(found) == {"instance-missing"}
    assert all(one.database.rac for one in found)


NAMED: tuple[tuple[str, list[dict[str, Any]], tuple[int, ...]], ...] = (
    ("two of a cluster", [{"PARALLEL": "YES"}, {"PARALLEL": "YES"}], (1, 2)),
    ("nobody says whether they are a cluster", [{"PARALLEL": None}, {"PARALLEL": None}], (1, 2)),
    ("the other was none of a cluster", [{"PARALLEL": "YES"}, {"PARALLEL": "NO"}], (1,)),
    ("it is none of a cluster any more", [{"PARALLEL": "NO"}, {"PARALLEL": "YES"}], (1,)),
    ("the other is of another database", [{"PARALLEL": "YES"}, {"PARALLEL": "YES", "dbid": 99}], (1,)),
)  # fmt: skip


@pytest.mark.parametrize(("facts", "expected"), [one[1:] for one in NAMED], ids=[one[0] for one in NAMED])
def test_instances_that_the_dump_names_without_their_rows(
    facts: list[dict[str, Any]], expected: tuple[int, ...]
) -> None:
    dump = busy_dump(2)
    dump.rows["WRM$_DATABASE_INSTANCE"].clear()
    for number, one in enumerate(facts, 1):
        dump.instance(number, **one)
    (found,) = read(dump)
    assert found.interval.instances == expected
    assert found.database.rac == (len(expected) > 1 or facts[0]["PARALLEL"] == "YES")


@pytest.mark.parametrize("parallel", [None, "NO", "YES"])
def test_two_instances_with_snapshots_are_a_cluster_whatever_the_list_says(parallel: str | None) -> None:
    """Else scripts for SSD inside one server are written for it."""
    dump = busy_dump(2)
    dump.rows["WRM$_DATABASE_INSTANCE"].clear()
    for number in (1, 2):
        dump.instance(number, PARALLEL=parallel)
    for snap in (1, 2):
        add_busy_snapshot(dump, snap, instance=2)
    assert [one.database.rac for one in read(dump)] == [True, True]


def test_an_instance_with_one_snapshot_is_one_of_the_database() -> None:
    dump = busy_dump(2)
    dump.rows["WRM$_DATABASE_INSTANCE"].clear()
    dump.snapshot(2, instance=2)
    (found,) = read(dump)
    assert found.interval.instances == (1, 2)


def test_databases_are_never_mixed() -> None:
    """Imported snapshots: each interval is of one database, with the names of that one."""
    dump = busy_dump(2)
    dump.instance(dbid=99, DB_NAME="OTHER")
    for snap in (1, 2):
        add_busy_snapshot(dump, snap, dbid=99)
    for row in dump.rows["WRH$_SEG_STAT_OBJ"]:
        row["OBJECT_NAME"] += "_OF_99" if row["DBID"] == 99 else ""
    found = read(dump)
    assert [(one.database.dbid, one.database.name) for one in found] == [(99, "OTHER"), (DBID, "SHOP")]
    assert {one.segments[0].name for one in found} == {"ORDERS", "ORDERS_OF_99"}
    assert "several-databases" in codes(found)


def test_nothing_of_another_database_is_said() -> None:
    """Snapshots, instances and pluggable databases of both have the same numbers."""
    dump = busy_dump(4)
    for started in (STARTED, LATER):
        dump.instance(dbid=99, DB_NAME="OTHER", started=started, CDB="YES")
    for snap, started, hours in ((1, STARTED, 30), (2, STARTED, 31), (3, LATER, 1), (4, LATER, 2)):
        add_busy_snapshot(dump, snap, hours=hours, started=started, dbid=99)
    dump.rows["WRM$_DATABASE_INSTANCE"][0]["CDB"] = "YES"
    for dbid, name in ((DBID, "SALES"), (99, "STOCK")):
        dump.add("WRM$_PDB_INSTANCE", DBID=dbid, INSTANCE_NUMBER=1, CON_DBID=8, PDB_NAME=name)
    for table in ("WRH$_SEG_STAT", "WRH$_SEG_STAT_OBJ"):
        for row in dump.rows[table]:
            row["CON_DBID"] = 8
    found = read(dump)
    by_dbid = {dbid: [one for one in found if one.database.dbid == dbid] for dbid in (DBID, 99)}
    assert spans(by_dbid[DBID]) == [(1, 1, 2), (1, 2, 3), (1, 3, 4)]
    assert spans(by_dbid[99]) == [(1, 1, 2), (1, 3, 4)]
    assert codes(by_dbid[DBID]) == {"several-databases"}
    assert codes(by_dbid[99]) == {"several-databases", "restart-in-interval"}
    assert {row.pdb for one in by_dbid[DBID] for row in one.segments} == {"SALES"}
    assert {row.pdb for one in by_dbid[99] for row in one.segments} == {"STOCK"}


def test_times_that_go_back_make_no_interval() -> None:
    dump = AwrDump()
    for snap in (1, 2, 3):
        add_busy_snapshot(dump, snap)
    dump.rows["WRM$_SNAPSHOT"][2]["END_INTERVAL_TIME"] = FIRST
    found = read(dump)
    assert spans(found) == [(1, 1, 2)]
    assert codes(found) == {"odd-times"}


@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 1), (-5, -4), (0, 0)])
@pytest.mark.parametrize("begins_by", ["the old clock", "the new clock"])
def test_an_interval_in_which_the_clock_was_put_on_or_back_is_as_long_as_it_was(
    before: int, after: int, begins_by: str
) -> None:
    dump = busy_dump(4)
    for row in dump.rows["WRM$_SNAPSHOT"]:
        zone = before if row["SNAP_ID"] < 3 else after
        begins = before if begins_by == "the old clock" and row["SNAP_ID"] == 3 else zone
        row["SNAP_TIMEZONE"] = timedelta(hours=zone)
        row["BEGIN_INTERVAL_TIME"] += timedelta(hours=begins)
        row["END_INTERVAL_TIME"] += timedelta(hours=zone)
    found = read(dump)
    assert spans(found) == [(1, 1, 2), (1, 2, 3), (1, 3, 4)]
    assert [one.interval.elapsed_s for one in found] == [3_600] * 3
    assert not codes(found)


@pytest.mark.parametrize("zone", [None, timedelta(days=4_000), timedelta(hours=-16)])
def test_a_clock_of_no_zone_is_taken_as_it_stands(zone: timedelta | None) -> None:
    dump = busy_dump(3)
    for row in dump.rows["WRM$_SNAPSHOT"]:
        row["SNAP_TIMEZONE"] = zone if row["SNAP_ID"] == 3 else timedelta(hours=1)
    assert [one.interval.elapsed_s for one in read(dump)] == [3_600] * 2


@pytest.mark.parametrize(("seconds", "found"), [(1, 3), (10, 3), (-1, 3), (60, 0)])
def test_a_start_that_is_told_a_second_later_is_the_same(seconds: int, found: int) -> None:
    dump = busy_dump(4)
    for row in dump.rows["WRM$_SNAPSHOT"]:
        row["STARTUP_TIME"] += timedelta(seconds=seconds * (row["SNAP_ID"] % 2))
    if found:
        assert len(read(dump)) == found
    else:
        with pytest.raises(UnreadableInput):
            read(dump)


def test_a_dump_without_an_interval_is_refused() -> None:
    for dump, code in ((busy_dump(1), "no-snapshots"), (AwrDump(), "unsupported-document")):
        dump.add("WRH$_STAT_NAME", DBID=DBID)
        with pytest.raises(UnreadableInput) as refused:
            read(dump)
        assert refused.value.code == code


def test_a_dump_of_other_tables_is_refused_by_name() -> None:
    data = one_file([TableData("EMP", (("EMPNO", NUMBER),), [(1,)], owner="SCOTT")])
    with pytest.raises(UnreadableInput, match="not of AWR"):
        list(read_dump([io.BytesIO(data)], Source()))


@pytest.mark.parametrize("kept", [(0,), (1, 2), (0, 2)])
def test_a_part_of_a_set_names_what_is_missing(kept: tuple[int, ...]) -> None:
    files = busy_dump(4).written(3)
    with pytest.raises(UnreadableInput) as refused:
        read_dump([io.BytesIO(files[at]) for at in kept], Source())
    assert refused.value.code == "dump-part"
    assert refused.value.advice


def test_files_that_begin_like_a_dump() -> None:
    file = io.BytesIO(busy_dump(2).written()[0])
    assert is_dump(file)
    assert file.tell() == 0
    assert is_dump(io.BytesIO(b"\x03\x00\x01EXPORT:V10.02.01\n"))
    assert not is_dump(io.BytesIO(b"<html>"))


def test_counters_of_segments_are_in_the_order_of_all_who_add_them() -> None:
    assert tuple(SEGMENT_FIGURES) == tuple(COUNTERS)


def _with_all(release: str, instances: int) -> AwrDump:
    """With a restart, an unnamed segment, and a counter that is smaller later."""
    dump = busy_dump(4, release=release, instances=instances)
    add_busy_snapshot(dump, 5, hours=1, started=FIRST + timedelta(hours=3.5))
    add_busy_snapshot(dump, 6, hours=2, started=FIRST + timedelta(hours=3.5))
    dump.segment(3, "HIDDEN", {"PHYSICAL_READS": 9}, named=False)
    for snap in (1, 2, 3):
        dump.statistic(snap, "falls", 100 - snap)
    return dump


@pytest.mark.parametrize(("release", "instances"), [("11.2", 1), ("19c", 1), ("19c", 3)])
def test_what_is_known_of_an_hour_by_its_load_is_what_its_document_says(release: str, instances: int) -> None:
    data = [io.BytesIO(one) for one in _with_all(release, instances).written()]
    found = [(ReadAgain(*one), OpenReport(one[1]())) for one in read_loads(data, Source())]
    assert len(found) >= 4
    for again, whole in found:
        assert hour_of(again) == hour_of(whole)
        assert again.document() == whole.document()
        assert again.figures() == whole.figures()
    assert {warn.code for again, _ in found for warn in again.warnings} >= {"segments-unnamed", "counter-smaller"}
