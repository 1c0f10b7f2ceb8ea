"""Figures of an interval: as AWR counts them; what is not in the dump is unknown, and said to be."""

from __future__ import annotations

import io
from typing import Any

import pytest

from segtier.documents import encode
from segtier.model.workload import READ_WAIT, Section, Source, Workload
from segtier.reports.awr_dump import activity, read_dump
from tests.awr_dumps import DBID, AwrDump, busy_dump, number_of

READS = "db file sequential read"


def read(dump: AwrDump, change: Any = lambda data: data) -> list[Workload]:
    (data,) = dump.written()
    return list(read_dump([io.BytesIO(change(data))], Source()))


def middle(dump: AwrDump) -> Workload:
    """The second of three intervals."""
    _, found, _ = read(dump)
    return found


def section(workload: Workload, table: str) -> Section:
    (found,) = [one for one in workload.sections if one.name == table]
    return found


def test_waits_are_those_of_the_interval_and_the_background_is_the_rest() -> None:
    rows = {(row.event, row.foreground): row for row in middle(busy_dump()).wait_events}
    assert {key: (row.waits, row.time_s) for key, row in rows.items()} == {
        (READS, True): (100_000, 600.0),
        (READS, False): (500, 1.0),
        ("log file sync", True): (3_600, 36.0),
        ("SQL*Net message from client", True): (9_000, 9_000.0),
    }
    assert rows[READS, True].avg_wait_us == 6_000
    assert rows[READS, True].db_time_pct == 60
    assert rows["SQL*Net message from client", True].db_time_pct is None


def test_the_other_lists_have_their_units() -> None:
    one = middle(busy_dump())
    assert {row.name: row.total for row in one.instance_statistics}["physical reads"] == 110_000
    assert "logons current" not in {row.name for row in one.instance_statistics}
    assert (one.interval.begin_sessions, one.interval.end_sessions) == (52, 53)
    assert {row.name: row.value for row in one.os_statistics} == {"NUM_CPUS": 16, "BUSY_TIME": 40_000}
    assert one.instances[0].cpus == 16
    assert [(bucket.from_us, bucket.to_us, bucket.pct_of_waits) for bucket in one.wait_histograms[0].buckets] == [
        (0, 1_000, 20),
        (4_000, 8_000, 60),
        (8_000, 16_000, 20),
    ]
    assert {row.metric: row.per_s for row in one.load_profile}["transactions"] == pytest.approx(1.01)
    assert one.database.block_size_bytes == 8192
    assert one.cache[0].buffer_cache_bytes == 2**32


def test_files_tell_how_long_today_s_disks_take() -> None:
    (file,), (space,) = (getattr(middle(busy_dump()), name) for name in ("file_io", "tablespace_io"))
    assert (file.tablespace, file.file, file.read_requests, file.avg_read_us) == (
        "USERS",
        "/u01/users01.dbf",
        100_000,
        6_000,
    )
    assert (file.single_block_reads, round(file.avg_single_block_read_us)) == (90_000, 5_556)
    assert file.avg_write_us == 1_000
    assert (space.avg_read_us, space.block_size_bytes) == (6_000, 8192)


def test_samples_are_seconds_of_waits_for_reads_of_each_segment() -> None:
    dump = busy_dump()
    dump.sample(3, READS, "ORDERS", session=2, count=7)
    dump.sample(3, READS, "ORDERS", wait_time=5, count=7)
    dump.sample(3, "log file sync", "ORDERS", count=7)
    one = middle(dump)
    assert [(row.name, row.samples, row.read_wait_s, row.variance_s2) for row in one.segment_waits] == [
        ("ORDERS", 45, 450, 4_500),
        ("ORDERS_PK", 12, 120, 1_200),
    ]
    coverage = one.segment_coverage[READ_WAIT]
    assert (coverage.listed, coverage.captured, coverage.total) == (570, 600, 600)


def test_nothing_of_texts_programs_and_machines_is_in_a_document() -> None:
    dump = busy_dump()
    dump.add("WRH$_SQLTEXT", DBID=DBID, SNAP_ID=2, SQL_ID="abc", SQL_TEXT="select secret text")
    dump.at("WRH$_SQLSTAT", 3, SQL_ID="abc", DISK_READS_DELTA=5_000, MODULE="secret module", ACTION="secret action")
    one = middle(dump)
    assert [(row.sql_id, row.physical_reads_blocks) for row in one.statements] == [("abc", 5_000)]
    assert b"secret" not in encode(one)


@pytest.mark.parametrize("table", ["WRH$_SYSSTAT", "WRH$_SYSTEM_EVENT", "WRH$_SEG_STAT", "WRH$_FILESTATXS"])
def test_a_table_that_is_not_there_is_missing_and_not_zero(table: str) -> None:
    dump = busy_dump()
    del dump.rows[table]
    one = middle(dump)
    assert section(one, table).state == "missing"
    lists = {"WRH$_SYSSTAT": one.instance_statistics, "WRH$_SYSTEM_EVENT": one.wait_events, "WRH$_SEG_STAT": one.segments,
             "WRH$_FILESTATXS": one.file_io}  # fmt: skip
    assert lists[table] == ()


def test_a_table_that_awr_could_not_fill_is_unknown_at_that_snapshot() -> None:
    dump = busy_dump()
    dump.at("WRM$_SNAP_ERROR", 2, TABLE_NAME="WRH$_SYSTEM_EVENT", ERROR_NUMBER=13_509)
    found = read(dump)
    assert [section(one, "WRH$_SYSTEM_EVENT").state for one in found] == ["unreadable", "unreadable", "found"]
    assert "ORA-13509" in (section(found[0], "WRH$_SYSTEM_EVENT").message or "")
    assert [len(one.wait_events) for one in found] == [0, 0, 4]
    assert all(one.segments for one in found)


@pytest.mark.parametrize("table", ["WRH$_EVENT_NAME", "WRH$_STAT_NAME"])
def test_rows_without_names_are_told(table: str) -> None:
    dump = busy_dump()
    del dump.rows[table]
    one = middle(dump)
    of = {"WRH$_EVENT_NAME": "WRH$_SYSTEM_EVENT", "WRH$_STAT_NAME": "WRH$_SYSSTAT"}[table]
    assert section(one, of).state == "unreadable"
    assert "no-names" in {warn.code for warn in one.warnings}


def test_a_column_that_a_release_lacks_is_unknown() -> None:
    dump = busy_dump(release="11.2")
    dump.columns = dump.columns | {
        "WRH$_SEG_STAT": tuple(one for one in dump.columns["WRH$_SEG_STAT"] if "REQUESTS" not in one[0])
    }
    one = middle(dump)
    assert [row.physical_read_requests for row in one.segments] == [None] * 3
    assert [row.physical_reads_blocks for row in one.segments] == [60_000, 20_000, 10_000]


def test_a_counter_that_is_not_known_leaves_the_sum_unknown() -> None:
    dump = busy_dump()
    whole = middle(dump).segment_coverage
    dump.segment(3, "UNTOLD", {"LOGICAL_READS": 10, "PHYSICAL_WRITES": 7})
    known = middle(dump).segment_coverage
    assert whole["physical_reads_blocks"].captured == 90_000
    assert "physical_reads_blocks" not in known
    assert known["physical_writes_blocks"].captured == 9_007


def test_without_foreground_columns_the_background_s_own_list_is_taken_off() -> None:
    dump = busy_dump(release="11.2")
    dump.columns = dump.columns | {
        "WRH$_SYSTEM_EVENT": tuple(one for one in dump.columns["WRH$_SYSTEM_EVENT"] if not one[0].endswith("_FG"))
    }
    for snap in range(1, 5):
        dump.at("WRH$_BG_EVENT_SUMMARY", snap, EVENT_ID=number_of(READS), TOTAL_WAITS=500 * snap, TOTAL_TIMEOUTS=0,
                TIME_WAITED_MICRO=10**6 * snap)  # fmt: skip
    one = middle(dump)
    assert {(row.event, row.foreground): row.time_s for row in one.wait_events}[READS, True] == 600
    del dump.rows["WRH$_BG_EVENT_SUMMARY"]
    one = middle(dump)
    assert one.wait_events == ()
    assert section(one, "WRH$_SYSTEM_EVENT").state == "unreadable"


def test_a_counter_that_went_back_has_no_difference_and_is_told() -> None:
    dump = busy_dump()
    for row in dump.rows["WRH$_SYSSTAT"]:
        if row["SNAP_ID"] == 3 and row["STAT_ID"] == number_of("physical reads"):
            row["VALUE"] = 1
    one = middle(dump)
    assert "physical reads" not in {row.name for row in one.instance_statistics}
    assert "counter-smaller" in {warn.code for warn in one.warnings}


def test_pluggable_databases_have_their_segments_told_apart() -> None:
    dump = busy_dump()
    for row in dump.rows["WRM$_DATABASE_INSTANCE"]:
        row["CDB"] = "YES"
    dump.add("WRM$_PDB_INSTANCE", DBID=DBID, INSTANCE_NUMBER=1, CON_DBID=8, PDB_NAME="SALES")
    for row in (
        *dump.rows["WRH$_SEG_STAT"],
        *dump.rows["WRH$_SEG_STAT_OBJ"],
        *dump.rows["WRH$_ACTIVE_SESSION_HISTORY"],
    ):
        row["CON_DBID"] = DBID if number_of("LINES") % 10**6 in (row.get("OBJ#"), row.get("CURRENT_OBJ#")) else 8
    one = middle(dump)
    assert {row.name: row.pdb for row in one.segments} == {"ORDERS": "SALES", "ORDERS_PK": "SALES", "LINES": "CDB$ROOT"}
    assert {row.pdb for row in one.segment_waits} == {"SALES"}
    assert (one.database.cdb, one.database.pdb) == (True, None)


@pytest.mark.parametrize("named", [True, False])
def test_two_containers_are_two_whether_or_not_the_dump_names_them(named: bool) -> None:
    """Of one name, and of one number, in both."""
    dump = busy_dump(2)
    for name in ("WRH$_SEG_STAT", "WRH$_SEG_STAT_OBJ"):
        rows = dump.rows[name]
        dump.rows[name] = [row | {"CON_DBID": container} for row in rows for container in (DBID, 8, 9)]
    names = {8: "SALES", 9: "STOCK"} if named else {}
    for number, name in names.items():
        dump.add("WRM$_PDB_INSTANCE", DBID=DBID, INSTANCE_NUMBER=1, CON_DBID=number, PDB_NAME=name)
    (one,) = read(dump)
    found = sorted((row.pdb, row.physical_reads_blocks) for row in one.segments if row.name == "ORDERS")
    pdbs = ["CDB$ROOT", *(names.get(number, f"CON_DBID {number}") for number in (8, 9))]
    assert found == [(pdb, 60_000) for pdb in sorted(pdbs)]


def test_a_dump_taken_in_a_pluggable_database_is_of_it() -> None:
    dump = busy_dump()
    dump.add("WRM$_PDB_INSTANCE", DBID=DBID, INSTANCE_NUMBER=1, CON_DBID=DBID, PDB_NAME="SALES")
    assert middle(dump).database.pdb == "SALES"


@pytest.mark.parametrize("table", ["WRH$_SYSTEM_EVENT", "WRH$_SEG_STAT", "WRH$_SYSSTAT"])
def test_snapshots_of_a_table_that_breaks_off_are_unknown_where_rows_may_be_lost(table: str) -> None:
    dump = busy_dump()
    columns = dump.columns[table]
    whole = middle(dump)

    def change(data: bytes) -> bytes:
        """A row of the second partition is longer than it says."""
        name = data.rindex(b"<NAME>" + table.encode())
        start = data.index(b"\x3c\x00", name + len(columns) * 100)
        return data[:start] + b"\x3d" + data[start + 1 :]

    found = read(dump, change)
    broken = [one for one in found if section(one, table).state == "unreadable"]
    assert broken
    assert all("rows read of" in (section(one, table).message or "") for one in broken)
    assert "dump-table" in {warn.code for warn in found[0].warnings}
    lists = ("wait_events", "segments", "instance_statistics")
    for one in found:
        for name in lists:
            known = {getattr(row, "event", None) or row.name: row for row in getattr(whole, name)}
            for row in getattr(one, name):
                other = known[getattr(row, "event", None) or row.name]
                assert getattr(row, "total", None) == getattr(other, "total", None)


def test_a_bucket_that_is_not_known_leaves_no_shares() -> None:
    names = {(1,): ("db file sequential read", "User I/O"), (2,): ("log file sync", "Commit")}
    rows = [((1, 1), (300,)), ((1, 8), (None,)), ((2, 1), (60,)), ((2, 2), (0,)), ((2, 4), (40,))]
    (found,) = activity.histograms(rows, names, 1, ())
    assert (found.event, found.waits, [one.pct_of_waits for one in found.buckets]) == (
        "log file sync",
        100,
        [60.0, 40.0],
    )
