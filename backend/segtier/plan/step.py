"""One row of the table of steps in plan.md."""

from __future__ import annotations

from dataclasses import dataclass

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Step:
    """What a file of the bundle is for, who runs it, what it costs and how to take it back."""

    file: str
    who: str
    what: str
    outage: str
    cost: str
    back: str
