"""Releases as numbers that compare."""

from __future__ import annotations

import re

from segtier.model.workload import Database

_DOTTED = re.compile(r"(?<![\d.])\d{1,9}(?:\.\d{1,9}){0,9}(?![\d.a-z])", re.IGNORECASE)
_BY_YEAR = re.compile(r"(?<![\d.])(\d{2})(?:c|ai)(?![\da-z])", re.IGNORECASE)
_FIRST_BY_YEAR = 18
"""`12c` is 12.1 or 12.2: it tells too little."""


def release_of(database: Database) -> tuple[int, ...] | None:
    """`19.0.0.0.0`, `23.26.1.0.0`, `19c` or `26ai` as numbers; None where the inputs do not say it, or say something else."""
    text = database.release or ""
    dotted = _DOTTED.search(text)
    if dotted is not None:
        return tuple(int(part) for part in dotted[0].split("."))
    named = _BY_YEAR.search(text)
    return (int(named[1]),) if named is not None and int(named[1]) >= _FIRST_BY_YEAR else None
