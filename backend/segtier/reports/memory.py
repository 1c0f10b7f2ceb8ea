"""Cache sizes and memory targets of one instance, from Cache Sizes and the initialization parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.evidence import Evidence
from segtier.model.workload import Cache, Parameter
from segtier.reports.numbers import CellFault, data_bytes
from segtier.reports.sections.mechanism import Row
from segtier.reports.tables.raw import normalise

_LABELS = {
    "buffer cache": "buffer_cache_bytes",
    "shared pool size": "shared_pool_bytes",
    "shared pool": "shared_pool_bytes",
}
_TARGETS = {
    "sga_target": "sga_target_bytes",
    "memory_target": "memory_target_bytes",
    "pga_aggregate_target": "pga_target_bytes",
}


def cache(rows: Sequence[Row], parameters: Iterable[Parameter]) -> tuple[Cache, ...]:
    """Sizes at the begin snapshot. A target that the report does not print stays None: 19c lists only modified ones."""
    values: dict[str, int | None] = {}
    evidence: list[Evidence] = []
    for row in rows:
        name = _LABELS.get(normalise(row["label"] or ""))
        if name is not None:
            values[name] = row["begin"]
            evidence.append(replace(row.evidence, column="Begin"))
    for parameter in parameters:
        name = _TARGETS.get(parameter.name.lower())
        if name is not None and _is_of_instance(parameter) and values.get(name) is None:
            values[name] = _bytes(parameter.begin)
            evidence.extend(replace(one, column="Begin value") for one in parameter.evidence)
    known = any(value is not None for value in values.values())
    return (Cache(**values, evidence=tuple(evidence)),) if known else ()


_COMPARED = {
    "memory target": "memory_target_bytes",
    "sga target": "sga_target_bytes",
    "buffer cache": "buffer_cache_bytes",
    "shared pool": "shared_pool_bytes",
    "pga target": "pga_target_bytes",
}


def compared_cache(rows: Sequence[Row]) -> tuple[Cache, ...]:
    """Sizes of one period of a compare-period report, one per row."""
    known = {_COMPARED[name]: row for row in rows if (name := normalise(row["label"] or "")) in _COMPARED}
    values = {name: row["begin"] for name, row in known.items() if row["begin"] is not None}
    return (Cache(**values, evidence=tuple(known[name].evidence for name in values)),) if values else ()


def block_size_bytes(rows: Sequence[Row], parameters: Iterable[Parameter]) -> int | None:
    """The standard block size, printed beside the cache sizes or set as `db_block_size`."""
    for row in rows:
        if normalise(row["second_label"] or "") == "std block size" and row["second_value"]:
            return int(row["second_value"])
    return next(
        (_bytes(row.begin) for row in parameters if row.name.lower() == "db_block_size" and _is_of_instance(row)), None
    )


def _is_of_instance(parameter: Parameter) -> bool:
    """What the root sets holds for the instance; what a PDB sets, for that PDB only."""
    return parameter.pdb in (None, "CDB$ROOT")


def _bytes(text: str | None) -> int | None:
    try:
        return data_bytes(text or "")
    except CellFault:
        return None
