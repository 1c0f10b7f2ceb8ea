"""What each file of figures says, as lists of the workload: expressions with their units, one declaration per list.

`up_s` is how long the row's instance has been up when the bundle was collected, in seconds; unknown makes rates unknown.
"""

from __future__ import annotations

from typing import Any

from segtier.model.workload import (
    BufferPool,
    BufferPoolAdvice,
    FileIo,
    Instance,
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    OsStatistic,
    Parameter,
    PgaAdvice,
    SgaAdvice,
    TablespaceIo,
    TimeModelRow,
    WaitClass,
    WaitEvent,
)
from segtier.reports.bundle.listing import Listing
from segtier.units import MIB, US_PER_MS, US_PER_S

_US_PER_CS = 10_000


def _timed(file: str) -> str:
    """The rows of a file with `up_s` and `db_time_us` of their instance."""
    return (
        f'(SELECT f.rowid - 1 AS row, f.*, u.up_s, u.db_time_us FROM "{file}" f'
        " LEFT JOIN uptimes u ON u.inst_id IS f.inst_id)"
    )


_OF_FILES = (
    "(SELECT f.rowid - 1 AS row, f.*, c.pdb, t.block_size, (SELECT up_s FROM shared_uptime) AS up_s FROM datafiles f"
    " LEFT JOIN pdbs c ON c.con_id = f.con_id"
    " LEFT JOIN tablespaces t ON t.con_id = f.con_id AND t.tablespace_name = f.tablespace_name)"
)
_OF_TABLESPACES = (
    "(SELECT min(f.rowid) - 1 AS row, f.tablespace_name, c.pdb, max(t.block_size) AS block_size,"
    " (SELECT up_s FROM shared_uptime) AS up_s, sum(1.0 * f.read_requests) AS read_requests, sum(1.0 * f.read_time_cs) AS"
    " read_time_cs, sum(1.0 * f.write_requests) AS write_requests, sum(1.0 * f.write_time_cs) AS write_time_cs,"
    " sum(1.0 * f.single_block_reads) AS single_block_reads, sum(1.0 * f.single_block_read_time_cs) AS single_block_read_time_cs"
    " FROM datafiles f LEFT JOIN pdbs c ON c.con_id = f.con_id"
    " LEFT JOIN tablespaces t ON t.con_id = f.con_id AND t.tablespace_name = f.tablespace_name"
    " GROUP BY f.con_id, f.tablespace_name)"
)

INSTANCES = Listing(
    "instances",
    Instance,
    {
        "number": "inst_id",
        "name": "name",
        "host": "host",
        "cpus": "cpu_count",
        "cores": "cores",
        "sockets": "sockets",
        "memory_bytes": "memory_bytes",
        "startup_time": "startup_time",
    },
)
HISTORY_INSTANCES = Listing(
    "hist_instances",
    Instance,
    {"number": "inst_id", "name": "name", "host": "host", "startup_time": "startup_time"},
    "(SELECT min(rowid) - 1 AS row, inst_id, name, host, max(startup_time) AS startup_time FROM hist_instances"
    " WHERE NOT EXISTS (SELECT 1 FROM instances) GROUP BY inst_id)",
)
"""Of a database whose history alone was read; SQLite takes name and host from the row of the latest start."""
PARAMETERS = Listing(
    "parameters",
    Parameter,
    {"name": "name", "begin": "value", "pdb": "pdb", "instance": "inst_id"},
    "(SELECT f.rowid - 1 AS row, f.*, c.pdb FROM parameters f LEFT JOIN pdbs c ON c.con_id = f.con_id)",
)


def waits(file: str, source: str) -> tuple[Listing[WaitEvent], ...]:
    """Foreground waits as counted; the background's are the rest. Where 10.2 counts no foreground all is one list."""
    return (
        _waits(file, source, True, "total_waits_fg", "total_timeouts_fg", "time_waited_us_fg", "total_waits_fg > 0"),
        _waits(
            file,
            source,
            False,
            "(total_waits - total_waits_fg)",
            "(total_timeouts - total_timeouts_fg)",
            "(time_waited_us - time_waited_us_fg)",
            "total_waits > total_waits_fg",
        ),
        _waits(
            file, source, True, "total_waits", "total_timeouts", "time_waited_us",
            f"total_waits_fg IS NULL AND total_waits > 0 AND event NOT IN ({_BACKGROUND})",
        ),
        _waits(
            file, source, False, "total_waits", "total_timeouts", "time_waited_us",
            f"total_waits_fg IS NULL AND total_waits > 0 AND event IN ({_BACKGROUND})",
        ),
    )  # fmt: skip


_BACKGROUND = ", ".join(
    f"'{event}'"
    for event in ("log file parallel write", "log file sequential read", "db file parallel write",
                  "control file parallel write", "Log archive I/O", "db file async I/O submit")
)  # fmt: skip
"""Waits of background processes alone, for releases whose v$system_event does not tell."""


def _waits(
    file: str, source: str, foreground: bool, count: str, timeouts: str, time_us: str, where: str
) -> Listing[WaitEvent]:
    share = f"100.0 * {time_us} / nullif(db_time_us, 0)"
    return Listing(
        file,
        WaitEvent,
        {
            "event": "event",
            "wait_class": "wait_class",
            "waits": count,
            "timeouts_pct": f"100.0 * {timeouts} / nullif({count}, 0)",
            "time_s": f"{time_us} / {US_PER_S}.0",
            "avg_wait_us": f"1.0 * {time_us} / nullif({count}, 0)",
            "db_time_pct": f"CASE wait_class WHEN 'Idle' THEN NULL ELSE {share} END" if foreground else "NULL",
            "instance": "inst_id",
        },
        source,
        {"foreground": foreground},
        where,
    )


WAIT_EVENTS = waits("system_events", _timed("system_events"))
WAIT_CLASSES = Listing(
    "system_events",
    WaitClass,
    {
        "wait_class": "wait_class",
        "waits": "total_waits_fg",
        "time_s": f"time_waited_us_fg / {US_PER_S}.0",
        "avg_wait_us": "1.0 * time_waited_us_fg / nullif(total_waits_fg, 0)",
        "db_time_pct": "100.0 * time_waited_us_fg / nullif(db_time_us, 0)",
        "instance": "inst_id",
    },
    "(SELECT min(row) AS row, inst_id, wait_class, sum(1.0 * total_waits_fg) AS total_waits_fg, sum(1.0 * time_waited_us_fg) AS"
    f" time_waited_us_fg, max(db_time_us) AS db_time_us FROM {_timed('system_events')}"
    " WHERE total_waits_fg > 0 AND wait_class <> 'Idle' GROUP BY inst_id, wait_class)",
)
STATISTICS = Listing(
    "system_statistics",
    InstanceStatistic,
    {"name": "name", "total": "value", "per_s": "1.0 * value / up_s", "instance": "inst_id"},
    _timed("system_statistics"),
)
TIME_MODEL = Listing(
    "time_model",
    TimeModelRow,
    {
        "name": "name",
        "time_s": f"value_us / {US_PER_S}.0",
        "db_time_pct": "100.0 * value_us / nullif(db_time_us, 0)",
        "instance": "inst_id",
    },
    _timed("time_model"),
)
OS_STATISTICS = Listing(
    "os_statistics", OsStatistic, {"name": "name", "value": "value", "instance": "inst_id"}, _timed("os_statistics")
)
_BYTES = {"read_bytes": "small_read_bytes + large_read_bytes", "write_bytes": "small_write_bytes + large_write_bytes"}
_READS, _WRITES = "(small_read_requests + large_read_requests)", "(small_write_requests + large_write_requests)"
_RATES = {"read_requests_per_s": f"1.0 * {_READS} / up_s", "write_requests_per_s": f"1.0 * {_WRITES} / up_s"}
IO_FUNCTIONS = Listing(
    "io_functions",
    IoFunction,
    {
        "function": "function",
        **_BYTES,
        "read_requests": _READS,
        "write_requests": _WRITES,
        **_RATES,
        "waits": "waits",
        "avg_wait_us": f"wait_time_ms * {US_PER_MS}.0 / nullif(waits, 0)",
        "instance": "inst_id",
    },
    _timed("io_functions"),
)
IO_FILETYPES = Listing(
    "io_filetypes",
    IoFiletype,
    {
        "filetype": "filetype",
        **_BYTES,
        **_RATES,
        "small_read_us": f"small_read_time_ms * {US_PER_MS}.0 / nullif(small_read_requests, 0)",
        "large_read_us": f"large_read_time_ms * {US_PER_MS}.0 / nullif(large_read_requests, 0)",
        "instance": "inst_id",
    },
    _timed("io_filetypes"),
)
_FILE_FIGURES = {
    "pdb": "pdb",
    "read_requests": "read_requests",
    "read_requests_per_s": "1.0 * read_requests / up_s",
    "avg_read_us": f"read_time_cs * {_US_PER_CS}.0 / nullif(read_requests, 0)",
    "write_requests": "write_requests",
    "write_requests_per_s": "1.0 * write_requests / up_s",
}
TABLESPACE_IO = Listing(
    "datafiles",
    TablespaceIo,
    {
        "tablespace": "tablespace_name",
        **_FILE_FIGURES,
        "block_size_bytes": "block_size",
        "single_block_reads_per_s": "1.0 * single_block_reads / up_s",
        "avg_single_block_read_us": f"single_block_read_time_cs * {_US_PER_CS}.0 / nullif(single_block_reads, 0)",
        "avg_write_us": f"write_time_cs * {_US_PER_CS}.0 / nullif(write_requests, 0)",
    },
    _OF_TABLESPACES,
    where="read_requests IS NOT NULL",
)
FILE_IO = Listing(
    "datafiles",
    FileIo,
    {"tablespace": "tablespace_name", "file": "file_name", **_FILE_FIGURES},
    _OF_FILES,
    where="read_requests IS NOT NULL",
)
BUFFER_POOLS = Listing(
    "buffer_pools",
    BufferPool,
    {
        "pool": "name",
        "buffer_gets": "db_block_gets + consistent_gets",
        "physical_reads": "physical_reads",
        "physical_writes": "physical_writes",
        "free_buffer_waits": "free_buffer_wait",
        "write_complete_waits": "write_complete_wait",
        "buffer_busy_waits": "buffer_busy_wait",
        "instance": "inst_id",
    },
)
CACHE_ADVICE = Listing(
    "buffer_cache_advice",
    BufferPoolAdvice,
    {
        "pool": "name",
        "size_bytes": f"size_for_estimate_mb * {MIB}",
        "size_factor": "size_factor",
        "buffers": "buffers_for_estimate",
        "est_physical_read_factor": "estd_physical_read_factor",
        "est_physical_reads": "estd_physical_reads",
        "block_size_bytes": "block_size",
        "instance": "inst_id",
    },
    where="ifnull(advice_status, 'ON') <> 'OFF' AND name IS NOT NULL",
)
PGA_ADVICE = Listing(
    "pga_advice",
    PgaAdvice,
    {
        "target_bytes": "pga_target_bytes",
        "size_factor": "pga_target_factor",
        "est_extra_bytes": "estd_extra_bytes_rw",
        "est_cache_hit_pct": "estd_pga_cache_hit_pct",
        "overallocations": "estd_overalloc_count",
        "instance": "inst_id",
    },
)
SGA_ADVICE = Listing(
    "sga_advice",
    SgaAdvice,
    {
        "target_bytes": f"sga_size_mb * {MIB}",
        "size_factor": "sga_size_factor",
        "est_db_time_s": "estd_db_time",
        "est_physical_reads": "estd_physical_reads",
        "instance": "inst_id",
    },
)

LISTS: dict[str, tuple[Listing[Any], ...]] = {
    "instances": (INSTANCES, HISTORY_INSTANCES),
    "parameters": (PARAMETERS,),
    "wait_events": WAIT_EVENTS,
    "wait_classes": (WAIT_CLASSES,),
    "instance_statistics": (STATISTICS,),
    "time_model": (TIME_MODEL,),
    "os_statistics": (OS_STATISTICS,),
    "io_functions": (IO_FUNCTIONS,),
    "io_filetypes": (IO_FILETYPES,),
    "tablespace_io": (TABLESPACE_IO,),
    "file_io": (FILE_IO,),
    "buffer_pool_statistics": (BUFFER_POOLS,),
    "buffer_pool_advisory": (CACHE_ADVICE,),
    "pga_advisory": (PGA_ADVICE,),
    "sga_advisory": (SGA_ADVICE,),
}
"""Fields of the workload and where their rows come from."""
