"""The cells of one line of CSV, whatever stands in it."""

from __future__ import annotations

import csv


def cells_of(line: str, sign: str) -> list[str]:
    """None where it is no line of CSV: a carriage return within it, or a cell beyond what the library takes."""
    try:
        return next(csv.reader([line], delimiter=sign), [])
    except csv.Error:
        return []
