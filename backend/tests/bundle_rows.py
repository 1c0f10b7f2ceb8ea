"""A small invented database as rows of bundle files: a table with an index and a LOB, one busy hour, one instance.

Database SHOP (DBID 4711), owner SHOP, tablespace SHOP_DATA, started 2026-11-20 07:00, collected at 10:00.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

Row = dict[str, Any]


def clock(hour: int) -> datetime:
    """A time of the busy morning by the database server's clock, which has no zone."""
    return datetime(2026, 11, 20, hour)  # noqa: DTZ001


STARTED, COLLECTED = clock(7), clock(10)
CREATED = datetime(2020, 1, 2, 3, 4, 5)  # noqa: DTZ001
GIB = 1024**3
DATA = {"owner": "SHOP", "tablespace_name": "SHOP_DATA"}


def invented_rows(release: str, cdb: bool, segments: int, diagnostics_pack: bool) -> dict[str, Iterable[Row]]:
    """Rows of every file this release has; `segments` counts the segments (the first three are always the same)."""
    year = int(release.split(".", maxsplit=1)[0])
    con_id = 3 if cdb else None
    rows: dict[str, Iterable[Row]] = {
        **_database(release, cdb, year),
        **_segments(con_id, segments),
        **_storage(con_id),
        **_instance_counters(year),
        **_advisories(),
        **(_history(con_id) if diagnostics_pack else {}),
    }
    if cdb:
        rows["containers"] = [
            {"con_id": 1, "name": "CDB$ROOT", "dbid": 4711, "open_mode": "READ WRITE"},
            {"con_id": 3, "name": "SHOPPDB", "dbid": 4713, "open_mode": "READ WRITE"},
        ]
    return rows


def _database(release: str, cdb: bool, year: int) -> dict[str, Iterable[Row]]:
    database = {
        "dbid": 4711, "name": "SHOP", "unique_name": "SHOP_A", "role": "PRIMARY", "open_mode": "READ WRITE",
        "log_mode": "ARCHIVELOG", "force_logging": "NO", "flashback_on": "NO", "supplemental_log_min": "NO",
        "supplemental_log_pk": "NO", "supplemental_log_all": "NO", "platform": "Linux x86 64-bit",
        "created": CREATED, "cdb": ("YES" if cdb else "NO") if year >= 12 else None,
        "version": release, "edition_banner": f"Oracle Database Enterprise Edition Release {release}",
        "con_name": "CDB$ROOT" if cdb else ("SHOP" if year >= 12 else None), "collected_at": COLLECTED,
        "block_size": 8192, "dataguard_dest": 0,
    }  # fmt: skip
    instance = {
        "inst_id": 1, "name": "SHOP1", "host": "dbhost1", "version": release, "startup_time": STARTED,
        "status": "OPEN", "cpu_count": 16, "cores": 8, "sockets": 1, "memory_bytes": 128 * GIB,
    }  # fmt: skip
    parameters = {"cpu_count": "16", "db_block_size": "8192", "sga_target": str(32 * GIB)}
    return {
        "database": [database],
        "instances": [instance],
        "parameters": [{"inst_id": 1, "name": n, "value": v, "is_default": "FALSE"} for n, v in parameters.items()],
    }


def _segments(con_id: int | None, count: int) -> dict[str, Iterable[Row]]:
    table = {"con_id": con_id, **DATA, "table_name": "ORDERS", "partitioned": "NO", "temporary": "N", "nested": "NO",
             "secondary": "N", "compression": "DISABLED", "logging": "YES", "row_movement": "DISABLED",
             "dropped": "NO", "degree": "1"}  # fmt: skip
    index = {"con_id": con_id, **DATA, "index_name": "ORDERS_PK", "table_owner": "SHOP", "table_name": "ORDERS",
             "index_type": "NORMAL", "uniqueness": "UNIQUE", "partitioned": "NO", "join_index": "NO",
             "status": "VALID", "compression": "DISABLED", "logging": "YES", "degree": "1"}  # fmt: skip
    lob = {"con_id": con_id, **DATA, "table_name": "ORDERS", "column_name": "NOTE", "segment_name": "SYS_LOB01$$",
           "index_name": "SYS_IL01$$", "partitioned": "NO", "securefile": "YES", "encrypt": "NO",
           "compression": "NO", "deduplication": "NO", "cache": "NO"}  # fmt: skip
    return {
        "segments": _segment_rows(con_id, count),
        "segment_statistics": _statistic_rows(con_id, count),
        "tables": [table],
        "indexes": [index],
        "lobs": [lob],
        **{name: [] for name in _EMPTY},
    }


_EMPTY = ("lob_partitions nested_tables long_columns encrypted_columns object_columns"
          " archived_tables materialized_views mview_logs queue_tables"
          " disk_groups").split()  # fmt: skip


def _names(count: int) -> Iterator[tuple[str, str, str]]:
    known = [("ORDERS", "TABLE", "TABLE"), ("ORDERS_PK", "INDEX", "INDEX"), ("SYS_LOB01$$", "LOBSEGMENT", "LOB")]
    yield from known[:count]
    for number in range(len(known), count):
        yield f"T{number:07d}", "TABLE", "TABLE"


def _segment_rows(con_id: int | None, count: int) -> Iterator[Row]:
    for number, (name, kind, _) in enumerate(_names(count)):
        size = GIB if number < 3 else (number % 97 + 1) * 65536
        yield {"con_id": con_id, **DATA, "segment_name": name, "segment_type": kind, "segment_subtype": "ASSM",
               "bytes": size}  # fmt: skip


def _statistic_rows(con_id: int | None, count: int) -> Iterator[Row]:
    for number, (name, _, kind) in enumerate(_names(count)):
        reads = 1_000_000 - number * 1000 if number < 3 else number % 1009
        yield {"inst_id": 1, "con_id": con_id, **DATA, "object_name": name, "object_type": kind,
               "obj#": 70_000 + number, "dataobj#": 70_000 + number, "logical_reads": reads * 10,
               "db_block_changes": reads, "physical_reads": reads, "physical_writes": reads // 4,
               "physical_reads_direct": 0, "physical_writes_direct": 0, "physical_read_requests": reads,
               "physical_write_requests": reads // 4, "segment_scans": 0}  # fmt: skip


def _storage(con_id: int | None) -> dict[str, Iterable[Row]]:
    tablespace = {"con_id": con_id, "bigfile": "NO", "block_size": 8192, "extent_management": "LOCAL",
                  "allocation_type": "SYSTEM", "segment_space_management": "AUTO", "logging": "LOGGING",
                  "force_logging": "NO", "encrypted": "NO", "def_tab_compression": "DISABLED",
                  "status": "ONLINE"}  # fmt: skip
    data = {**tablespace, "tablespace_name": "SHOP_DATA", "contents": "PERMANENT"}
    temp = {**tablespace, "tablespace_name": "TEMP", "contents": "TEMPORARY", "allocation_type": "UNIFORM",
            "next_extent": 1048576, "segment_space_management": "MANUAL", "logging": "NOLOGGING"}  # fmt: skip
    file = {"con_id": con_id, "file_id": 5, "file_name": "/u01/oradata/shop/data01.dbf",
            "tablespace_name": "SHOP_DATA", "bytes": 8 * GIB, "blocks": GIB // 1024, "autoextensible": "YES",
            "maxbytes": 32 * GIB, "increment_by_bytes": 64 * 1024**2, "status": "AVAILABLE",
            "read_requests": 2_997_000, "read_time_cs": 2_700_000, "write_requests": 749_000,
            "write_time_cs": 500_000, "single_block_reads": 2_900_000,
            "single_block_read_time_cs": 2_600_000}  # fmt: skip
    temp_file = {"con_id": con_id, "file_id": 1, "file_name": "/u01/oradata/shop/temp01.dbf",
                 "tablespace_name": "TEMP", "bytes": GIB, "autoextensible": "NO", "maxbytes": 0,
                 "increment_by_bytes": 0, "status": "ONLINE"}  # fmt: skip
    redo = [{"thread#": 1, "group#": group, "bytes": GIB, "members": 1, "archived": "YES", "blocksize": 512,
             "status": "CURRENT" if group == 1 else "INACTIVE", "standby": "NO"} for group in (1, 2, 3)]  # fmt: skip
    members = [{"group#": g, "type": "ONLINE", "member": f"/u01/oradata/shop/redo0{g}.log"} for g in (1, 2, 3)]
    return {
        "tablespaces": [data, temp],
        "datafiles": [file],
        "tempfiles": [temp_file],
        "temp_usage": [{"inst_id": 1, "tablespace_name": "TEMP", "used_bytes": 0, "max_used_bytes": GIB // 2}],
        "redo_groups": redo,
        "redo_members": members,
        "redo_switches": [{"thread#": 1, "hour": clock(9), "switches": 4}],
        "quotas": [{"con_id": con_id, "username": "SHOP", "tablespace_name": "SHOP_DATA", "bytes": 3 * GIB,
                    "max_bytes": -1}],
    }  # fmt: skip


def _instance_counters(year: int) -> dict[str, Iterable[Row]]:
    foreground = year >= 11
    event = {"inst_id": 1, "event": "db file sequential read", "wait_class": "User I/O", "total_waits": 3_000_000,
             "total_timeouts": 0, "time_waited_us": 27_000_000_000}  # fmt: skip
    if foreground:
        event |= {"total_waits_fg": 2_900_000, "total_timeouts_fg": 0, "time_waited_us_fg": 26_000_000_000}
    buckets = ((8192, 1_000_000), (16384, 1_900_000), (32768, 100_000))
    statistics = {"physical reads": 3_000_000, "physical read IO requests": 3_000_000, "physical writes": 750_000,
                  "physical write IO requests": 750_000, "redo size": 4 * GIB, "user commits": 360_000,
                  "session logical reads": 30_000_000}  # fmt: skip
    rows: dict[str, Iterable[Row]] = {
        "system_events": [event],
        "event_histograms": [{"inst_id": 1, "event": event["event"], "bucket_us_max": us, "wait_count": n}
                             for us, n in buckets],
        "system_statistics": [{"inst_id": 1, "name": n, "value": v} for n, v in statistics.items()],
        "time_model": [{"inst_id": 1, "name": "DB time", "value_us": 36_000_000_000},
                       {"inst_id": 1, "name": "DB CPU", "value_us": 9_000_000_000}],
        "os_statistics": [{"inst_id": 1, "name": name, "value": value,
                           "cumulative": None if not foreground else "YES" if name.endswith("TIME") else "NO"}
                          for name, value in _HOST.items()],
        "sessions": [{"inst_id": 1, "status": "INACTIVE", "type": "USER", "sessions": 200}],
    }  # fmt: skip
    if foreground:
        amounts = {"small_read_bytes": 23 * GIB, "large_read_bytes": GIB, "small_read_requests": 3_000_000,
                   "large_read_requests": 1024, "small_write_bytes": 6 * GIB, "large_write_bytes": 0,
                   "small_write_requests": 750_000, "large_write_requests": 0}  # fmt: skip
        times = {"small_read_time_ms": 27_000_000, "large_read_time_ms": 20_480, "small_write_time_ms": 5_000_000,
                 "large_write_time_ms": 0}  # fmt: skip
        rows["io_functions"] = [
            {"inst_id": 1, "function": "Buffer Cache Reads", **amounts, "waits": 3_000_000, "wait_time_ms": 27_000_000}
        ]
        rows["io_filetypes"] = [{"inst_id": 1, "filetype": "Data File", **amounts, **times}]
    if year >= 12:
        rows["flash_cache"] = []
    return rows


_HOST = {"NUM_CPUS": 16, "NUM_CPU_CORES": 8, "NUM_CPU_SOCKETS": 1, "PHYSICAL_MEMORY_BYTES": 128 * GIB,
         "BUSY_TIME": 1_000_000, "IDLE_TIME": 9_000_000}  # fmt: skip


def _advisories() -> dict[str, Iterable[Row]]:
    pool = {"inst_id": 1, "name": "DEFAULT", "block_size": 8192}
    return {
        "buffer_pools": [{**pool, "buffers": 3_000_000, "db_block_gets": 5_000_000, "consistent_gets": 25_000_000,
                          "physical_reads": 3_000_000, "physical_writes": 750_000, "free_buffer_wait": 0,
                          "write_complete_wait": 0, "buffer_busy_wait": 10}],
        "buffer_cache_advice": [{**pool, "advice_status": "ON", "size_for_estimate_mb": mb, "size_factor": f,
                                 "buffers_for_estimate": mb * 125, "estd_physical_read_factor": r,
                                 "estd_physical_reads": round(3_000_000 * r)}
                                for mb, f, r in ((12_288, 0.5, 1.6), (24_576, 1, 1), (49_152, 2, 0.7))],
        "pga_advice": [{"inst_id": 1, "pga_target_bytes": 8 * GIB, "pga_target_factor": 1, "bytes_processed": GIB,
                        "estd_extra_bytes_rw": 0, "estd_pga_cache_hit_pct": 100, "estd_overalloc_count": 0}],
        "sga_advice": [{"inst_id": 1, "sga_size_mb": 32_768, "sga_size_factor": 1, "estd_db_time": 36_000,
                        "estd_db_time_factor": 1, "estd_physical_reads": 3_000_000}],
        "sga_components": [{"inst_id": 1, "component": "DEFAULT buffer cache", "current_bytes": 24 * GIB}],
    }  # fmt: skip


def _history(con_id: int | None) -> dict[str, Iterable[Row]]:
    """Three AWR snapshots, one hour apart: two intervals."""
    times = [clock(hour) for hour in (7, 8, 9, 10)]
    snapshots = [{"snap_id": 100 + n, "inst_id": 1, "begin_time": times[n], "end_time": times[n + 1],
                  "startup_time": STARTED, "dbid": 4711} for n in range(3)]  # fmt: skip
    segment = next(_statistic_rows(con_id, 1))
    at = [(snapshot["snap_id"], number + 1) for number, snapshot in enumerate(snapshots)]
    return {
        "hist_snapshots": snapshots,
        "hist_instances": [{"dbid": 4711, "inst_id": 1, "startup_time": STARTED, "db_name": "SHOP", "name": "SHOP1",
                            "host": "db01", "version": "19.0.0.0.0", "parallel": "YES", "snapshots": 3}],
        "hist_segments": [{"snap_id": snap, **segment, "physical_reads": 333_333} for snap, _ in at],
        "hist_system_events": [{"snap_id": snap, "inst_id": 1, "event": "db file sequential read",
                                "wait_class": "User I/O", "total_waits": n * 1_000_000, "total_timeouts": 0,
                                "time_waited_us": n * 9_000_000_000, "total_waits_fg": n * 966_000,
                                "total_timeouts_fg": 0, "time_waited_us_fg": n * 8_600_000_000} for snap, n in at],
        "hist_system_statistics": [{"snap_id": snap, "inst_id": 1, "name": "physical reads", "value": n * 1_000_000}
                                   for snap, n in at],
        "hist_time_model": [{"snap_id": snap, "inst_id": 1, "name": name, "value_us": n * us}
                            for snap, n in at for name, us in (("DB time", 12_000_000_000), ("DB CPU", 3 * 10**9))],
        "hist_os_statistics": [{"snap_id": snap, "inst_id": 1, "name": "NUM_CPUS", "value": 16} for snap, _ in at],
    }  # fmt: skip
