"""How the database is set up at a snapshot: parameters, cache sizes, and the advisories' estimates of other sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

from segtier.columns import rows_of
from segtier.model.evidence import Evidence
from segtier.model.workload import BufferPoolAdvice, Cache, Parameter, PgaAdvice, SgaAdvice
from segtier.reports.awr_dump.activity import pool_name
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.segments import Places
from segtier.units import MIB, counted

_SIZES = {
    "__db_cache_size": "buffer_cache_bytes",
    "db_cache_size": "buffer_cache_bytes",
    "__shared_pool_size": "shared_pool_bytes",
    "shared_pool_size": "shared_pool_bytes",
    "sga_target": "sga_target_bytes",
    "memory_target": "memory_target_bytes",
    "pga_aggregate_target": "pga_target_bytes",
}
"""The size in use stands above the one set."""
_HIDDEN = "__"
Seen = tuple[Evidence, ...]
Values = dict[tuple[str, str | None], str]


def values_of(rows: Iterable[Row], names: Mapping[Any, str], places: Places) -> Values:
    """By name and pluggable database."""
    return {(names[number], places.containers.of(container)): value
            for number, value, container in rows if number in names and value is not None}  # fmt: skip


def of_instance(values: Values, name: str) -> str | None:
    """What the root sets holds for the instance; what a pluggable database sets, for that alone."""
    return values.get((name, None)) or values.get((name, "CDB$ROOT"))


def parameters(begin: Values, end: Values, instance: int, seen: Seen) -> tuple[Parameter, ...]:
    """Those that people set; `end` is None where it did not change, as reports print it."""
    told = [
        (name, pdb, begin.get((name, pdb), value), value) for (name, pdb), value in end.items() if name[:2] != _HIDDEN
    ]
    return tuple(
        rows_of(
            Parameter,
            len(told),
            name=[one[0] for one in told],
            begin=[one[2] for one in told],
            end=[value if value != before else None for _, _, before, value in told],
            pdb=[one[1] for one in told],
            instance=repeat(instance),
            evidence=repeat(seen),
        )
    )


def caches(values: Values, instance: int, seen: Seen) -> tuple[Cache, ...]:
    sizes: dict[str, int] = {}
    for name, field in _SIZES.items():
        size = counted(of_instance(values, name))
        if size:
            sizes.setdefault(field, size)
    return (Cache(instance, **sizes, evidence=seen),) if sizes else ()


def cache_advice(
    rows: Sequence[Row], block_bytes: int | None, instance: int, seen: Seen
) -> tuple[BufferPoolAdvice, ...]:
    """Reads are estimated since the instance was started: only their ratio says something."""
    found = []
    for name, size, mib, factor, buffers, reads, base, actual in rows:
        if not name or mib is None:
            continue
        ratio = reads / base if base and reads is not None else None
        found.append(
            BufferPoolAdvice(
                pool=pool_name(name, size, block_bytes),
                size_bytes=round(mib * MIB),
                size_factor=_float(factor),
                buffers=_float(buffers),
                est_physical_read_factor=ratio,
                est_physical_reads=actual * ratio if ratio is not None and actual is not None else None,
                block_size_bytes=None if size is None else int(size),
                instance=instance,
                evidence=seen,
            )
        )
    return tuple(found)


def pga_advice(rows: Sequence[Row], instance: int, seen: Seen) -> tuple[PgaAdvice, ...]:
    return tuple(
        PgaAdvice(round(target), _float(factor), _float(extra), _float(hit), _float(over), instance, seen)
        for target, factor, extra, hit, over in rows
        if target is not None
    )


def sga_advice(rows: Sequence[Row], instance: int, seen: Seen) -> tuple[SgaAdvice, ...]:
    return tuple(
        SgaAdvice(round(mib * MIB), _float(factor), _float(db_time_s), _float(reads), instance, seen)
        for mib, factor, db_time_s, reads in rows
        if mib is not None
    )


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)
