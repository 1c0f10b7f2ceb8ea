"""Buffer Pool Statistics and Buffer Pool Advisory.

The advisory carries the summary text of the MTTR advisory in every report seen, and its `Est %DBtime for Rds` and
`Est Phys Read Time` have no stated unit: neither is read. 11.1 prints reads and
buffers plain, later releases in thousands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from segtier.model.workload import BufferPool, BufferPoolAdvice
from segtier.reports.numbers import CellFault, mib, number, thousands
from segtier.reports.sections.mechanism import Row, Section, column

_POOLS = {"D": "DEFAULT", "K": "KEEP", "R": "RECYCLE"}
_SIZED = re.compile(r"(\d{1,2})(k|[DKR])", re.ASCII)


def pool_name(printed: str) -> str:
    """`D` is DEFAULT, `K` KEEP, `R` RECYCLE; `16k` is the default pool of that block size.

    Where Oracle's script does not know the standard block size it prints each pool's own before its letter: `8D`, `8K`, `16D`.
    """
    known = _POOLS.get(printed.upper())
    if known is not None:
        return known
    sized = _SIZED.fullmatch(printed)
    if sized is None:
        raise CellFault(printed)
    size, letter = sized.groups()
    return _POOLS[letter] if letter in "KR" else f"DEFAULT {size}K"


def _block_bytes(printed: str) -> int | None:
    """None where the pool is one of the standard block size, whatever that is."""
    sized = _SIZED.fullmatch(printed)
    return None if sized is None else int(sized[1]) * 1024


Pool = TypeVar("Pool", BufferPool, BufferPoolAdvice)


def with_standard_pool(rows: tuple[Pool, ...], block_bytes: int | None) -> tuple[Pool, ...]:
    """The default pool of the standard block size is DEFAULT: of 8 kB too, or of the only size where none is known."""
    sized = {row.pool for row in rows if row.pool.startswith("DEFAULT ")}
    if any(row.pool == "DEFAULT" for row in rows):
        return rows
    alone = next(iter(sized)) if len(sized) == 1 and block_bytes is None else None
    standard = alone if block_bytes is None else f"DEFAULT {block_bytes // 1024}K"
    return tuple(replace(row, pool="DEFAULT") if row.pool == standard else row for row in rows)


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
        block_size_bytes=_block_bytes(row.raw("pool")),
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
