"""DuckDB tables of the shapes dictionary.yaml gives, as a database of some release would have them, with rows.

`seed` turns the rows a bundle is to hold back into the rows of the views they come from: renamed, spread over
statistics, instances or files, in blocks instead of bytes. It was written from the bundle's format and Oracle's
reference, apart from the queries, so that a query that reads the wrong column is found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import duckdb

from segtier.collect.dictionary import OLDEST, Release, views

Row = Mapping[str, Any]
Seeds = Iterator[tuple[str, dict[str, Any]]]
_TYPES = {"text": "VARCHAR", "number": "HUGEINT", "time": "TIMESTAMP"}
_FRACTIONS = {"size_factor", "estd_physical_read_factor", "pga_target_factor", "sga_size_factor", "estd_db_time_factor"}


def make_tables(
    release: Release, without: Iterable[str] = (), without_columns: Iterable[str] = ()
) -> duckdb.DuckDBPyConnection:
    """An empty database of that release. `without` names views the user may not read: in dba_tab_columns, yet not there.

    `without_columns` (view.column) are nowhere, as if the dictionary were wrong about them.
    """
    # One thread: without ORDER BY two would give the same rows in another order from run to run.
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("CREATE SCHEMA perfstat")
    known = []
    for name, owner, table, columns in _shapes(release, frozenset(without_columns)):
        known += [{"owner": owner, "table_name": table, "column_name": column.upper()} for column in columns]
        if name not in set(without):
            shape = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
            connection.execute(f"CREATE TABLE {_quoted(name)} ({shape})")
    _insert(connection, "dba_tab_columns", known)
    return connection


def seed(connection: duckdb.DuckDBPyConnection, file: str, rows: Iterable[Row], dba: str = "dba") -> None:
    """Fill the views a file is read from. Columns the release does not have are dropped."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        for view, values in _SEEDERS.get(file, _same(_SAME_NAMES.get(file, "")))(row):
            found.setdefault(view.replace("{dba}", dba), []).append(values)
    for view, lines in found.items():
        _insert(connection, view, lines)


def clear(connection: duckdb.DuckDBPyConnection, view: str) -> None:
    connection.execute(f"DELETE FROM {_quoted(view)}")


def _shapes(release: Release, without_columns: frozenset[str]) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    for view in views().values():
        if view.since > release:
            continue
        prefixes = (["dba", "cdb"] if release >= (12, 1) else ["dba"]) if "{dba}" in view.name else [""]
        for prefix in prefixes:
            columns = {
                column.name: _type(column.name, column.kind)
                for column in view.columns
                if column.since <= release
                and f"{view.name.replace('{dba}', prefix)}.{column.name}" not in without_columns
                and not (prefix == "dba" and column.name == "con_id")
            }
            yield (
                view.name.replace("{dba}", prefix),
                view.owner,
                view.table_name.replace("{dba}", prefix.upper()),
                columns,
            )


def _type(column: str, kind: str) -> str:
    return "DOUBLE" if column in _FRACTIONS else _TYPES[kind]


def _quoted(name: str) -> str:
    return ".".join(f'"{part}"' for part in name.split("."))


def _insert(connection: duckdb.DuckDBPyConnection, view: str, rows: list[dict[str, Any]]) -> None:
    """All rows by one statement: DuckDB plans each anew."""
    names = [name for name in _columns(connection, view) if any(name in row for row in rows)]
    given = [[row.get(name) for name in names] for row in rows if not row.keys().isdisjoint(names)]
    if given:
        columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
        lines = ", ".join([f"({marks})"] * len(given))
        connection.execute(f"INSERT INTO {_quoted(view)} ({columns}) VALUES {lines}", list(chain(*given)))


def _columns(connection: duckdb.DuckDBPyConnection, view: str) -> list[str]:
    """The columns of a view; none where the release does not have it or the user may not read it."""
    try:
        return [name for name, *_ in connection.execute(f"SELECT * FROM {_quoted(view)} LIMIT 0").description]
    except duckdb.CatalogException:
        return []


def _renamed(row: Row, **names: str) -> dict[str, Any]:
    """The row with columns renamed: view_column="bundle_column"."""
    return {**row, **{new: row.get(old) for new, old in names.items()}}


_SAME_NAMES = {
    "containers": "v$containers",
    "segments": "{dba}_segments",
    "tables": "{dba}_tables",
    "indexes": "{dba}_indexes",
    "lobs": "{dba}_lobs",
    "nested_tables": "{dba}_nested_tables",
    "long_columns": "{dba}_tab_columns",
    "encrypted_columns": "{dba}_encrypted_columns",
    "materialized_views": "{dba}_mviews",
    "mview_logs": "{dba}_mview_logs",
    "queue_tables": "{dba}_queue_tables",
    "tablespaces": "{dba}_tablespaces",
    "redo_members": "v$logfile",
    "quotas": "{dba}_ts_quotas",
    "system_statistics": "gv$sysstat",
}


def _same(view: str) -> Callable[[Row], Seeds]:
    def rows(row: Row) -> Seeds:
        yield view, dict(row)

    return rows


def _database(row: Row) -> Seeds:
    yield (
        "v$database",
        _renamed(
            row,
            db_unique_name="unique_name",
            database_role="role",
            supplemental_log_data_min="supplemental_log_min",
            supplemental_log_data_pk="supplemental_log_pk",
            supplemental_log_data_all="supplemental_log_all",
            platform_name="platform",
        ),
    )
    yield "v$instance", {"version": row["version"], "version_full": row["version"]}
    yield "v$version", {"banner": row["edition_banner"]}
    yield "v$version", {"banner": "PL/SQL Release"}
    yield "v$parameter", {"name": "db_block_size", "value": str(row["block_size"])}
    for number in range(row["dataguard_dest"]):
        yield "v$archive_dest", {"status": "VALID", "target": ("STANDBY", "REMOTE")[number % 2]}
    yield "v$archive_dest", {"status": "INACTIVE", "target": "STANDBY"}
    yield "v$archive_dest", {"status": "VALID", "target": "LOCAL"}


def _instance(row: Row) -> Seeds:
    yield "gv$instance", _renamed(row, instance_name="name", host_name="host", version_full="version")


def _parameter(row: Row) -> Seeds:
    yield "gv$system_parameter", {**row, "isdefault": row.get("is_default"), "con_id": row.get("con_id") or 0}


def _object_column(row: Row) -> Seeds:
    yield "{dba}_tab_columns", {**row, "data_type_owner": "PUBLIC"}


def _archived_table(row: Row) -> Seeds:
    yield "{dba}_flashback_archive_tables", _renamed(row, owner_name="owner", archive_table_name="archive_table")


def _lob_partition(row: Row) -> Seeds:
    if row["subpartition"] == "NO":
        yield "{dba}_lob_partitions", dict(row)
    else:
        yield (
            "{dba}_lob_subpartitions",
            _renamed(row, subpartition_name="partition_name", lob_subpartition_name="lob_partition_name"),
        )


def _segment_statistics(row: Row) -> Seeds:
    for column, statistic in _STATISTICS.items():
        if row.get(column) is not None:
            yield "gv$segment_statistics", {
                **row, "con_id": row.get("con_id") or 0, "statistic_name": statistic, "value": row[column],
            }  # fmt: skip
    yield "gv$segment_statistics", {**row, "con_id": row.get("con_id") or 0, "statistic_name": "space used", "value": 7}


_STATISTICS = {
    "logical_reads": "logical reads",
    "db_block_changes": "db block changes",
    "physical_reads": "physical reads",
    "physical_writes": "physical writes",
    "physical_reads_direct": "physical reads direct",
    "physical_writes_direct": "physical writes direct",
    "physical_read_requests": "physical read requests",
    "physical_write_requests": "physical write requests",
    "optimized_physical_reads": "optimized physical reads",
    "segment_scans": "segment scans",
    "buffer_busy_waits": "buffer busy waits",
    "row_lock_waits": "row lock waits",
    "itl_waits": "ITL waits",
}


def _datafile(row: Row) -> Seeds:
    yield "{dba}_data_files", {**row, "increment_by": _blocks(row["increment_by_bytes"])}
    if row.get("read_requests") is None:
        return
    file = _renamed(
        row,
        phyrds="read_requests",
        readtim="read_time_cs",
        phywrts="write_requests",
        writetim="write_time_cs",
        singleblkrds="single_block_reads",
        singleblkrdtim="single_block_read_time_cs",
    )
    counters = ("phyrds", "readtim", "phywrts", "writetim", "singleblkrds", "singleblkrdtim")
    yield from _spread("gv$filestat", {**file, "file#": row["file_id"]}, counters)


def _spread(view: str, row: Row, counters: Iterable[str]) -> Seeds:
    """One row as two whose counters add up to it."""
    yield view, {**row, **{name: row[name] // 3 for name in counters}}
    yield view, {**row, **{name: row[name] - row[name] // 3 for name in counters}}


def _blocks(size_bytes: int | None) -> int | None:
    return None if size_bytes is None else size_bytes // 8192


def _tempfile(row: Row) -> Seeds:
    yield "{dba}_temp_files", {**row, "increment_by": _blocks(row["increment_by_bytes"])}


def _temp_usage(row: Row) -> Seeds:
    blocks = {"used_blocks": _blocks(row["used_bytes"]), "max_used_blocks": _blocks(row["max_used_bytes"])}
    yield "gv$sort_segment", {**row, **blocks}


def _redo_group(row: Row) -> Seeds:
    yield ("v$standby_log" if row["standby"] == "YES" else "v$log"), dict(row)


def _redo_switches(row: Row) -> Seeds:
    for minute in range(row["switches"]):
        yield "v$log_history", {**row, "first_time": row["hour"].replace(minute=minute, second=59)}
    yield "v$log_history", {**row, "first_time": row["hour"].replace(year=2020)}


def _disk_group(row: Row) -> Seeds:
    renamed = _renamed(row, allocation_unit_size="allocation_unit_bytes", database_compatibility="compatible_rdbms")
    yield "v$asm_diskgroup_stat", renamed


def _event(view: str, name: str = "event") -> Callable[[Row], Seeds]:
    def rows(row: Row) -> Seeds:
        micro = _renamed(row, time_waited_micro="time_waited_us", time_waited_micro_fg="time_waited_us_fg")
        yield view, {**_of_snapshot(micro), name: row["event"]}

    return rows


def _of_snapshot(row: Row) -> dict[str, Any]:
    return {**row, "instance_number": row["inst_id"], "dbid": 4711}


def _histogram(row: Row) -> Seeds:
    yield "gv$event_histogram_micro", {**row, "wait_time_micro": row["bucket_us_max"]}
    if row["bucket_us_max"] % 1000 == 0:
        yield "gv$event_histogram", {**row, "wait_time_milli": row["bucket_us_max"] // 1000}


def _statistic(view: str, value: str = "value") -> Callable[[Row], Seeds]:
    def rows(row: Row) -> Seeds:
        yield view, {**_of_snapshot(row), "stat_name": row["name"], "value": row[value]}

    return rows


_AMOUNTS = [f"{size}_{way}" for size in ("small", "large") for way in ("read", "write")]


def _io(row: Row) -> dict[str, Any]:
    values = dict(row)
    for amount in _AMOUNTS:
        values[f"{amount}_megabytes"] = row[f"{amount}_bytes"] // 1024**2
        values[f"{amount}_reqs"] = row[f"{amount}_requests"]
        values[f"{amount}_servicetime"] = row.get(f"{amount}_time_ms", 0)
    return values


def _io_function(row: Row) -> Seeds:
    renamed = _renamed(_io(row), function_name="function", number_of_waits="waits", wait_time="wait_time_ms")
    yield "gv$iostat_function", renamed


def _io_filetype(row: Row) -> Seeds:
    counters = [f"{amount}_{unit}" for amount in _AMOUNTS for unit in ("megabytes", "reqs", "servicetime")]
    yield from _spread("gv$iostat_file", {**_io(row), "filetype_name": row["filetype"]}, counters)


def _buffer_pool(row: Row) -> Seeds:
    yield "gv$buffer_pool_statistics", dict(row)
    yield "gv$buffer_pool", dict(row)


def _cache_advice(row: Row) -> Seeds:
    yield "gv$db_cache_advice", {**row, "size_for_estimate": row["size_for_estimate_mb"]}


def _pga_advice(row: Row) -> Seeds:
    yield (
        "gv$pga_target_advice",
        _renamed(
            row, pga_target_for_estimate="pga_target_bytes", estd_pga_cache_hit_percentage="estd_pga_cache_hit_pct"
        ),
    )


def _sga_advice(row: Row) -> Seeds:
    yield "gv$sga_target_advice", {**row, "sga_size": row["sga_size_mb"]}


def _sga_component(row: Row) -> Seeds:
    yield "gv$sga_dynamic_components", {**row, "current_size": row["current_bytes"]}


def _flash_file(row: Row) -> Seeds:
    renamed = {"singleblkrds": "single_block_reads", "singleblkrdtim_micro": "single_block_read_time_us"}
    yield "gv$flashfilestat", {**_renamed(row, **renamed), "flashfile#": row["file#"]}


def _buffers(row: Row) -> Seeds:
    number = abs(hash((row["owner"], row["object_name"], row.get("subobject_name"))))
    yield "{dba}_objects", {**row, "data_object_id": number}
    for buffer in range(row["buffers"]):
        dirty = "Y" if buffer < row["dirty_buffers"] else "N"
        status = "flashcur" if buffer < row["flash_buffers"] else "xcur"
        yield "gv$bh", {**row, "objd": number, "dirty": dirty, "status": status}
    yield "gv$bh", {**row, "objd": number, "dirty": "N", "status": "free"}


def _sessions(row: Row) -> Seeds:
    for _ in range(row["sessions"]):
        yield "gv$session", dict(row)


def _hist_snapshot(row: Row) -> Seeds:
    renamed = _renamed(row, begin_interval_time="begin_time", end_interval_time="end_time")
    yield "dba_hist_snapshot", {**renamed, "instance_number": row["inst_id"]}


def _hist_instance(row: Row) -> Seeds:
    yield "dba_hist_database_instance", _renamed(row, instance_number="inst_id", instance_name="name", host_name="host")


def _hist_segment(row: Row) -> Seeds:
    deltas = {f"{name}_delta": row.get(name) for name in _STATISTICS}
    numbers = {"ts#": 4, "con_dbid": 4713, "table_scans_delta": row.get("segment_scans")}
    yield "dba_hist_seg_stat", {**_of_snapshot(row), **deltas, **numbers, "con_id": row.get("con_id") or 0}
    if row["snap_id"] == 100:
        yield "dba_hist_seg_stat_obj", {**row, "dbid": 4711, **numbers}


def _statspack_snapshot(row: Row) -> Seeds:
    yield "perfstat.stats$snapshot", {**row, "instance_number": row["inst_id"], "snap_time": row["end_time"]}


def _statspack_segment(row: Row) -> Seeds:
    direct = {"direct_physical_reads": "physical_reads_direct", "direct_physical_writes": "physical_writes_direct"}
    yield "perfstat.stats$seg_stat", {**_of_snapshot(_renamed(row, **direct)), "ts#": 4}
    if row["snap_id"] == 100:
        yield "perfstat.stats$seg_stat_obj", {**row, "dbid": 4711, "ts#": 4}


def _statspack_statistic(row: Row) -> Seeds:
    yield "perfstat.stats$sysstat", _of_snapshot(row)


_SEEDERS: dict[str, Callable[[Row], Seeds]] = {
    "database": _database,
    "instances": _instance,
    "parameters": _parameter,
    "object_columns": _object_column,
    "archived_tables": _archived_table,
    "lob_partitions": _lob_partition,
    "segment_statistics": _segment_statistics,
    "datafiles": _datafile,
    "tempfiles": _tempfile,
    "temp_usage": _temp_usage,
    "redo_groups": _redo_group,
    "redo_switches": _redo_switches,
    "disk_groups": _disk_group,
    "system_events": _event("gv$system_event"),
    "event_histograms": _histogram,
    "time_model": _statistic("gv$sys_time_model", "value_us"),
    "os_statistics": _statistic("gv$osstat"),
    "io_functions": _io_function,
    "io_filetypes": _io_filetype,
    "buffer_pools": _buffer_pool,
    "buffer_cache_advice": _cache_advice,
    "pga_advice": _pga_advice,
    "sga_advice": _sga_advice,
    "sga_components": _sga_component,
    "flash_cache": _flash_file,
    "buffer_contents": _buffers,
    "sessions": _sessions,
    "hist_snapshots": _hist_snapshot,
    "hist_instances": _hist_instance,
    "hist_segments": _hist_segment,
    "hist_system_events": _event("dba_hist_system_event", "event_name"),
    "hist_system_statistics": _statistic("dba_hist_sysstat"),
    "hist_time_model": _statistic("dba_hist_sys_time_model", "value_us"),
    "hist_os_statistics": _statistic("dba_hist_osstat"),
    "statspack_snapshots": _statspack_snapshot,
    "statspack_segments": _statspack_segment,
    "statspack_system_events": _event("perfstat.stats$system_event"),
    "statspack_system_statistics": _statspack_statistic,
}

__all__ = ["OLDEST", "clear", "make_tables", "seed"]
