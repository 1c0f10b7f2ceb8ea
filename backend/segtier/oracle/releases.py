"""Releases as numbers that compare."""

from __future__ import annotations

from segtier.model.workload import Database
from segtier.units import counted

_LONGEST_PART = 9
"""Digits of a part of a release, far more than any has."""


def release_of(database: Database) -> tuple[int, ...] | None:
    """`19.0.0.0.0` as numbers; None where the inputs do not say it, or say something else."""
    parts = (database.release or "").split(".")
    numbers = tuple(number for part in parts if (number := counted(part, _LONGEST_PART)) is not None)
    return numbers if len(numbers) == len(parts) else None
