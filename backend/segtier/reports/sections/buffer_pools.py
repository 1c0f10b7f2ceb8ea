"""Buffer Pool Statistics and Buffer Pool Advisory (facts file 3.10).

The advisory carries the summary text of the MTTR advisory in every report seen, and its `Est %DBtime for Rds` and
`Est Phys Read Time` have no stated unit: neither is read. 11.1 prints reads and
buffers plain, later releases in thousands.
"""

from __future__ import annotations

from segtier.model.workload import BufferPool, BufferPoolAdvice
from segtier.reports.numbers import data_bytes, mib, number, thousands
from segtier.reports.sections.mechanism import Row, Section, column, key

_POOLS = {"D": "DEFAULT", "K": "KEEP", "R": "RECYCLE"}


def pool_name(printed: str) -> str:
    """`D` is DEFAULT, `K` KEEP, `R` RECYCLE; `16k` is the default pool of that block size."""
    return _POOLS.get(printed.upper(), f"DEFAULT {printed.upper()}")


def _block_size_bytes(printed: str) -> int | None:
    return None if printed.upper() in _POOLS else data_bytes(printed)


def _statistics(row: Row) -> BufferPool | None:
    if row["pool"] is None:
        return None
    return BufferPool(**{**row.values, "pool": pool_name(row["pool"])}, evidence=(row.evidence,))


BUFFER_POOL_STATISTICS = Section(
    name="Buffer Pool Statistics",
    columns=(
        key("pool", "P"),
        column("buffer_gets", "Buffer Gets", required=True),
        column("physical_reads", "Physical Reads", required=True),
        column("physical_writes", "Physical Writes"),
        column("free_buffer_waits", "Free Buff Wait"),
        column("write_complete_waits", "Writ Comp Wait"),
        column("buffer_busy_waits", "Buffer Busy Waits"),
    ),
    build=_statistics,
)


def _advice(row: Row) -> BufferPoolAdvice | None:
    if row["pool"] is None:
        return None
    return BufferPoolAdvice(
        pool=pool_name(row["pool"]),
        size_bytes=row["size_bytes"],
        size_factor=row["size_factor"],
        buffers=row["buffers"],
        est_physical_read_factor=row["est_physical_read_factor"],
        est_physical_reads=row["est_physical_reads"],
        block_size_bytes=_block_size_bytes(row["pool"]),
        evidence=(row.evidence,),
    )


BUFFER_POOL_ADVISORY = Section(
    name="Buffer Pool Advisory",
    core=True,
    columns=(
        key("pool", "P"),
        column("size_bytes", "Size for Est (M)", read=mib, required=True),
        column("size_factor", "Size Factor", read=number, required=True),
        column("buffers", "Buffers (thousands)", read=thousands),
        column("buffers", "Buffers for Estimate"),
        column("est_physical_read_factor", "Est Phys Read Factor", required=True),
        column("est_physical_reads", "Estimated Phys Reads (thousands)", read=thousands),
        column("est_physical_reads", "Estimated Physical Reads"),
    ),
    build=_advice,
)
