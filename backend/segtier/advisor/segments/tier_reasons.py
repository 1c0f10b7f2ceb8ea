"""Why a segment goes to one of several tiers, or stays where it is."""

from __future__ import annotations

import numpy as np

from segtier.advisor.segments.fast_today import fast_beside
from segtier.advisor.segments.movers import Floats, as_known, worth_is_known
from segtier.advisor.segments.places import OnTiers
from segtier.advisor.segments.tier_case import LEAST_SAID, TierCase, TierFound, home_of
from segtier.analysis.words import seconds
from segtier.forecast.placed import Shares
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.placement.tiers import STAYS
from segtier.plurals import plural
from segtier.units import format_bytes

AS_ASKED = "Stays where it is, as you asked."
NOT_TIMED = "Stays on its tier: the inputs do not tell how long reads take there."
NOT_REACHED = "Stays where it is: the other nodes of the cluster could not reach files on the tiers."
NONE_KNOWN = "No segment could be placed: none has a known size, place and I/O."
NONE_TIMED = (
    "No segment could be placed: all are on today's tiers, and the inputs do not show how long reads take there."
)
SAVES_NOTHING = "Stays where it is: it would save nothing on another tier."
NO_ROOM = "Stays where it is: what the tiers hold and carry saves more for others."
TOO_LARGE = "Stays where it is: no tier where it would save something has room for it."


def _goes(load: SegmentLoad, there: str, today: str | None, saves: float, down: bool) -> str:
    """`today`: the tier it leaves, None where it lies on none of them. `down`: to a tier that reads no faster."""
    size = format_bytes(load.size_bytes or 0)
    if (today is None and saves > -LEAST_SAID) or (saves >= LEAST_SAID and not down):
        return f"On {there} it saves about {seconds(saves)} of DB time an hour for {size}."
    source = today or "today's storage"
    costs = f"about {seconds(-saves)} of DB time an hour" if saves <= -LEAST_SAID else "nothing"
    return f"On {there} it costs {costs}; {source} has {size} more for what saves more."


def _not_weighed(load: SegmentLoad) -> str:
    """Why none of the tiers was weighed for it; empty where it cannot move, which is said of it already."""
    if load.unmovable_reason is not None:
        return ""
    if not load.size_bytes:
        return "Stays where it is: its size is not known; add it so that Segtier can weigh it."
    return "Stays where it is: what it reads and writes is not known."


def what_goes(moves: int, moved_bytes: int, tiers: int) -> str:
    """All of it in a sentence."""
    if not moves:
        return "No segment goes to another tier: none that is known to fit would save anything there."
    return f"{plural(moves, 'segment')} ({format_bytes(moved_bytes)}) to {plural(tiers, 'tier')}."


def places_of(over: TierCase, best: TierFound, saves: Floats) -> dict[SegmentKey, OnTiers]:
    """Of all segments."""
    numbers = {load.key: number for number, load in enumerate(over.loads)}
    adds, added = _adds(over, best.point)
    stations = {place: over.station(place) for place in {home_of(load) for load in over.case.segments.loads}}
    found = {}
    for load in over.case.segments.loads:
        number, today = numbers.get(load.key), over.tier_today(load)
        there = today if number is None else int(best.tier[number])
        saved = added.get(load.key)
        if number is None:
            why = _not_weighed(load)
        elif there == today:
            why = _stays(over, number, adds[load.key])
        else:
            saved = float(saves[number, there])
            why = _goes(load, over.tiers[there].name, over.named(today), saved, over.goes_down(number, there))
        found[load.key] = OnTiers(over.named(today) or stations[home_of(load)], over.named(there), why, saved)
    return found


def _adds(over: TierCase, point: Shares) -> tuple[dict[SegmentKey, Floats], dict[SegmentKey, float | None]]:
    """What each segment would save on each tier beside what is there already, and the most of it on another than its own; NaN
    and None where nobody knows.
    """
    loads = [load for load in over.case.segments.loads if worth_is_known(over.case.profile, load)]
    rows = over.rows_of(loads)
    worth = over.credited(rows, over.placed.slopes(point))
    adds, others = over.as_known(rows, worth), over.elsewhere(rows, worth)
    keys = [load.key for load in loads]
    most = as_known(over.case.profile, loads, np.maximum(np.fmax.reduce(others, axis=1), 0.0))
    return dict(zip(keys, adds, strict=True)), dict(zip(keys, most, strict=True))


def _stays(over: TierCase, number: int, adds: Floats) -> str:
    if over.segments.held[number] == STAYS:
        return AS_ASKED
    if over.apart.all():
        return NOT_REACHED
    if np.isnan(adds[~over.apart]).any():
        return NOT_TIMED
    if fast := fast_beside(over.storage, over.loads[number], (over.basis.tier, *over.basis.further), "a tier"):
        return fast
    better = [tier for tier, saved in zip(over.tiers, adds, strict=True) if saved >= LEAST_SAID]
    if not better:
        return SAVES_NOTHING
    size = over.segments.bytes[number]
    return NO_ROOM if any((one.usable_bytes or 0) >= size for one in better) else TOO_LARGE
