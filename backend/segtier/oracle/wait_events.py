"""What each wait event waits for, from `event_table.py`."""

from __future__ import annotations

from functools import lru_cache

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName
from segtier.oracle.event_table import EVENTS


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The demand behind an event and Oracle's wait class for it (used where the report does not print one)."""

    demand: DemandName
    wait_class: str
    why: str


_OF_CLASS: dict[str, DemandName] = {
    "Application": "locks",
    "Cluster": "cluster",
    "Commit": "commit",
    "Concurrency": "concurrency",
    "Network": "network",
    "Scheduler": "cpu",
    "User I/O": "unnamed-io",
}
"""What the events of a class wait for in general."""
_UNKNOWN = EventFacts(demand="other", wait_class="Other", why="not in the catalogue of wait events")


_PATTERNS = tuple((event, EventFacts(demand, wait_class, why)) for event, wait_class, demand, why in EVENTS)


def event_names() -> tuple[str, ...]:
    """Names of the catalogue in its order; `*` stands for any letters."""
    return tuple(pattern for pattern, _ in _PATTERNS)


@lru_cache(maxsize=4096)
def event_facts(event: str) -> EventFacts:
    """Facts of the first pattern that matches the event name; demand `other` where none does."""
    for pattern, facts in _PATTERNS:
        if _fits(event, pattern):
            return facts
    return _UNKNOWN


def _fits(event: str, pattern: str) -> bool:
    """Piece by piece: a regular expression for each row takes longer to compile than a report to read."""
    first, *rest = pattern.split("*")
    if not rest:
        return event == pattern
    *middle, last = rest
    at, end = len(first), len(event) - len(last)
    for piece in middle:
        found = event.find(piece, at, max(end, 0))
        if found < 0:
            return False
        at = found + len(piece)
    return at <= end and event.startswith(first) and event.endswith(last)


def class_demand(wait_class: str) -> DemandName:
    """The demand of waits that are known by their class only."""
    return _OF_CLASS.get(wait_class, "other")


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Events that the catalogue names in full, and the wait classes: texts of a report that nobody else wrote."""
    exact = (event for event, _ in _PATTERNS if not event.endswith("*"))
    return frozenset((*exact, *(facts.wait_class for _, facts in _PATTERNS), *_OF_CLASS))
