"""One line of the audit trail: who did what to which, chained to the line before."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from segtier.dataclass import dataclass
from segtier.model.account import Writer
from segtier.model.review import PlanFault
from segtier.model.scoreboard import SealFault


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """`at` is UTC; `action` a noun and what became of it (`plan.approved`), `subject` the identifier it was done to.

    `previous` is the digest of the entry before (64 zeros for the first), `digest` that of this one with it: SHA-256, hex.
    """

    sequence: int
    at: datetime
    actor_id: str
    actor_name: str
    action: str
    subject: str
    detail: dict[str, Any]
    previous: str
    digest: str


@dataclass(frozen=True, slots=True)
class Sought:
    """Which entries somebody looks for; what is None leaves them all in.

    `who`: the name or the identifier of whoever did it. `what`: an action, or its noun for all of its actions (`plan`).
    `database`: entries whose subject or detail names this database, and those of files that hold a report of it. `since` and
    `until` are UTC; an entry of the moment `until` is left out.
    """

    who: str | None = None
    what: str | None = None
    database: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AuditFault:
    """The first entry that does not follow from those before, and why."""

    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class Deleter:
    """Who deletes something. `names`: the trail may keep what it was called; `because`: why, where nobody asked for it."""

    actor: Writer
    names: bool = True
    because: str = ""


Stored = Literal["database", "upload"]


@dataclass(frozen=True, slots=True)
class StoredFault:
    """A database or an upload that vanished, came or changed without an entry."""

    kind: Stored
    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    """`entries` were read, `head` is the digest of the last (64 zeros where there is none); None as `fault`: all follow."""

    entries: int
    head: str
    fault: AuditFault | None
    sealed: int = 0
    """Forecasts that were held against the trail."""
    altered: tuple[SealFault, ...] = ()
    plans: int = 0
    """Plans under review that were held against the trail."""
    altered_plans: tuple[PlanFault, ...] = ()
    databases: int = 0
    """Those that were held against the trail; so are uploads."""
    uploads: int = 0
    unexplained: tuple[StoredFault, ...] = ()

    @property
    def holds(self) -> bool:
        return self.fault is None and not (self.altered or self.altered_plans or self.unexplained)
