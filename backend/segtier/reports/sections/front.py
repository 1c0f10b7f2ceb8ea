"""The untitled tables at the top: database, instance, containers, host, snapshots."""

from __future__ import annotations

from segtier.reports.numbers import count, gib, identifier, words, yes_no
from segtier.reports.sections.mechanism import Row, Section, column
from segtier.reports.times import report_time


def _row(row: Row) -> Row:
    return row


DATABASE = Section(
    name="Database",
    untitled=True,
    core=True,
    columns=(
        column("name", "DB Name", "", read=words, required=True),
        column("dbid", "DB Id", read=identifier, required=True),
        column("unique_name", "Unique Name", read=words),
        column("role", "Role", "DB Role", read=words),
        column("edition", "Edition", read=words),
        column("release", "Release", read=words, required=True),
        column("rac", "RAC", "Cluster", read=yes_no),
        column("cdb", "CDB", read=yes_no),
    ),
    build=_row,
)
"""Up to 12.1 one table with the instance, from 12.2 a table of its own. Statspack leaves the name blank from 10.2 on."""

INSTANCE = Section(
    name="Instance",
    untitled=True,
    columns=(
        column("name", "Instance", read=words, required=True),
        column("number", "Inst num", read=count, required=True),
        column("startup_time", "Startup Time", read=report_time),
    ),
    build=_row,
)

CONTAINERS = Section(
    name="Containers",
    untitled=True,
    since="12.2",
    columns=(
        column("dbid", "Container DB Id", read=identifier, required=True),
        column("name", "Container Name", read=words, required=True),
    ),
    build=_row,
)

HOST = Section(
    name="Host",
    untitled=True,
    columns=(
        column("host", "Host Name", "Name", "Host", read=words, required=True),
        column("platform", "Platform", read=words),
        column("cpus", "CPUs", read=count),
        column("cores", "Cores", read=count),
        column("sockets", "Sockets", read=count),
        column("memory_bytes", "Memory (GB)", "Memory (G)", read=gib),
    ),
    build=_row,
)

SNAPSHOTS = Section(
    name="Snapshots",
    untitled=True,
    core=True,
    ragged=True,
    columns=(
        column("label", "", read=words, required=True),
        column("snap", "Snap Id", read=identifier, required=True),
        column("time", "Snap Time", read=words, required=True),
        column("sessions", "Sessions", read=count),
        column("instances", "Instances", read=count),
        column("cdb", "CDB", read=yes_no),
    ),
    build=_row,
)
"""Rows `Begin Snap:`, `End Snap:`, `Elapsed:`, `DB Time:`; the last two hold `60.22 (mins)` under Snap Time."""
