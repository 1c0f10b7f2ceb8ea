"""The blocks of an AWR Miner file that say something about load, waits and I/O: one row per snapshot and instance.

Column names are those of the collector's versions 2.9 to 4.0. Its `TOTAL_TIME_S` is in microseconds: divided by
`PCTDBT` it gives the DB time of `MAIN-METRICS`.
"""

from __future__ import annotations

import re
from datetime import datetime

from segtier.model.workload import Parameter
from segtier.reports.numbers import CellFault, count, identifier, words
from segtier.reports.sections.mechanism import Row, Section, column, key
from segtier.reports.times import report_time

_END_TIME = re.compile(r"(\d{2})/(\d{2})/(\d{2}) (\d{2}:\d{2})")


def _row(row: Row) -> Row:
    return row


def end_time(text: str) -> datetime | None:
    """`14/12/05 18:39` is year, month, day."""
    match = _END_TIME.fullmatch(text)
    if match is None:
        raise CellFault(text)
    year, month, day, clock = match.groups()
    return report_time(f"{day}-{month}-20{year} {clock}")


SYSTEM = Section(
    name="OS-INFORMATION",
    core=True,
    columns=(key("name", "STAT_NAME"), column("value", "STAT_VALUE", read=words, required=True)),
    build=_row,
)

RATES: dict[str, tuple[str, str, float]] = {
    "logons_s": ("logons", "Logons", 1),
    "exec_s": ("executes", "Executes", 1),
    "hard_p_s": ("hard_parses", "Hard parses", 1),
    "l_reads_s": ("logical_reads_blocks", "Logical reads", 1),
    "commits_s": ("commits", "Commits", 1),
    "read_mb_s": ("physical_read_bytes", "Read IO (MB)", 1024**2),
    "read_iops": ("physical_read_requests", "Read IO requests", 1),
    "read_bks": ("physical_reads_blocks", "Physical reads", 1),
    "write_mb_s": ("physical_write_bytes", "Write IO (MB)", 1024**2),
    "write_iops": ("physical_write_requests", "Write IO requests", 1),
    "write_bks": ("physical_writes_blocks", "Physical writes", 1),
    "redo_mb_s": ("redo_bytes", "Redo size", 1024**2),
    "db_block_changes_s": ("block_changes", "Block changes", 1),
}
"""Column: load profile metric, its label in an AWR report, and what turns the figure into the metric's unit."""
RESPONSE: tuple[str, ...] = ("db_time", "aas")
"""`db_time` is in centiseconds per second, `aas` in sessions with one decimal. `cpu_per_s` is in seconds per second, up to
version 3.0.3 in centiseconds."""

METRICS = Section(
    name="MAIN-METRICS",
    core=True,
    columns=(
        column("snap", "snap", read=identifier, required=True),
        column("minutes", "dur_m", required=True),
        column("end", "end", read=end_time, required=True),
        column("instance", "inst", read=count, required=True),
        column("cpu_per_s", "cpu_per_s", "cpu_p_sec"),
        *(column(name, name) for name in (*RESPONSE, *RATES)),
    ),
    build=_row,
)

EVENTS = Section(
    name="TOP-N-TIMED-EVENTS",
    columns=(
        column("snap", "SNAP_ID", read=identifier, required=True),
        key("event", "EVENT_NAME"),
        column("wait_class", "WAIT_CLASS", read=words),
        column("db_time_pct", "PCTDBT"),
        column("time_us", "TOTAL_TIME_S"),
    ),
    build=_row,
)
SIZES = Section(
    name="SIZE-ON-DISK",
    columns=(column("snap", "SNAP_ID", read=identifier, required=True), column("gib", "SIZE_GB", required=True)),
    build=_row,
)
SESSIONS = Section(
    name="AVERAGE-ACTIVE-SESSIONS",
    columns=(
        column("snap", "SNAP_ID", read=identifier, required=True),
        key("wait_class", "WAIT_CLASS"),
        column("sessions", "AVG_SESS", required=True),
    ),
    build=_row,
)
"""Foreground waits of each wait class, and DB CPU, of all instances; with two decimals."""
HISTOGRAM = Section(
    name="IO-WAIT-HISTOGRAM",
    columns=(
        column("snap", "SNAP_ID", read=identifier, required=True),
        key("event", "EVENT_NAME"),
        column("ms", "WAIT_TIME_MILLI", read=count, required=True),
        column("waits", "WAIT_COUNT", read=count, required=True),
    ),
    build=_row,
)
FUNCTIONS = Section(
    name="IOSTAT-BY-FUNCTION",
    columns=(
        column("snap", "SNAP_ID", read=identifier, required=True),
        key("function", "FUNCTION_NAME"),
        column("small_reads", "SM_R_REQS", read=count, required=True),
        column("small_writes", "SM_W_REQS", read=count, required=True),
        column("large_reads", "LG_R_REQS", read=count, required=True),
        column("large_writes", "LG_W_REQS", read=count, required=True),
    ),
    build=_row,
)


def _parameter(row: Row) -> Parameter | None:
    return None if row["name"] is None else Parameter(row["name"], row["value"], evidence=(row.evidence,))


PARAMETERS = Section(
    name="DATABASE-PARAMETERS",
    columns=(key("name", "PARAMETER_NAME"), column("value", "VALUE", read=words, required=True)),
    build=_parameter,
)
