"""The top of a RAC report: database, instances, machines and memory per instance."""

from __future__ import annotations

from segtier.reports.numbers import count, identifier, mib, number, words, yes_no
from segtier.reports.sections.mechanism import Row, Section, column
from segtier.reports.sections.rac import INSTANCE, is_counted
from segtier.reports.times import report_time


def _row(row: Row) -> Row:
    return row


def _counted(row: Row) -> Row | None:
    return row if is_counted(row) else None


DATABASE = Section(
    name="Database",
    headings=("Database Summary",),
    bare=True,
    core=True,
    columns=(
        column("dbid", "Database: Id", read=identifier, required=True),
        column("name", "Database: Name", read=words, required=True),
        column("unique_name", "Database: Unique Name", read=words),
        column("role", "Database: Role", read=words),
        column("edition", "Database: Edition", read=words),
        column("rac", "Database: RAC", read=yes_no),
        column("cdb", "Database: CDB", read=yes_no),
        column("block_size_bytes", "Database: Block Size", read=count),
        column("begin_snap", "Snapshot Ids: Begin", read=identifier, required=True),
        column("end_snap", "Snapshot Ids: End", read=identifier, required=True),
        column("instances", "Number of Instances: In Report", read=count),
        column("db_time_min", "Report Total (minutes): DB time"),
        column("elapsed_min", "Report Total (minutes): Elapsed time"),
    ),
    build=_row,
)

INSTANCES = Section(
    name="Instance",
    headings=("Database Instances Included In Report",),
    bare=True,
    core=True,
    columns=(
        column("number", "I#", read=count, required=True),
        column("name", "Instance", read=words, required=True),
        column("host", "Host", read=words),
        column("startup_time", "Startup", read=report_time),
        column("begin_time", "Begin Snap Time", read=report_time),
        column("end_time", "End Snap Time", read=report_time),
        column("release", "Release", read=words, required=True),
        column("elapsed_min", "Elapsed Time(min)"),
        column("platform", "Platform", read=words),
    ),
    build=_row,
)

MACHINES = Section(
    name="Operating System Statistics",
    headings=("OS Statistics By Instance",),
    columns=(
        INSTANCE,
        column("cpus", "CPU: #CPUs", "Num CPUs", read=count, required=True),
        column("cores", "CPU: #Cores", "CPU Cores", read=count),
        column("sockets", "CPU: #Sckts", "CPU Sckts", read=count),
        column("memory_bytes", "Memory: MB", "Memory (M)", read=mib),
        column("BUSY_TIME", "Time (s): Busy", "Busy Time (s)", read=number),
        column("IDLE_TIME", "Time (s): Idle", "Idle Time (s)", read=number),
    ),
    build=_counted,
)

CACHE_SIZES = Section(
    name="Cache Sizes",
    columns=(
        INSTANCE,
        column("memory_target_bytes", "Memory Target: Begin", read=mib),
        column("sga_target_bytes", "Sga Target: Begin", read=mib),
        column("buffer_cache_bytes", "DB Cache: Begin", read=mib, required=True),
        column("shared_pool_bytes", "Shared Pool: Begin", read=mib),
        column("pga_target_bytes", "PGA Target: Begin", read=mib),
    ),
    build=_counted,
)
"""Sizes in MB at the begin snapshot; blank where not set."""

SESSIONS = Section(
    name="Sessions",
    headings=("System Statistics (Absolute Values)",),
    columns=(
        INSTANCE,
        column("begin", "Sessions: Begin", read=count, required=True),
        column("end", "Sessions: End", read=count),
    ),
    build=_counted,
)
