"""What connecting and disconnecting takes of DB time."""

from __future__ import annotations

from segtier.analysis.figures import time_model_s
from segtier.model.workload import Workload

CONNECTING = "connection management call elapsed time"
"""Its row of the time model."""


def connecting_share(workload: Workload, db_time_s: float) -> float:
    """Part of DB time spent on connecting and disconnecting, 0 where the report does not tell."""
    return (time_model_s(workload, CONNECTING) or 0.0) / db_time_s if db_time_s > 0 else 0.0
