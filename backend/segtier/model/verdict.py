"""The answer as a structure: what it is, why, what stands in its way, what to do next. Everything that shows it prints this."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.component import Bottleneck
from segtier.model.forecast import Range
from segtier.model.names import Word
from segtier.model.option import NONE, OptionName, Recommendation

State = Literal["move", "needs", "memory-first", "tune-first", "leave", "not-enough-data"]
"""move: an option gains over its whole range and can be done. needs: one would gain, and the user can clear what stands in
its way. memory-first, tune-first: something else comes before flash. leave: no option gains enough."""
Need = Literal[
    "sizes",
    "shared-flash",
    "more-flash",
    "segments",
    "cache-size",
    "cache-advisory",
    "busy-hour",
    "wait-events",
    "whole-report",
]
"""What the user can give or say so that an answer is possible."""
NEEDS: dict[Need, str] = {
    "sizes": "sizes",
    "shared-flash": "shared SSD",
    "more-flash": "more SSD",
    "segments": "segment statistics",
    "cache-size": "the cache's size",
    "cache-advisory": "a cache advisory",
    "busy-hour": "a busy hour",
    "wait-events": "wait events",
    "whole-report": "the whole report",
}
"""As words after "with" and "needs"."""
OptionState = Literal["advised", "possible", "needs", "no-gain", "unknown", "blocked"]
"""unknown: what it gains hangs on time that has no name, between the ends of `not_known`. possible: it may gain, and the advice
is not to do it (first). needs: it would gain, and `needs` of its blockers say what is missing. no-gain: nothing of its range is
a gain, now or with what is missing. blocked: nothing the user can give clears the way."""


OPTION_STATES: dict[OptionState, str] = {
    "advised": "advised",
    "possible": "may gain",
    "needs": "needs something",
    "no-gain": "no gain",
    "unknown": "not known",
    "blocked": "not here",
}
STATES: dict[State, str] = {
    "move": "Do it",
    "needs": "Yes, with something more",
    "memory-first": "More memory first",
    "tune-first": "Tune first",
    "leave": "Leave it as it is",
    "not-enough-data": "Not enough data",
}
"""As a tag."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """What stands in the way of an option."""

    code: str
    text: str
    """One sentence, the same wherever it is shown."""
    needs: Need | None = None
    """What clears it; None: nothing the user can give."""


@dataclass(frozen=True, slots=True)
class NotKnown:
    """Why nothing is forecast: the outcome hangs on what the inputs do not tell."""

    least_pct: float
    """Of DB time, taken off at the same work; below 0 where it may grow."""
    most_pct: float
    why: Word
    """no-names, unknown-event, list-cut, no-list, no-figure, unreadable or log-write."""
    text: str
    """Why, in a sentence."""
    bring: str
    """What would tell."""


@dataclass(frozen=True, slots=True)
class SegmentName:
    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    size_bytes: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    state: State
    cause: Word
    """The code of its diagnosis."""
    bottleneck: Bottleneck
    recommendation: Recommendation
    tag: str
    """The state in a few words."""
    headline: str
    """At most 14 words; 21 where it says the worst hour too."""
    text: str
    """The same with its figures and limits, a few sentences."""
    next_step: str
    """What to do now, or to look at first."""
    would_change: tuple[str, ...]
    """What would make the answer another one."""
    ceiling_throughput_ratio: float | None = None
    ceiling_db_time_pct: float | None = None
    """The most that infinitely fast storage could take off DB time at the same work, as far as the inputs explain it."""
    ceiling_covers_pct: float | None = None
    """Part of DB time that the inputs explain: CPU and waits by name."""
    option: OptionName = NONE
    """The option to open first."""
    gain: Range | None = None
    """Part of DB time that option takes off at the same work, 0 to 1; None where none is advised."""
    blocked_by: tuple[Blocker, ...] = ()
    """What stands in that option's way."""
    segments: tuple[SegmentName, ...] = ()
    """The few it moves that save most."""
    move_allowed: bool = False
    """False: the bundle of a moving option needs an explicit override."""
