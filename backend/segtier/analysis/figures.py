"""Looking up single figures in a workload; None where the source does not give them."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.workload import Workload


def statistic(workload: Workload, name: str) -> float | None:
    """Total of an instance activity statistic over the interval, summed over instances."""
    rows = [row.total for row in workload.instance_statistics if row.name == name and row.total is not None]
    return sum(rows) if rows else None


def statistic_per_s(workload: Workload, name: str) -> float | None:
    total = statistic(workload, name)
    elapsed = workload.interval.elapsed_s
    return total / elapsed if total is not None and elapsed else None


def time_model_s(workload: Workload, name: str) -> float | None:
    """Seconds of a time model statistic, summed over instances."""
    rows = [row.time_s for row in workload.time_model if row.name.lower() == name.lower() and row.time_s is not None]
    return sum(rows) if rows else None


def cpu_is_known(workload: Workload) -> bool:
    """Whether the inputs give DB CPU: typed events may come without it."""
    return time_model_s(workload, "DB CPU") is not None or workload.interval.db_cpu_s is not None


def load_per_s(workload: Workload, *label_starts: str) -> float | None:
    """Per-second figure of the load profile row whose printed label starts with one of these words."""
    for row in workload.load_profile:
        label = (row.label or row.metric).lower()
        if row.per_s is not None and any(label.startswith(start.lower()) for start in label_starts):
            return row.per_s
    return None


def parameter(workload: Workload, name: str) -> str | None:
    """Value at the end of the interval of an initialization parameter."""
    for row in workload.parameters:
        if row.name == name:
            return row.end or row.begin
    return None


def first_known(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


def total_of(values: Iterable[float | None]) -> float | None:
    """Sum of the known values; None where none is known."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def total_of_all(values: Iterable[float | None]) -> float | None:
    """Sum of the values; None where one of them is not known, or there are none."""
    given = list(values)
    known = [value for value in given if value is not None]
    return sum(known) if known and len(known) == len(given) else None
