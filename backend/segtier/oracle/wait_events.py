"""What each wait event waits for, from `event_table.py`."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from segtier.dataclass import dataclass
from segtier.model.component import COMPONENTS
from segtier.model.demand import DemandName, WaitClassName
from segtier.oracle.event_table import EVENTS


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The demand behind an event and Oracle's wait class for it (used where the report does not print one)."""

    demand: DemandName
    wait_class: str
    why: str


_UNKNOWN = EventFacts(demand="other", wait_class="Other", why="not in the catalogue of wait events")


_PATTERNS = tuple((event, EventFacts(demand, wait_class, why)) for event, wait_class, demand, why in EVENTS)

_BY_NAME = {name: (place, facts) for place, (name, facts) in reversed([*enumerate(_PATTERNS)]) if "*" not in name}
"""Patterns that are one name, with their places; of equal ones the first."""
_BY_PIECES = tuple(
    (place, pattern.split("*"), facts) for place, (pattern, facts) in enumerate(_PATTERNS) if "*" in pattern
)


def event_names() -> tuple[str, ...]:
    """Names of the catalogue in its order; `*` stands for any letters."""
    return tuple(pattern for pattern, _ in _PATTERNS)


@lru_cache(maxsize=64)
def events_of(demand: DemandName, wait_class: str) -> tuple[str, ...]:
    """All names of the catalogue that are of this demand and class, as `event_names` writes them."""
    return tuple(name for name, facts in _PATTERNS if (facts.demand, facts.wait_class) == (demand, wait_class))


@lru_cache(maxsize=4096)
def event_facts(event: str) -> EventFacts:
    """Facts of the first pattern that matches the event name; demand `other` where none does."""
    least, known = _BY_NAME.get(event, (len(_PATTERNS), _UNKNOWN))
    for place, pieces, facts in _BY_PIECES:
        if place < least and _fits(event, *pieces):
            return facts
    return known


def _fits(event: str, first: str, *rest: str) -> bool:
    """Piece by piece: a regular expression for each row takes longer to compile than a report to read."""
    *middle, last = rest
    at, end = len(first), len(event) - len(last)
    for piece in middle:
        found = event.find(piece, at, max(end, 0))
        if found < 0:
            return False
        at = found + len(piece)
    return at <= end and event.startswith(first) and event.endswith(last)


def is_idle(event: str, wait_class: str | None = None) -> bool:
    """No part of DB time: as the source prints its class; by the catalogue where it prints none."""
    return wait_class == "Idle" if wait_class else event_facts(event).demand == "idle"


def is_known(event: str) -> bool:
    return event_facts(event) is not _UNKNOWN


@lru_cache(maxsize=64)
def class_demands(wait_class: str | None) -> tuple[DemandName, ...]:
    """The demands that waits of a class may be of, most usual first; none for a class that Oracle does not have."""
    owners = [component for component in COMPONENTS if wait_class in component.classes]
    owners.sort(key=lambda component: component.classes.index(wait_class))
    return tuple(demand for component in owners for demand in component.demands if demand != "unnamed-io")


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Events that the catalogue names in full, and the wait classes: texts of a report that nobody else wrote."""
    exact = (event for event, _ in _PATTERNS if not event.endswith("*"))
    return frozenset((*exact, *(facts.wait_class for _, facts in _PATTERNS), *get_args(WaitClassName)))
