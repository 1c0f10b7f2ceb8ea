"""Why a segment goes to one of several tiers, or stays where it is."""

from __future__ import annotations

from segtier.analysis.words import seconds
from segtier.model.profile import SegmentLoad
from segtier.plurals import plural
from segtier.units import format_bytes

AS_ASKED = "Stays where it is, as you asked."
NOT_TIMED = "Stays on its tier: the inputs do not tell how long reads take there."
SAVES_NOTHING = "Stays where it is: it would save nothing on another tier."
NO_ROOM = "Stays where it is: what the tiers hold and carry saves more for others."
TOO_LARGE = "Stays where it is: no tier on which it would save something is as large as it."


def goes(load: SegmentLoad, there: str, today: str | None, saves: float) -> str:
    """`today`: the tier it leaves, None where it lies on none of them."""
    size = format_bytes(load.size_bytes or 0)
    if saves > 0 or (saves == 0 and today is None):
        return f"On {there} it saves about {seconds(saves)} of DB time an hour for {size}."
    source = today or "today's storage"
    costs = f"about {seconds(-saves)} of DB time an hour" if saves < 0 else "nothing"
    return f"On {there} it costs {costs}; {source} has {size} more for what saves more."


def not_weighed(load: SegmentLoad) -> str:
    """Why none of the tiers was weighed for it; empty where it cannot move, which is said of it already."""
    if load.unmovable_reason is not None:
        return ""
    if not load.size_bytes:
        return "Stays where it is: its size is not known; add it and it will be weighed."
    return "Stays where it is: what it reads and writes is not known."


def what_goes(moves: int, moved_bytes: int, tiers: int) -> str:
    """All of it in a sentence."""
    if not moves:
        return "No segment goes to another tier: none that is known to fit would save anything there."
    return f"{plural(moves, 'segment')} ({format_bytes(moved_bytes)}) to {plural(tiers, 'tier')}."
