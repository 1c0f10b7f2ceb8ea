"""Tablespace IO Stats and File IO Stats. Reads are requests; blocks = reads x blocks per read.

Two Oracle faults in these tables are corrected in `corrections.py`. From 12.2 on both are mostly empty.
"""

from __future__ import annotations

from segtier.model.workload import FileIo, TablespaceIo
from segtier.reports.numbers import milliseconds_us, words
from segtier.reports.sections.mechanism import Column, Row, Section, column, key

_READS: tuple[Column, ...] = (
    column("pdb", "PDB Name", read=words),
    column("read_requests", "Reads", required=True),
    column("read_requests_per_s", "Av Reads/s", "Av Rds/s"),
    column("avg_read_us", "Av Rd(ms)", read=milliseconds_us),
    column("blocks_per_read", "Av Blks/Rd"),
    column("write_requests", "Writes", required=True),
    column("write_requests_per_s", "Av Writes/s", "Writes avg/s"),
)


def _tablespace(row: Row) -> TablespaceIo | None:
    return None if row["tablespace"] is None else TablespaceIo(**row.values, evidence=(row.evidence,))


def _file(row: Row) -> FileIo | None:
    if row["tablespace"] is None or row["file"] is None:
        return None
    return FileIo(**row.values, evidence=(row.evidence,))


TABLESPACE_IO = Section(
    name="Tablespace IO Stats",
    columns=(
        key("tablespace", "Tablespace"),
        *_READS,
        column("single_block_reads_per_s", "1-bk Rds/s"),
        column("avg_single_block_read_us", "Av 1-bk Rd(ms)", read=milliseconds_us),
        column("avg_write_us", "Av Writes(ms)", read=milliseconds_us),
        column("buffer_waits", "Buffer Waits"),
        column("avg_buffer_wait_us", "Av Buf Wt(ms)", read=milliseconds_us),
    ),
    without=("Filename",),
    build=_tablespace,
)

FILE_IO = Section(
    name="File IO Stats",
    columns=(key("tablespace", "Tablespace"), key("file", "Filename"), *_READS),
    build=_file,
)
