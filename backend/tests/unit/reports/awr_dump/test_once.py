"""Rows that a dump holds twice count once, and what they say differently is unknown."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from segtier.model.workload import Source, Workload
from segtier.reports.awr_dump import read_dump, tables
from tests.awr_dumps import AwrDump, busy_dump
from tests.dumps import TableData, one_file

TABLES = [one.table for one in tables.BY_SNAPSHOT]


def a_dump() -> AwrDump:
    """With rows of each table that is read."""
    dump = busy_dump(3)
    tempfile = {"FILE#": 1, "CREATION_CHANGE#": 3}
    dump.add("WRH$_TEMPFILE", DBID=4_711, FILENAME="/u01/temp01.dbf", TSNAME="TEMP", BLOCK_SIZE=8192, **tempfile)
    lgwr = dump.name("WRH$_IOSTAT_FUNCTION_NAME", "FUNCTION_ID", "FUNCTION_NAME", "LGWR")
    data = dump.name("WRH$_IOSTAT_FILETYPE_NAME", "FILETYPE_ID", "FILETYPE_NAME", "Data File")
    for snap in (1, 2, 3):
        dump.at("WRH$_TEMPSTATXS", snap, PHYRDS=500 * snap, READTIM=90 * snap, **tempfile)
        dump.at("WRH$_BG_EVENT_SUMMARY", snap, EVENT_ID=7, TOTAL_WAITS=snap)
        dump.at("WRH$_IOSTAT_FUNCTION", snap, FUNCTION_ID=lgwr, SMALL_WRITE_REQS=50 * snap)
        dump.at("WRH$_IOSTAT_FILETYPE", snap, FILETYPE_ID=data, SMALL_READ_REQS=50 * snap)
        dump.at("WRH$_BUFFER_POOL_STATISTICS", snap, ID=3, NAME="DEFAULT", BLOCK_SIZE=8192, PHYSICAL_READS=9 * snap)
        dump.at("WRH$_DB_CACHE_ADVICE", snap, NAME="DEFAULT", BLOCK_SIZE=8192, SIZE_FOR_ESTIMATE=64, SIZE_FACTOR=0.5)
        dump.at("WRH$_PGA_TARGET_ADVICE", snap, PGA_TARGET_FOR_ESTIMATE=2**30, PGA_TARGET_FACTOR=1)
        dump.at("WRH$_SGA_TARGET_ADVICE", snap, SGA_SIZE=1024, SGA_SIZE_FACTOR=1)
        for plan in (1, 2):
            dump.at("WRH$_SQLSTAT", snap, SQL_ID="abc", PLAN_HASH_VALUE=plan, DISK_READS_DELTA=5_000 * plan)
    return dump


def read(data: bytes) -> list[Workload]:
    return list(read_dump([io.BytesIO(data)], Source()))


def figures(found: list[Workload]) -> list[Workload]:
    """Without what is said of the file."""
    return [replace(one, warnings=(), sections=()) for one in found]


def with_baseline(dump: AwrDump, table: str, **changed: int) -> bytes:
    """The rows of the table in the one for baselines too."""
    columns = dump.columns[table]
    copies = [[(row | changed).get(column) for column, _ in columns] for row in dump.rows[table]]
    return one_file([*dump.tables(), TableData(f"{table}_BL", columns, copies)])


def test_a_doubled_dump_says_what_the_dump_says() -> None:
    (data,) = a_dump().written()
    once, twice = read(data), read(data + data)
    assert figures(twice) == figures(once)
    assert {warn.code for warn in twice[0].warnings} == {"dump-table", "dump-damaged"}


@pytest.mark.parametrize("table", TABLES)
def test_rows_that_a_baseline_keeps_too_count_once(table: str) -> None:
    dump = a_dump()
    assert dump.rows[table]
    assert read(with_baseline(dump, table)) == read(dump.written()[0])


@pytest.mark.parametrize(
    ("table", "figure"),
    [(one.table, one.figures[0]) for one in tables.BY_SNAPSHOT if one.figures and one is not tables.BACKGROUND],
)
def test_a_figure_that_two_rows_say_differently_is_unknown_and_told(table: str, figure: str) -> None:
    dump = a_dump()
    last = read(with_baseline(dump, table, **{figure: 987_654_321}))[-1]
    (told, *_) = [warn for warn in last.warnings if warn.code == "rows-contradict"]
    assert told.section == table
    assert "987654321" not in repr(last)
    assert "98765.4321" not in repr(last)


def test_of_a_segment_only_the_figure_in_doubt_is_unknown() -> None:
    dump = a_dump()
    last = read(with_baseline(dump, "WRH$_SEG_STAT", PHYSICAL_READS_DELTA=1))[-1]
    rows = {row.name: row for row in last.segments}
    assert rows["ORDERS"].physical_reads_blocks is None
    assert rows["ORDERS"].physical_read_requests == 60_000
    assert "physical_reads_blocks" not in last.segment_coverage


@pytest.mark.parametrize(
    ("table", "column"), [("WRH$_ACTIVE_SESSION_HISTORY", "EVENT_ID"), ("WRH$_PARAMETER", "VALUE")]
)
def test_rows_without_figures_that_say_different_things_are_unknown(table: str, column: str) -> None:
    dump = a_dump()
    last = read(with_baseline(dump, table, **{column: 5 if column == "EVENT_ID" else "5"}))[-1]  # type: ignore[arg-type]
    (section,) = [one for one in last.sections if one.name == table]
    assert section.state == "unreadable"
    assert "twice" in (section.message or "")


def test_sessions_of_one_sample_are_different_rows() -> None:
    dump = busy_dump(3)
    dump.rows["WRH$_ACTIVE_SESSION_HISTORY"].clear()
    for session in (1, 2, 3):
        dump.sample(3, "db file sequential read", "ORDERS", SAMPLE_ID=7, SESSION_ID=session)
    assert [row.samples for row in read(dump.written()[0])[-1].segment_waits] == [3]


def test_rows_that_cannot_be_told_apart_all_count() -> None:
    """A table without a column of its key."""
    dump = busy_dump(3)
    table = "WRH$_ACTIVE_SESSION_HISTORY"
    dump.columns[table] = tuple(one for one in dump.columns[table] if one[0] != "SESSION_ID")
    for _ in range(3):
        dump.sample(3, "db file sequential read", "LINES", SAMPLE_ID=7)
    (found,) = [row for row in read(dump.written()[0])[-1].segment_waits if row.name == "LINES"]
    assert found.samples == 3
