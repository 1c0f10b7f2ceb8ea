"""A row of DBA_RSRC_IO_CALIBRATE, or what a script prints of DBMS_RESOURCE_MANAGER.CALIBRATE_IO.

Columns after Oracle's Database Reference: MAX_IOPS are reads of one block, MAX_MBPS reads of the largest size. LATENCY is of
the reads at that rate, in whole milliseconds: 0 is below one, and any other may be nearly one more. It says what a read takes
at most, never what it takes alone. MAX_PMBPS is of one process and no limit of the flash.
"""

from __future__ import annotations

import re

from segtier.errors import UnreadableInput
from segtier.measured.run import DISKS_US, Measurement
from segtier.model.evidence import Warn
from segtier.model.measured import Figure, Measured
from segtier.reports.exported_rows import table_in, text_kind
from segtier.reports.segment_cells import whole_number
from segtier.reports.tables.columns import Column, Columns, Reading
from segtier.units import MIB, US_PER_MS

COLUMNS = Columns(
    (
        Column("iops", ("MAX_IOPS",), whole_number, required=True),
        Column("mbps", ("MAX_MBPS",), whole_number),
        Column("latency_ms", ("LATENCY", "ACTUAL_LATENCY"), whole_number),
    ),
    known=frozenset({"START_TIME", "END_TIME", "MAX_PMBPS", "NUM_PHYSICAL_DISKS", "ADDITIONAL_INFO", "CON_ID"}),
)
_PRINTED = re.compile(r"\b(max_?\s?iops|latency|max_?\s?mbps)\b\s{0,20}[=:]\s{0,20}(\d{1,15})", re.IGNORECASE)
_ADVICE = "Give the rows of SELECT * FROM dba_rsrc_io_calibrate, as CSV or as a spool of SQL*Plus."


def is_calibration(text: str) -> bool:
    return "MAX_IOPS" in text[:20_000].upper()


def read_calibration(text: str, file: str) -> Measurement:
    """Raises UnreadableInput where there is no row, or one that no calibration writes."""
    found = _row(text, file) or _printed(text)
    iops, mbps, latency_ms = (found.get(name) for name in ("iops", "mbps", "latency_ms"))
    if not iops:
        raise UnreadableInput(
            f"{file}: there is no calibration in it, or MAX_IOPS is 0", code="no-calibration", advice=_ADVICE
        )
    source = f"DBA_RSRC_IO_CALIBRATE in {file}"
    warnings = [
        Warn(
            "calibrated-where",
            f"{source}: a calibration reads all data files of its database. It is of the SSD only if they lay there.",
        )
    ]
    if latency_ms is not None and latency_ms * US_PER_MS >= DISKS_US:
        warnings.append(Warn("looks-like-disks", f"{source}: reads of {latency_ms:,.0f} ms are not what SSD does."))
    return Measurement(
        figures=Measured(
            read_us=None
            if latency_ms is None
            else Figure((latency_ms + 1) * US_PER_MS, bound=True, source=f"{source}, LATENCY {latency_ms:.0f} ms"),
            read_iops=Figure(iops, source=f"{source}, MAX_IOPS"),
            read_bytes_per_s=Figure(mbps * MIB, source=f"{source}, MAX_MBPS") if mbps else None,
        ),
        warnings=tuple(warnings),
    )


def _row(text: str, file: str) -> dict[str, float | None] | None:
    """The last row: there is one in a database, and the latest of several that somebody joined."""
    kind = text_kind(text)
    table = table_in(kind, text) if kind is not None else None
    if table is None or COLUMNS.missing(table):
        return None
    rows = list(Reading(table, COLUMNS, file).rows())
    return dict(rows[-1].values)


def _printed(text: str) -> dict[str, float | None]:
    names = {"iops": "iops", "mbps": "mbps", "latency": "latency_ms"}
    return {
        names[re.sub(r"max_?\s?", "", match[1].lower())]: float(match[2]) for match in _PRINTED.finditer(text[:20_000])
    }
