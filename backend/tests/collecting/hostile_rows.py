"""Rows for every file of a bundle, made to break a CSV: quotes, commas, line breaks, other alphabets, $ and #, NULLs,
figures beyond 2^63. Two instances. What a release lacks is NULL or absent."""

from __future__ import annotations

from typing import Any

from tests.bundle_rows import GIB, invented_rows

Row = dict[str, Any]
Release = tuple[int, int]
OWNER, TABLE, PART = 'Sch"ö,nè', "T$#,\"x\"\r\n'y'", "P\n2026 Ω漢"
HUGE = 3 * 10**20
LATER: dict[str, dict[str, Release]] = {
    "database": {"cdb": (12, 1), "con_name": (12, 1)},
    "segments": {"segment_subtype": (11, 1)},
    "tables": {"compress_for": (11, 1), "flash_cache": (11, 2)},
    "indexes": {"flash_cache": (11, 2)},
    "lobs": dict.fromkeys(
        ("securefile", "encrypt", "compression", "deduplication", "tablespace_name", "partitioned"), (11, 1)
    ),
    "tablespaces": {"encrypted": (11, 1), "compress_for": (11, 1)},
    "redo_groups": {"blocksize": (11, 2)},
    "disk_groups": {"compatible_rdbms": (11, 1)},
    "segment_statistics": dict.fromkeys(
        ("physical_read_requests", "physical_write_requests", "optimized_physical_reads"), (11, 2)
    ),
    "hist_segments": dict.fromkeys(
        ("physical_read_requests", "physical_write_requests", "optimized_physical_reads"), (11, 2)
    )
    | {"segment_scans": (11, 1)},
    "os_statistics": {"cumulative": (11, 1)},
    **dict.fromkeys(
        ("system_events", "hist_system_events", "statspack_system_events"),
        dict.fromkeys(("total_waits_fg", "total_timeouts_fg", "time_waited_us_fg"), (11, 1)),
    ),
}
ABSENT_BEFORE: dict[str, Release] = {
    "containers": (12, 1),
    "flash_cache": (12, 1),
    "archived_tables": (11, 1),
    "io_functions": (11, 1),
    "io_filetypes": (11, 1),
}


def hostile_rows(release: Release, con_id: int | None) -> dict[str, list[Row]]:
    """Rows of every file; licensed and heavy ones too. `con_id` where the rows lie in a container."""
    version = ".".join(map(str, release)) + ".0.0"
    rows = {name: list(some) for name, some in invented_rows(version, con_id is not None, 3, True).items()}
    for name, more in _additions(con_id).items():
        rows[name] = [*rows.get(name, []), *more]
    rows["containers"] = [{"con_id": 3, "name": PART, "dbid": 4713, "open_mode": None}]
    rows["statspack_snapshots"] = [{**row, "begin_time": None} for row in rows["hist_snapshots"]]
    rows["statspack_segments"] = [_as_statspack(row) for row in rows["hist_segments"]]
    rows["statspack_system_events"] = [{**row, "wait_class": None} for row in rows["hist_system_events"]]
    rows["statspack_system_statistics"] = rows["hist_system_statistics"]
    return {name: [_at(release, name, row) for row in some] for name, some in rows.items() if _there(release, name)}


def _there(release: Release, name: str) -> bool:
    return release >= ABSENT_BEFORE.get(name, (10, 2))


def _at(release: Release, name: str, row: Row) -> Row:
    later = LATER.get(name, {})
    known = {column: None if release < later.get(column, (10, 2)) else value for column, value in row.items()}
    if name == "event_histograms" and release < (12, 1):
        known["bucket_us_max"] = -(-known["bucket_us_max"] // 1000) * 1000
    return known


def _as_statspack(row: Row) -> Row:
    unknown = (
        "physical_read_requests",
        "physical_write_requests",
        "optimized_physical_reads",
        "segment_scans",
        "con_id",
    )
    return {**row, **dict.fromkeys(unknown)}


def _additions(con_id: int | None) -> dict[str, list[Row]]:
    where = {"con_id": con_id, "owner": OWNER}
    lob = {"con_id": con_id, "table_owner": OWNER, "table_name": TABLE, "column_name": 'a"."B', "lob_name": "SYS_LOB$$"}
    counters = {"obj#": 1, "dataobj#": HUGE, "logical_reads": HUGE, "physical_reads": 0, "physical_read_requests": 0}
    io = {f"{size}_{way}_{unit}": 1024**2 * 7 for size in ("small", "large") for way in ("read", "write")
          for unit in ("bytes", "requests")}  # fmt: skip
    times = {f"{size}_{way}_time_ms": 12 for size in ("small", "large") for way in ("read", "write")}
    return {
        "instances": [{"inst_id": 2, "name": "SHOP2", "host": "höst,2", "version": "1", "status": "OPEN"}],
        "parameters": [{"inst_id": 2, "con_id": con_id, "name": "control_files", "value": "'/a', \"b\"\r\n'/c'"},
                       {"inst_id": 2, "con_id": None, "name": "empty", "value": None, "is_default": "TRUE"}],
        "segments": [{**where, "segment_name": TABLE, "partition_name": PART, "segment_type": "TABLE PARTITION",
                      "segment_subtype": None, "tablespace_name": "TS$#\t1", "bytes": HUGE}],
        "tables": [{**where, "table_name": TABLE, "compression": "ENABLED", "compress_for": "QUERY HIGH",
                    "flash_cache": "KEEP", "iot_type": "IOT", "cluster_name": 'C"1', "degree": "DEFAULT"}],
        "indexes": [{**where, "index_name": "I\n1", "table_owner": OWNER, "table_name": TABLE, "flash_cache": "NONE",
                     "join_index": "YES", "ityp_owner": "CTXSYS", "ityp_name": "CONTEXT", "degree": "4"}],
        "lobs": [{**where, "table_name": TABLE, "column_name": '"DOC"."A"\n', "segment_name": "SYS_LOB2$$",
                  "securefile": "NO", "encrypt": "NONE", "compression": "NONE", "deduplication": "NONE"}],
        "lob_partitions": [{**lob, "partition_name": PART, "lob_partition_name": "L1", "subpartition": "NO"},
                           {**lob, "partition_name": "S1", "lob_partition_name": "L2", "subpartition": "YES"}],
        "nested_tables": [{**where, "table_name": "N", "parent_table_name": TABLE, "parent_table_column": '"A"."B"'}],
        "long_columns": [{**where, "table_name": TABLE, "column_name": "L", "data_type": "LONG RAW"}],
        "encrypted_columns": [{**where, "table_name": TABLE, "column_name": "CARD,#"}],
        "object_columns": [{**where, "table_name": TABLE, "column_name": "X", "data_type": "XMLTYPE"}],
        "archived_tables": [{**where, "table_name": TABLE, "archive_table": "SYS_FBA_HIST_7"}],
        "materialized_views": [{**where, "mview_name": "M", "container_name": "M", "rewrite_enabled": "Y"}],
        "mview_logs": [{"con_id": con_id, "log_owner": OWNER, "master": TABLE, "log_table": "MLOG$_X"}],
        "queue_tables": [{**where, "queue_table": "Q"}],
        "segment_statistics": [{**where, **counters, "inst_id": 2, "object_name": TABLE, "subobject_name": PART,
                                "object_type": "TABLE PARTITION"}],
        "datafiles": [{"con_id": con_id, "file_id": 6, "file_name": '/u/"a",b\n.dbf', "tablespace_name": "SHOP_DATA",
                       "bytes": None, "increment_by_bytes": None, "status": "AVAILABLE"}],
        "redo_groups": [{"thread#": 2, "group#": 9, "bytes": GIB, "members": 1, "status": "UNASSIGNED",
                         "blocksize": 512, "standby": "YES"}],
        "redo_members": [{"group#": 9, "type": "STANDBY", "member": "+DATA/x"}],
        "disk_groups": [{"name": "DATA", "state": "CONNECTED", "type": "NORMAL", "total_mb": 10**7, "free_mb": 5,
                         "usable_file_mb": -3, "required_mirror_free_mb": 10, "allocation_unit_bytes": 4194304,
                         "compatible_rdbms": "11.2.0.0.0"}],
        "quotas": [{"con_id": con_id, "username": OWNER, "tablespace_name": "TS$#", "bytes": 0, "max_bytes": HUGE}],
        "system_events": [{"inst_id": 2, "event": "it's \"idle\"", "total_waits": HUGE, "time_waited_us": 0}],
        "io_functions": [{"inst_id": 2, "function": "LGWR", **io, "waits": 1, "wait_time_ms": 0}],
        "io_filetypes": [{"inst_id": 2, "filetype": "Log File", **io, **times}],
        "flash_cache": [{"inst_id": 1, "file#": 1, "name": "/dev/sdc,1", "bytes": GIB, "enabled": 1,
                         "single_block_reads": 5, "single_block_read_time_us": 900}],
        "buffer_contents": [{"inst_id": 1, **where, "object_name": TABLE, "subobject_name": PART, "object_type": "TABLE",
                             "buffers": 5, "dirty_buffers": 2, "flash_buffers": 1}],
    }  # fmt: skip
