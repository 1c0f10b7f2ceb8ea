"""How to give on the command line what an option needs."""

from __future__ import annotations

from segtier.model.verdict import Need

_HOW: dict[Need, str] = {
    "shared-flash": "--shared",
    "more-flash": "a larger --ssd",
    "sizes": "a dba_segments export as one more FILE",
    "segments": "segment statistics as one more FILE",
}


def how_to_give(need: Need | None) -> str:
    """In brackets after the sentence; empty where no option or file gives it."""
    return f" ({_HOW[need]})" if need in _HOW else ""
