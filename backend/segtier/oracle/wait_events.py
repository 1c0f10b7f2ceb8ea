"""What each wait event waits for, from `wait_events.yaml`."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files

import msgspec
import yaml

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName


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


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, EventFacts], ...]:
    text = files("segtier.oracle").joinpath("wait_events.yaml").read_text(encoding="utf-8")
    rows = yaml.safe_load(text)["events"]
    return tuple(
        (row["event"], EventFacts(msgspec.convert(row["demand"], DemandName), row["class"], row["why"])) for row in rows
    )


def event_names() -> tuple[str, ...]:
    """Names of the catalogue in its order; `*` stands for any letters."""
    return tuple(pattern for pattern, _ in _patterns())


@lru_cache(maxsize=4096)
def event_facts(event: str) -> EventFacts:
    """Facts of the first pattern that matches the event name; demand `other` where none does."""
    for pattern, facts in _patterns():
        if event == pattern or fnmatchcase(event, pattern.replace("[", "[[]")):
            return facts
    return _UNKNOWN


def class_demand(wait_class: str) -> DemandName:
    """The demand of waits that are known by their class only."""
    return _OF_CLASS.get(wait_class, "other")


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Events that the catalogue names in full, and the wait classes: texts of a report that nobody else wrote."""
    exact = (event for event, _ in _patterns() if not event.endswith("*"))
    return frozenset((*exact, *(facts.wait_class for _, facts in _patterns()), *_OF_CLASS))
