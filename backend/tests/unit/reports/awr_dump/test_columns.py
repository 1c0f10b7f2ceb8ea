"""Columns that are asked for, held against AWR's own lists of 11.2 and 19c, and against what Oracle's manual says they count."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.model.workload import Source, Workload
from segtier.reports.awr_dump import read_dump, snapshots, tables
from segtier.units import MIB
from tests.awr_dumps import AwrDump, busy_dump
from tests.corpus import FOLDER
from tests.dumps import NUMBER, TEXT, TIMESTAMP, awr_columns

CASES = Path(__file__).resolve().parents[3] / "cases" / "dumps"
FULL_LISTS = FOLDER.parent / "domain" / "awr_tables.json"
"""Of all of AWR's tables, as scripts of these releases create them; beside the repository on some machines."""
SINCE_12C = {
    "WRM$_PDB_INSTANCE": {"DBID", "CON_DBID", "PDB_NAME"},
    "WRM$_DATABASE_INSTANCE": {"CDB", "EDITION", "DB_UNIQUE_NAME", "DATABASE_ROLE"},
    **{
        name: {"CON_DBID"}
        for name in ("WRH$_SEG_STAT", "WRH$_SQLSTAT", "WRH$_ACTIVE_SESSION_HISTORY", "WRH$_PARAMETER", "WRH$_SEG_STAT_OBJ",
                     "WRH$_DATAFILE", "WRH$_TEMPFILE", "WRH$_TABLESPACE")
    },
}  # fmt: skip
"""What 11.2 lacks."""
DOCUMENTED: dict[str, dict[str, Any]] = yaml.safe_load((CASES / "documented.yaml").read_text())
TIMES = {"s": 1, "ms": 1_000, "cs": 100, "us": 1_000_000}
SIZES = {"MB": 1, "bytes": MIB}


def asked() -> dict[str, set[str]]:
    """Columns by table, of all that is read."""
    key = {"SNAP_ID", "DBID", "INSTANCE_NUMBER"}
    found = {one.table: key | set(one.columns) for one in tables.BY_SNAPSHOT}
    found |= {name: {"DBID", *number, *named} for name, (number, named) in tables.NAMES.items()}
    found[tables.SNAPSHOT], found[tables.INSTANCE] = set(snapshots.COLUMNS), set(snapshots.INSTANCE_COLUMNS)
    found[tables.ERROR], found[tables.PDB] = set(snapshots.ERROR_COLUMNS), set(snapshots.PDB_COLUMNS)
    return found


@cache
def lists(which: str, release: str) -> dict[str, dict[str, int]]:
    """Columns with the number of their type, by table: the project's own list, or all that a release creates."""
    if which == "own":
        return {name: dict(columns) for name, columns in awr_columns(release).items()}
    if not FULL_LISTS.is_file():
        pytest.skip("the lists of AWR's tables (../shared/domain) are not on this machine")
    full = json.loads(FULL_LISTS.read_text())[release]
    return {name: {column: kind for column, kind, *_ in columns} for name, columns in full.items()}


@pytest.mark.parametrize("which", ["own", "full"])
@pytest.mark.parametrize("release", ["11.2", "19c"])
def test_every_column_that_is_asked_for_is_there(which: str, release: str) -> None:
    known = lists(which, release)
    lacking = {name: lost for name, columns in asked().items() if (lost := columns - known.get(name, {}).keys())}
    assert lacking == (SINCE_12C if release == "11.2" else {})


@pytest.mark.parametrize("release", ["11.2", "19c"])
def test_the_own_list_is_that_of_the_release(release: str) -> None:
    full = lists("full", release)
    for name, columns in lists("own", release).items():
        assert list(columns.items()) == list(full[name].items()), name


@pytest.mark.parametrize("release", ["11.2", "19c"])
def test_what_is_counted_with_is_a_number(release: str) -> None:
    known = lists("own", release)
    kinds = {
        one.table: {known[one.table][column] for column in one.figures} for one in tables.BY_SNAPSHOT if one.figures
    }
    assert {name for name, found in kinds.items() if found != {NUMBER}} == set()
    samples = known[tables.SAMPLES.table]
    assert (samples["SAMPLE_ID"], samples["SAMPLE_TIME"], samples["WAIT_TIME"]) == (NUMBER, TIMESTAMP, NUMBER)
    assert {known[name][column] for name, (_, named) in tables.NAMES.items() for column in named[:1]} == {TEXT}


def test_every_figure_has_its_unit_and_its_source() -> None:
    figures = {one.table: set(one.figures) for one in tables.BY_SNAPSHOT if one.figures}
    for name, columns in figures.items():
        assert columns <= DOCUMENTED[name]["columns"].keys(), name
    for name, row in DOCUMENTED.items():
        assert row["columns"].keys() <= asked()[name], name
        assert row["source"]
        assert row["view"]


def _in(table: str, column: str) -> int:
    """How many of its unit a second, or a megabyte, has."""
    unit = DOCUMENTED[table]["columns"][column]
    return TIMES[unit] if unit in TIMES else SIZES[unit]


def one_of_each() -> Workload:
    """An interval in which each time grew by a second and each size by a megabyte, of one read, wait or request."""
    dump = busy_dump(2)
    for table in DOCUMENTED:
        dump.rows[table].clear()
    for snap in (1, 2):
        _one(dump, snap)
    (found,) = read_dump([io.BytesIO(one) for one in dump.written()], Source())
    return found


def _one(dump: AwrDump, snap: int) -> None:
    for table, names, more in (
        ("WRH$_SYS_TIME_MODEL", ("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", "DB time"), {}),
        ("WRH$_SYSTEM_EVENT", ("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", "log file sync"), {}),
        ("WRH$_IOSTAT_FUNCTION", ("WRH$_IOSTAT_FUNCTION_NAME", "FUNCTION_ID", "FUNCTION_NAME", "LGWR"), {}),
        ("WRH$_IOSTAT_FILETYPE", ("WRH$_IOSTAT_FILETYPE_NAME", "FILETYPE_ID", "FILETYPE_NAME", "Data File"), {}),
        ("WRH$_FILESTATXS", None, {"FILE#": 4, "CREATION_CHANGE#": 9}),
        ("WRH$_SQLSTAT", None, {"SQL_ID": "abc"}),
        ("WRH$_DB_CACHE_ADVICE", None, {"NAME": "DEFAULT", "BLOCK_SIZE": 8192}),
        ("WRH$_PGA_TARGET_ADVICE", None, {}),
        ("WRH$_SGA_TARGET_ADVICE", None, {}),
    ):
        key = {} if names is None else {names[1]: dump.name(*names)}
        counted = table not in (
            "WRH$_SQLSTAT",
            "WRH$_DB_CACHE_ADVICE",
            "WRH$_PGA_TARGET_ADVICE",
            "WRH$_SGA_TARGET_ADVICE",
        )
        units = {column: 1 if unit in ("count", "blocks", "ratio", "percent") else _in(table, column)
                 for column, unit in DOCUMENTED[table]["columns"].items()}  # fmt: skip
        if table == "WRH$_SYSTEM_EVENT":
            units = {column: 2 * value if not column.endswith("_FG") else value for column, value in units.items()}
        dump.at(
            table, snap, **{column: value * (snap if counted else 1) for column, value in units.items()}, **key, **more
        )


SECOND_US = 1_000_000


@pytest.mark.parametrize(
    ("lists_", "fields"),
    [
        ("time_model", {"time_s": 1}),
        ("wait_events", {"time_s": 1, "avg_wait_us": SECOND_US}),
        ("io_functions", {"avg_wait_us": SECOND_US, "read_bytes": 2 * MIB, "write_bytes": 2 * MIB, "read_requests": 2}),
        ("io_filetypes", {"small_read_us": SECOND_US, "large_read_us": SECOND_US, "read_bytes": 2 * MIB}),
        ("file_io", {"avg_read_us": SECOND_US, "avg_single_block_read_us": SECOND_US, "avg_write_us": SECOND_US}),
        ("tablespace_io", {"avg_read_us": SECOND_US, "avg_buffer_wait_us": SECOND_US, "blocks_per_read": 1}),
        ("statements", {"elapsed_s": 1, "cpu_s": 1, "physical_reads_blocks": 1}),
        ("buffer_pool_advisory", {"size_bytes": MIB, "est_physical_reads": 1}),
        ("pga_advisory", {"target_bytes": MIB}),
        ("sga_advisory", {"target_bytes": MIB, "est_db_time_s": 1}),
    ],
)
def test_a_second_and_a_megabyte_are_that_in_the_document(lists_: str, fields: dict[str, float]) -> None:
    rows = getattr(one_of_each(), lists_)
    assert rows
    for row in rows:
        assert {name: getattr(row, name) for name in fields} == pytest.approx(fields)
