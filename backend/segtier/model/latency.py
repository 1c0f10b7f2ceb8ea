"""How long the waits of an event took: the report's histogram, of all reports used together."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName
from segtier.model.evidence import Evidence


@dataclass(frozen=True, slots=True)
class LatencyBucket:
    from_us: float
    to_us: float | None
    """None: open, of all longer waits."""
    waits_pct: float
    time_pct: float | None
    """An estimate; None where the bucket is open, or another one is, and the event's time is not known."""


@dataclass(frozen=True, slots=True)
class LatencyHistogram:
    event: str
    wait_class: str
    demand: DemandName
    waits: int | None
    """That it tells of, of the foreground and the background; None where no report counts them."""
    avg_wait_us: float | None
    buckets: tuple[LatencyBucket, ...]
    evidence: tuple[Evidence, ...] = ()
