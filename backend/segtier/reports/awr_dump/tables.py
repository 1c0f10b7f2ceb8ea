"""The tables of AWR that are read, each with the columns asked for. Nothing else of a dump is looked at.

Never asked for: texts and plans of statements, binds, programs, machines, modules and clients of sessions.
Source: `catawrtb.sql` and the DBA_HIST views of 11.2 and 19c.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from segtier.reports.dump.description import Kind

OWNER = "SYS"
SNAPSHOT, INSTANCE = "WRM$_SNAPSHOT", "WRM$_DATABASE_INSTANCE"
ERROR, PDB = "WRM$_SNAP_ERROR", "WRM$_PDB_INSTANCE"


class Asked(NamedTuple):
    """Of a table with a row for each snapshot."""

    table: str
    named: tuple[str, ...]
    """Columns whose values come again: identifiers, names, sizes."""
    figures: tuple[str, ...]
    needed: tuple[str, ...] = ()
    """Columns it says nothing without; all that are `named` where it is empty."""
    names: str | None = None
    """The table that names its rows by their first columns."""
    key: tuple[str, ...] = ()
    """Its primary key behind snapshot, DBID and instance; all that are `named` where it is empty."""

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.named, *self.figures)

    @property
    def indispensable(self) -> tuple[str, ...]:
        return self.needed or self.named

    @property
    def tells_rows(self) -> tuple[str, ...]:
        """Columns that rows are told apart by."""
        return self.key or self.named


STAT_NAME, EVENT_NAME, OS_NAME = "WRH$_STAT_NAME", "WRH$_EVENT_NAME", "WRH$_OSSTAT_NAME"
PARAMETER_NAME, FUNCTION_NAME, FILETYPE_NAME = (
    "WRH$_PARAMETER_NAME",
    "WRH$_IOSTAT_FUNCTION_NAME",
    "WRH$_IOSTAT_FILETYPE_NAME",
)
OBJECT_NAME, DATAFILE_NAME, TEMPFILE_NAME, TABLESPACE_NAME = (
    "WRH$_SEG_STAT_OBJ",
    "WRH$_DATAFILE",
    "WRH$_TEMPFILE",
    "WRH$_TABLESPACE",
)

TIME_MODEL = Asked("WRH$_SYS_TIME_MODEL", ("STAT_ID",), ("VALUE",), names=STAT_NAME)
STATISTICS = Asked("WRH$_SYSSTAT", ("STAT_ID",), ("VALUE",), names=STAT_NAME)
OS_STATISTICS = Asked("WRH$_OSSTAT", ("STAT_ID",), ("VALUE",), names=OS_NAME)
_ALL_WAITS = ("TOTAL_WAITS", "TOTAL_TIMEOUTS", "TIME_WAITED_MICRO")
EVENTS = Asked(
    "WRH$_SYSTEM_EVENT",
    ("EVENT_ID",),
    (*_ALL_WAITS, "TOTAL_WAITS_FG", "TOTAL_TIMEOUTS_FG", "TIME_WAITED_MICRO_FG"),
    names=EVENT_NAME,
)
BACKGROUND = Asked("WRH$_BG_EVENT_SUMMARY", ("EVENT_ID",), _ALL_WAITS)
HISTOGRAM = Asked("WRH$_EVENT_HISTOGRAM", ("EVENT_ID", "WAIT_TIME_MILLI"), ("WAIT_COUNT",), names=EVENT_NAME)
_REQUESTS = tuple(f"{size}_{way}_REQS" for size in ("SMALL", "LARGE") for way in ("READ", "WRITE"))
_MEGABYTES = tuple(f"{size}_{way}_MEGABYTES" for size in ("SMALL", "LARGE") for way in ("READ", "WRITE"))
FUNCTIONS = Asked(
    "WRH$_IOSTAT_FUNCTION",
    ("FUNCTION_ID",),
    (*_REQUESTS, *_MEGABYTES, "NUMBER_OF_WAITS", "WAIT_TIME"),
    names=FUNCTION_NAME,
)
FILETYPES = Asked(
    "WRH$_IOSTAT_FILETYPE",
    ("FILETYPE_ID",),
    (*_REQUESTS, *_MEGABYTES, "SMALL_READ_SERVICETIME", "LARGE_READ_SERVICETIME"),
    names=FILETYPE_NAME,
)
_FILE_FIGURES = (
    "PHYRDS",
    "PHYWRTS",
    "READTIM",
    "WRITETIM",
    "SINGLEBLKRDS",
    "SINGLEBLKRDTIM",
    "PHYBLKRD",
    "WAIT_COUNT",
    "TIME",
)
DATAFILES = Asked("WRH$_FILESTATXS", ("FILE#", "CREATION_CHANGE#"), _FILE_FIGURES, names=DATAFILE_NAME)
TEMPFILES = Asked("WRH$_TEMPSTATXS", ("FILE#", "CREATION_CHANGE#"), _FILE_FIGURES, names=TEMPFILE_NAME)
POOLS = Asked(
    "WRH$_BUFFER_POOL_STATISTICS",
    ("ID", "NAME", "BLOCK_SIZE"),
    *(("DB_BLOCK_GETS", "CONSISTENT_GETS", "PHYSICAL_READS", "PHYSICAL_WRITES", "FREE_BUFFER_WAIT", "WRITE_COMPLETE_WAIT",
       "BUFFER_BUSY_WAIT"),),
)  # fmt: skip
SEGMENT_FIGURES = {
    "logical_reads_blocks": "LOGICAL_READS_DELTA",
    "physical_reads_blocks": "PHYSICAL_READS_DELTA",
    "physical_read_requests": "PHYSICAL_READ_REQUESTS_DELTA",
    "optimized_read_requests": "OPTIMIZED_PHYSICAL_READS_DELTA",
    "direct_reads_blocks": "PHYSICAL_READS_DIRECT_DELTA",
    "physical_writes_blocks": "PHYSICAL_WRITES_DELTA",
    "physical_write_requests": "PHYSICAL_WRITE_REQUESTS_DELTA",
    "direct_writes_blocks": "PHYSICAL_WRITES_DIRECT_DELTA",
    "block_changes": "DB_BLOCK_CHANGES_DELTA",
    "table_scans": "TABLE_SCANS_DELTA",
    "buffer_busy_waits": "BUFFER_BUSY_WAITS_DELTA",
    "row_lock_waits": "ROW_LOCK_WAITS_DELTA",
    "itl_waits": "ITL_WAITS_DELTA",
}
"""Fields of a segment, and their columns: what the interval that ends with the snapshot added."""
_SEGMENT = ("TS#", "OBJ#", "DATAOBJ#")
SEGMENTS = Asked("WRH$_SEG_STAT", (*_SEGMENT, "CON_DBID"), tuple(SEGMENT_FIGURES.values()), _SEGMENT)
STATEMENTS = Asked(
    "WRH$_SQLSTAT",
    ("SQL_ID", "CON_DBID", "PLAN_HASH_VALUE"),
    ("DISK_READS_DELTA", "EXECUTIONS_DELTA", "ELAPSED_TIME_DELTA", "CPU_TIME_DELTA"),
    ("SQL_ID", "DISK_READS_DELTA"),
)
SAMPLES = Asked(
    "WRH$_ACTIVE_SESSION_HISTORY",
    ("SESSION_TYPE", "CURRENT_OBJ#", "EVENT_ID", "CON_DBID", "WAIT_TIME", "SAMPLE_ID", "SAMPLE_TIME", "SESSION_ID"),
    (),
    ("SESSION_TYPE", "CURRENT_OBJ#", "EVENT_ID", "WAIT_TIME", "SAMPLE_ID"),
    key=("SAMPLE_ID", "SESSION_ID", "CON_DBID"),
)
PARAMETERS = Asked(
    "WRH$_PARAMETER",
    ("PARAMETER_HASH", "VALUE", "CON_DBID"),
    (),
    ("PARAMETER_HASH", "VALUE"),
    PARAMETER_NAME,
    ("PARAMETER_HASH", "CON_DBID"),
)
CACHE_ADVICE = Asked(
    "WRH$_DB_CACHE_ADVICE",
    ("NAME", "BLOCK_SIZE", "SIZE_FOR_ESTIMATE", "SIZE_FACTOR", "BUFFERS_FOR_ESTIMATE"),
    ("PHYSICAL_READS", "BASE_PHYSICAL_READS", "ACTUAL_PHYSICAL_READS"),
)
PGA_ADVICE = Asked(
    "WRH$_PGA_TARGET_ADVICE",
    ("PGA_TARGET_FOR_ESTIMATE", "PGA_TARGET_FACTOR"),
    ("ESTD_EXTRA_BYTES_RW", "ESTD_PGA_CACHE_HIT_PERCENTAGE", "ESTD_OVERALLOC_COUNT"),
)
SGA_ADVICE = Asked("WRH$_SGA_TARGET_ADVICE", ("SGA_SIZE", "SGA_SIZE_FACTOR"), ("ESTD_DB_TIME", "ESTD_PHYSICAL_READS"))

BY_SNAPSHOT: tuple[Asked, ...] = (
    *(
        TIME_MODEL,
        STATISTICS,
        OS_STATISTICS,
        EVENTS,
        BACKGROUND,
        HISTOGRAM,
        FUNCTIONS,
        FILETYPES,
        DATAFILES,
        TEMPFILES,
        POOLS,
    ),
    *(SEGMENTS, STATEMENTS, SAMPLES, PARAMETERS, CACHE_ADVICE, PGA_ADVICE, SGA_ADVICE),
)

NAMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    STAT_NAME: (("STAT_ID",), ("STAT_NAME",)),
    EVENT_NAME: (("EVENT_ID",), ("EVENT_NAME", "WAIT_CLASS")),
    OS_NAME: (("STAT_ID",), ("STAT_NAME",)),
    PARAMETER_NAME: (("PARAMETER_HASH",), ("PARAMETER_NAME",)),
    FUNCTION_NAME: (("FUNCTION_ID",), ("FUNCTION_NAME",)),
    FILETYPE_NAME: (("FILETYPE_ID",), ("FILETYPE_NAME",)),
    OBJECT_NAME: (
        (*_SEGMENT, "CON_DBID"),
        ("OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "OBJECT_TYPE", "TABLESPACE_NAME"),
    ),
    DATAFILE_NAME: (("FILE#", "CREATION_CHANGE#"), ("FILENAME", "TSNAME", "BLOCK_SIZE", "CON_DBID")),
    TEMPFILE_NAME: (("FILE#", "CREATION_CHANGE#"), ("FILENAME", "TSNAME", "BLOCK_SIZE", "CON_DBID")),
    TABLESPACE_NAME: (("TS#", "CON_DBID"), ("TSNAME",)),
}
"""Tables that name what others number: (number, name). Names of one DBID do not serve another."""


def stored_in(table: str) -> tuple[str, str]:
    """A table, and the one that takes its rows over for baselines."""
    return (table, f"{table}_BL")


SINCE_12C = "CON_DBID"
"""Part of a key from 12.1 on; before, a database is one container."""


_TEXTS = (
    *(one for _, named in NAMES.values() for one in named if one not in ("BLOCK_SIZE", "CON_DBID")),
    *("NAME", "SQL_ID", "TABLE_NAME", "PDB_NAME"),
    *(
        "DB_NAME",
        "INSTANCE_NAME",
        "HOST_NAME",
        "VERSION",
        "PARALLEL",
        "PLATFORM_NAME",
        "CDB",
        "EDITION",
        "DB_UNIQUE_NAME",
    ),
    "DATABASE_ROLE",
)
_TIMES = ("SAMPLE_TIME", "STARTUP_TIME", "BEGIN_INTERVAL_TIME", "END_INTERVAL_TIME")
_LENGTHS = ("SNAP_TIMEZONE",)
_KEY = ("DBID", "INSTANCE_NUMBER", "SNAP_ID")


def kinds_of(table: str, columns: Sequence[str]) -> Mapping[str, Kind]:
    """What columns of a table must hold, the key among them: numbers, but for names, moments and lengths of time."""
    found: dict[str, Kind] = dict.fromkeys((*_KEY, *(one for one in columns if one not in _LENGTHS)), "number")
    found.update((one, "text") for one in columns if one in _TEXTS or (table == PARAMETERS.table and one == "VALUE"))
    found.update((one, "time") for one in columns if one in _TIMES)
    return found
