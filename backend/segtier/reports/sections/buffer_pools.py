"""Buffer Pool Statistics and Buffer Pool Advisory.

The advisory carries the summary text of the MTTR advisory in every report seen, and its `Est %DBtime for Rds` and
`Est Phys Read Time` have no stated unit: neither is read. 11.1 prints reads and
buffers plain, later releases in thousands.
"""

from __future__ import annotations

import re

from segtier.model.workload import BufferPool, BufferPoolAdvice
from segtier.reports.numbers import CellFault, data_bytes, mib, number, thousands
from segtier.reports.sections.mechanism import Row, Section, column

_POOLS = {"D": "DEFAULT", "K": "KEEP", "R": "RECYCLE"}
_BLOCK_SIZE = re.compile(r"\d{1,2}[kK]", re.ASCII)


def pool_name(printed: str) -> str:
    """`D` is DEFAULT, `K` KEEP, `R` RECYCLE; `16k` is the default pool of that block size."""
    known = _POOLS.get(printed.upper())
    if known is None and _BLOCK_SIZE.fullmatch(printed) is None:
        raise CellFault(printed)
    return known or f"DEFAULT {printed.upper()}"


def _statistics(row: Row) -> BufferPool | None:
    if row["pool"] is None:
        return None
    return BufferPool(**row.values, evidence=(row.evidence,))


BUFFER_POOL_STATISTICS = Section(
    name="Buffer Pool Statistics",
    columns=(
        column("pool", "P", read=pool_name, required=True),
        column("buffer_gets", "Buffer Gets", required=True),
        column("physical_reads", "Physical Reads", required=True),
        column("physical_writes", "Physical Writes"),
        column("free_buffer_waits", "Free Buff Wait", "Free Buffer Waits"),
        column("write_complete_waits", "Writ Comp Wait", "Write Complete Waits"),
        column("buffer_busy_waits", "Buffer Busy Waits"),
    ),
    build=_statistics,
)


def _advice(row: Row) -> BufferPoolAdvice | None:
    if row["pool"] is None:
        return None
    return BufferPoolAdvice(
        pool=row["pool"],
        size_bytes=row["size_bytes"],
        size_factor=row["size_factor"],
        buffers=row["buffers"],
        est_physical_read_factor=row["est_physical_read_factor"],
        est_physical_reads=row["est_physical_reads"],
        block_size_bytes=None if row.raw("pool").upper() in _POOLS else data_bytes(row.raw("pool")),
        evidence=(row.evidence,),
    )


BUFFER_POOL_ADVISORY = Section(
    name="Buffer Pool Advisory",
    core=True,
    columns=(
        column("pool", "P", read=pool_name, required=True),
        column("size_bytes", "Size for Est (M)", "Size for Estimate (M)", read=mib, required=True),
        column("size_factor", "Size Factor", "Size Factr", read=number, required=True),
        column("buffers", "Buffers (thousands)", read=thousands),
        column("buffers", "Buffers for Estimate"),
        column(
            "est_physical_read_factor",
            "Est Phys Read Factor",
            "Est Phys Read Factr",
            "Est Physical Read Factor",
            required=True,
        ),
        column("est_physical_reads", "Estimated Phys Reads (thousands)", read=thousands),
        column("est_physical_reads", "Estimated Physical Reads"),
    ),
    build=_advice,
)
