"""The load profile of the hours used."""

from __future__ import annotations

import re

from segtier.analysis.figures import first_known, load_per_s
from segtier.model.load_profile import LoadRow, LoadUnit
from segtier.model.workload import LoadMetric, Workload

_UNITS: tuple[tuple[str, LoadUnit], ...] = (
    ("_bytes", "bytes"),
    ("_blocks", "blocks"),
    ("_time_s", "s"),
    ("_cpu_s", "s"),
)
"""By the end of the metric's name."""
_LABELS = {"work_area_bytes": "SQL work area"}
"""Where the printed one has its unit in the middle."""
_UNIT = re.compile(r"\s?\((?:s|bytes|blocks|MB)\)$")


def load_rows(workload: Workload, txn_per_s: float | None = None) -> tuple[LoadRow, ...]:
    """The rows of the (merged) workload that print a figure, as the report orders them. `txn_per_s`: where no row has it."""
    txn_per_s = first_known(load_per_s(workload, "Transactions"), txn_per_s)
    return tuple(_row(row, txn_per_s) for row in workload.load_profile if (row.per_s, row.per_txn) != (None, None))


def _row(row: LoadMetric, txn_per_s: float | None) -> LoadRow:
    per_txn = row.per_txn
    # A transaction of itself is none of the report's figures.
    if per_txn is None and row.per_s is not None and txn_per_s and row.metric != "transactions":
        per_txn = row.per_s / txn_per_s
    return LoadRow(
        metric=row.metric,
        label=_LABELS.get(row.metric) or _UNIT.sub("", row.label or row.metric),
        unit=next((unit for end, unit in _UNITS if row.metric.endswith(end)), ""),
        per_s=row.per_s,
        per_txn=per_txn,
        evidence=row.evidence,
    )
