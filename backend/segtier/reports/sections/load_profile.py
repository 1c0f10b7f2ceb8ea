"""Load Profile: per-second and per-transaction rates under labels that changed in 11.2.0.4."""

from __future__ import annotations

import re

from segtier.model.workload import LoadMetric
from segtier.reports.numbers import words
from segtier.reports.sections.mechanism import Row, Section, column
from segtier.units import MIB

_METRICS = {
    "db time(s)": "db_time_s",
    "db cpu(s)": "db_cpu_s",
    "background cpu(s)": "background_cpu_s",
    "redo size": "redo_bytes",
    "redo size (bytes)": "redo_bytes",
    "logical reads": "logical_reads_blocks",
    "logical read (blocks)": "logical_reads_blocks",
    "block changes": "block_changes",
    "physical reads": "physical_reads_blocks",
    "physical read (blocks)": "physical_reads_blocks",
    "physical writes": "physical_writes_blocks",
    "physical write (blocks)": "physical_writes_blocks",
    "read io requests": "physical_read_requests",
    "write io requests": "physical_write_requests",
    "read io (mb)": "physical_read_bytes",
    "write io (mb)": "physical_write_bytes",
    "sql work area (mb)": "work_area_bytes",
    "w/a mb processed": "work_area_bytes",
    "parses (sql)": "parses",
    "hard parses (sql)": "hard_parses",
    "executes (sql)": "executes",
    "session logical read im": "in_memory_logical_reads_blocks",
    "im scan rows": "in_memory_scan_rows",
}
_IN_MIB = frozenset({"physical_read_bytes", "physical_write_bytes", "work_area_bytes"})


def metric_name(label: str) -> str:
    """The document's name for a printed label; a label not known becomes its words joined by `_`."""
    known = _METRICS.get(label.lower())
    return known or re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")


def metric_scale(metric: str) -> float:
    """What turns a printed figure into the metric's unit."""
    return float(MIB) if metric in _IN_MIB else 1.0


def _build(row: Row) -> LoadMetric | None:
    label = (row["label"] or "").rstrip(": ")
    if not label:
        return None
    metric = metric_name(label)
    scale = metric_scale(metric)
    per_s, per_txn = row["per_s"], row["per_txn"]
    return LoadMetric(
        metric=metric,
        label=label,
        per_s=None if per_s is None else per_s * scale,
        per_txn=None if per_txn is None else per_txn * scale,
        evidence=(row.evidence,),
    )


LOAD_PROFILE = Section(
    name="Load Profile",
    core=True,
    columns=(
        column("label", "", read=words, required=True),
        column("per_s", "Per Second", required=True),
        column("per_txn", "Per Transaction"),
    ),
    build=_build,
)
