"""Releases as numbers that compare."""

from __future__ import annotations

from segtier.model.workload import Database

_LONGEST_PART = 9
"""Digits of a part of a release, far more than any has."""


def release_of(database: Database) -> tuple[int, ...] | None:
    """`19.0.0.0.0` as numbers; None where the inputs do not say it, or say something else."""
    parts = (database.release or "").split(".")
    if not all(part.isdecimal() and len(part) <= _LONGEST_PART for part in parts):
        return None
    return tuple(int(part) for part in parts)
