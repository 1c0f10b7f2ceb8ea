"""All databases side by side, and one budget of flash shared out among them."""

from __future__ import annotations

from datetime import datetime

from segtier.dataclass import dataclass
from segtier.model.advice import Grade
from segtier.model.forecast import Range
from segtier.model.verdict import State


@dataclass(frozen=True, slots=True)
class FleetShare:
    """What one database gets of the budget. Flash as it is bought: what the headroom keeps free is counted in."""

    share_bytes: int
    saved_s_per_hour: float
    """DB time that the best segments in it save, expected."""
    next_s_per_hour_per_gib: float
    """What the next GiB would save here."""


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A database with its answer to the question of which nothing is stated; what an answer says is None where it has none."""

    id: str
    name: str
    dbid: int | None
    sample: bool
    last_time: datetime | None
    """In the database's own time."""
    problem: str | None = None
    """Why there is no answer."""
    pending: bool = False
    """Its answer is being worked out: ask again."""
    stale: bool = False
    """Its documents changed since, or Segtier did: it is being worked out anew."""
    state: State | None = None
    tag: str | None = None
    headline: str | None = None
    gain: Range | None = None
    """Part of DB time that the option to open first takes off, 0 to 1."""
    ceiling_db_time_pct: float | None = None
    grade: Grade | None = None
    db_time_s_per_hour: float | None = None
    knee_bytes: int | None = None
    """SSD as it is bought, what is kept free counted in; more of it gains less than on average."""
    used_bytes: int | None = None
    """Of the option to open first."""
    share: FleetShare | None = None
    """None without a budget, where the answer is not to move, and where no segment has a known size."""


@dataclass(frozen=True, slots=True)
class FleetTotal:
    budget_bytes: int
    share_bytes: int
    saved_s_per_hour: float
    databases: int
    """That get a share."""


@dataclass(frozen=True, slots=True)
class Fleet:
    items: tuple[FleetRow, ...]
    pending: int = 0
    """Databases whose answer is being worked out. Nothing is shared out before all are there: whoever came first would get it."""
    total: FleetTotal | None = None
    """None without a budget, and as long as an answer is pending."""
