"""Plans under review: their states, what is checked, what was done, what was said, and how two revisions differ."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.advice import OptionAdvice
from segtier.model.device import Tier
from segtier.model.forecast import EventAfter
from segtier.model.scenario import Typed

Recorded = Literal["draft", "in-review", "approved", "rejected", "withdrawn", "applied", "superseded"]
"""superseded: approved once, and another plan of the same option and database was approved after it."""
State = Literal[Recorded, "stale", "evidence-retired", "measured"]
"""stale: what it was made from, or the version, is another now; evidence-retired: no report of its database is stored any more;
measured: applied, and its forecast is scored."""
Action = Literal["revise", "submit", "withdraw", "approve", "reject", "mark-applied"]
Done = Literal["submitted", "withdrawn", "approved", "rejected", "applied", "superseded"]
DONE: dict[Action, Done] = {
    "submit": "submitted",
    "withdraw": "withdrawn",
    "approve": "approved",
    "reject": "rejected",
    "mark-applied": "applied",
}
"""What is written down of an action; `revise` writes a revision."""
Level = Literal["error", "warning", "passed", "not-known"]
"""error: it cannot be submitted; warning: only with a reason; not-known: no input says it, the scripts look it up."""
Verdict = Literal["approve", "reject"]


@dataclass(frozen=True, slots=True)
class KeptAdvice:
    """What the advice said of a plan's option when a revision was made, whatever becomes of the reports.

    A field added here needs a default, which revisions that were made before have.
    """

    ssd_bytes: int | None
    """The capacity that was asked for; None where a device was."""
    devices: tuple[Tier, ...]
    """The SSD it was worked out for."""
    option: OptionAdvice
    wait_events_today: tuple[EventAfter, ...] = ()
    """Those of the reports, beside `option.wait_events_after`."""


@dataclass(frozen=True, slots=True)
class Check:
    """Looked at before people are asked to."""

    code: str
    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why an action is not somebody's to take now."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class OpenAction:
    """An action, for whoever asks."""

    action: Action
    open: bool
    refused_because: str | None
    """None where it is open."""
    refused_code: str | None
    """The same for programs, as a refusal has it: open-comments, own-plan, scope-needed."""


@dataclass(frozen=True, slots=True)
class PlanFault:
    """A kept plan that is no longer what was written, or approved."""

    plan_id: str
    revision: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlacementChange:
    """Which segments move that did not, and the other way round. Names with their PDB; bytes None where a size is missing."""

    came: tuple[str, ...]
    went: tuple[str, ...]
    bytes_before: int | None
    bytes_after: int | None
    text: str
    """In a few words: `+3 segments, -11 GiB`."""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A field of the question, a name of the target, the files or the version; None: nothing was said."""

    name: str
    before: Typed
    after: Typed


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    change: Literal["added", "removed", "changed"]
    diff: str | None
    """Unified, three lines around each change; None where it is too long to compare by line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDifference:
    """From one revision to another."""

    before: int
    after: int
    placement: PlacementChange
    settings: tuple[SettingChange, ...]
    files: tuple[FileChange, ...]
    """Of the signed core, without SHA256SUMS."""
