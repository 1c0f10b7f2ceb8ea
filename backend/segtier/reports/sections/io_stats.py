"""IOStat by Function and by Filetype: the surest totals of all I/O from 11.2 on.

`Reqs per sec` stands twice, over reads and over writes. The row `TOTAL:` is kept under its printed name.
"""

from __future__ import annotations

from segtier.model.workload import IoFiletype, IoFunction
from segtier.reports.numbers import count, data_bytes, milliseconds_us
from segtier.reports.sections.mechanism import Column, Row, Section, column, key

_TRAFFIC: tuple[Column, ...] = (
    column("read_bytes", "Reads: Data", "Data Volume", read=data_bytes, required=True),
    column("read_requests_per_s", "Reqs per sec", "Requests /sec", required=True),
    column("write_bytes", "Writes: Data", read=data_bytes, required=True),
    column("write_bytes", "Data Volume", nth=1, read=data_bytes),
    column("write_requests_per_s", "Reqs per sec", "Requests /sec", nth=1, required=True),
)


def _function(row: Row) -> IoFunction | None:
    return None if row["function"] is None else IoFunction(**row.values, evidence=(row.evidence,))


def _filetype(row: Row) -> IoFiletype | None:
    return None if row["filetype"] is None else IoFiletype(**row.values, evidence=(row.evidence,))


IO_FUNCTIONS = Section(
    name="IOStat by Function summary",
    headings=("IO Stat by Function - summary",),
    since="11.2",
    columns=(
        key("function", "Function Name", "Function"),
        *_TRAFFIC,
        column("waits", "Waits: Count", "Count", read=count),
        column("avg_wait_us", "Avg Tm(ms)", "Avg Time", read=milliseconds_us),
    ),
    build=_function,
)

IO_FILETYPES = Section(
    name="IOStat by Filetype summary",
    since="11.2",
    columns=(
        key("filetype", "Filetype Name"),
        *_TRAFFIC,
        column("small_read_us", "Small Read", read=milliseconds_us),
        column("large_read_us", "Large Read", read=milliseconds_us),
    ),
    build=_filetype,
)
