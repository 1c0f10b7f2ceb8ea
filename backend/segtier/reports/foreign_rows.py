"""Rows that a client or another collector exported and Segtier does not take: known by their columns, one row each.

Of two that fit the upper one counts. Exports that are taken are in `exported_rows`.
"""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.reports.tables.rows import RowTable

_REPORT = "Upload the AWR report of the busiest hour (awrrpt.sql, HTML)."
_METRICS = f"They name no segment, and no wait event with its time. {_REPORT}"
_UNTIMED = f"It does not say how long the waits took. {_REPORT}"
_LAST_USED = "It does not name the owners. Export dba_heat_map_segment, which does."
_SIZES = "Upload an export of dba_segments, which holds the sizes of the segments."


@dataclass(frozen=True, slots=True)
class Foreign:
    """`columns`: names it always has, upper case with `_` for spaces."""

    what: str
    columns: frozenset[str]
    advice: str = _REPORT


def _foreign(what: str, columns: str, advice: str = _REPORT) -> Foreign:
    return Foreign(what, frozenset(columns.split()), advice)


FOREIGN: tuple[Foreign, ...] = (
    _foreign("an export of active session history (ASH)", "SAMPLE_TIME SESSION_ID"),
    _foreign("an export of active session history (ASH)", "SAMPLE_ID SESSION_ID"),
    _foreign("an export of AWR metrics (dba_hist_sysmetric_summary)", "METRIC_NAME AVERAGE", _METRICS),
    _foreign("an export of AWR metrics (dba_hist_sysmetric_summary)", "METRIC_NAME MAXVAL", _METRICS),
    _foreign("an export of system metrics (v$sysmetric)", "METRIC_NAME VALUE", _METRICS),
    _foreign("the load profile of AWR reports as rows", "PER_SECOND PER_TRANSACTION", _METRICS),
    _foreign("an export of wait event histograms", "WAIT_TIME_MILLI WAIT_COUNT"),
    _foreign("an export of wait events", "TOTAL_WAITS TIME_WAITED"),
    _foreign("an export of wait events", "TOTAL_WAITS TIME_WAITED_MICRO"),
    _foreign("an export of wait events", "TOTAL_WAITS_FG TIME_WAITED_MICRO_FG"),
    *(
        _foreign("an export of wait events", f"{name} {waits}", _UNTIMED)
        for name in ("EVENT", "EVENT_NAME")
        for waits in ("TOTAL_WAITS", "TOTAL_WAITS_FG")
    ),
    _foreign("an export of SQL statistics (dba_hist_sqlstat)", "SQL_ID EXECUTIONS_DELTA"),
    _foreign("an export of SQL statistics (dba_hist_sqlstat)", "SQL_ID ELAPSED_TIME_DELTA"),
    _foreign("an export of SQL statistics (v$sql)", "SQL_ID PLAN_HASH_VALUE"),
    _foreign("an export of AWR snapshots", "SNAP_ID BEGIN_INTERVAL_TIME END_INTERVAL_TIME"),
    _foreign("an export of system statistics", "STAT_NAME VALUE", _METRICS),
    _foreign("an export of Statspack's tables", "SNAP_ID NAME VALUE", "Upload the text file spreport.sql writes."),
    *(
        _foreign("an export of system statistics (v$sysstat)", f"{besides} NAME VALUE", _METRICS)
        for besides in ("STATISTIC#", "STAT_ID", "CLASS", "SNAP_TIME", "SNAPSHOT_TIME")
    ),
    *(
        _foreign("an export of Heat Map", f"OBJECT_NAME {used}", _LAST_USED)
        for used in ("SEGMENT_READ_TIME", "SEGMENT_WRITE_TIME", "SEGMENT_READ TRACK_TIME", "SEGMENT_WRITE TRACK_TIME")
    ),
    _foreign("an export of data files", "FILE_NAME TABLESPACE_NAME BYTES", _SIZES),
    _foreign("an export of objects", "OBJECT_NAME OBJECT_ID LAST_DDL_TIME", _SIZES),
    _foreign("a sizing for Azure (OMAT)", "AZURE_SERVER_NAME"),
    _foreign("an assessment of the AWS Schema Conversion Tool", "ACTION_ITEM OCCURRENCE"),
)


def foreign_rows(table: RowTable) -> Foreign | None:
    """What the rows are, where they are known."""
    there = set(table.names)
    return next((one for one in FOREIGN if one.columns <= there), None)
