"""PGA Memory Advisory and SGA Target Advisory: what other memory sizes would have done."""

from __future__ import annotations

from segtier.model.workload import PgaAdvice, SgaAdvice
from segtier.reports.numbers import mib, seconds
from segtier.reports.sections.mechanism import Row, Section, column


def _pga(row: Row) -> PgaAdvice:
    return PgaAdvice(**row.values, evidence=(row.evidence,))


def _sga(row: Row) -> SgaAdvice:
    return SgaAdvice(**row.values, evidence=(row.evidence,))


PGA_ADVISORY = Section(
    name="PGA Memory Advisory",
    columns=(
        column("target_bytes", "PGA Target Est (MB)", "PGA Aggr Target Est (MB)", read=mib, required=True),
        column("size_factor", "Size Factr", "Size Factor", required=True),
        column("est_extra_bytes", "Estd Extra W/A MB Read/ Written to Disk", read=mib),
        column("est_cache_hit_pct", "Estd PGA Cache Hit %", "Estd P Cache Hit %"),
        column("overallocations", "Estd PGA Overalloc Count", "Estd PGA Overallo Count"),
    ),
    build=_pga,
)

SGA_ADVISORY = Section(
    name="SGA Target Advisory",
    columns=(
        column("target_bytes", "SGA Target Size (M)", read=mib, required=True),
        column("size_factor", "SGA Size Factor", required=True),
        column("est_db_time_s", "Est DB Time (s)", read=seconds),
        column("est_physical_reads", "Est Physical Reads"),
    ),
    build=_sga,
)
