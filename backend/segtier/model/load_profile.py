"""The report's load profile: what the database did each second and each transaction."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence

LoadUnit = Literal["bytes", "blocks", "s", ""]
"""Empty: a number of something."""


@dataclass(frozen=True, slots=True)
class LoadRow:
    """Of the hours used; None where no report of them prints it."""

    metric: str
    label: str
    """As printed, without its unit."""
    unit: LoadUnit
    per_s: float | None
    """Of several intervals the mean, weighted by their time."""
    per_txn: float | None
    """As printed; of several intervals their mean second's through its transactions."""
    evidence: tuple[Evidence, ...] = ()
