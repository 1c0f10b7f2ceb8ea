"""Names of wait classes and events in a policy: known ones are taken, slips are refused with the name that was meant."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

import yaml

from segtier.alike import alike
from segtier.analysis.db_time import DB_CPU, UNEXPLAINED
from segtier.model.advice import Advice, TopEvent
from segtier.oracle.wait_events import event_names
from segtier.policy.rule import Reader
from segtier.policy.values import NEAR, Wrong, line_of, text
from segtier.reports.names import WAIT_CLASSES

_PARTS = (DB_CPU, UNEXPLAINED, *WAIT_CLASSES)
_LONGEST = 120
_SLIP = 0.85
"""How like a known name another one must be to count as a slip of it; Oracle has more events than anyone lists."""


def is_part_name(word: str) -> bool:
    return word in _PARTS


def part_of_db_time(*more: str) -> Reader:
    """A wait class, DB CPU, the rest, a word of `more`, or an event."""
    return _name((*more, *_PARTS))


def wait_event(node: yaml.Node) -> str:
    """An event, not a class."""
    word: str = _name(())(node)
    if is_part_name(word):
        raise Wrong(f"{word!r} is a part of DB time; name a wait event, for example 'log file sync'", line_of(node))
    return word


def event_named(advice: Advice, event: str) -> TopEvent | None:
    return next((one for one in advice.top_events if one.event == event), None)


class Part(NamedTuple):
    """What an event takes of DB time."""

    wait_class: str | None
    pct: float


def parts_of(advice: Advice) -> dict[str, Part]:
    """Of each wait; those of an interval of unknown length have no rates, and shares for the largest alone."""
    total = advice.db_time.db_time_s_per_hour
    if not total:
        return {one.event: Part(one.wait_class, one.db_time_pct) for one in advice.top_events if one.db_time_pct}
    waits = (one for one in advice.wait_events_today if one.event not in (DB_CPU, UNEXPLAINED))
    return {one.event: Part(one.wait_class, one.time_s / total * 100) for one in waits}


def not_printed(advice: Advice, event: str) -> str:
    """A sentence, with the event of these reports that may be meant."""
    close = alike(event, list(parts_of(advice)), NEAR)
    meant = f" Was {close} meant?" if close else ""
    return f"The reports print no foreground wait {event}.{meant}"


def _name(more: tuple[str, ...]) -> Reader:
    def read(node: yaml.Node) -> str:
        word: str = text(_LONGEST)(node)
        if word in more or word in _PARTS or any(fnmatchcase(word, _pattern(one)) for one in event_names()):
            return word
        whole = [one for one in event_names() if "*" not in one]
        close = alike(word, (*more, *_PARTS, *whole), _SLIP)
        if close is not None:
            raise Wrong(f"there is no {word!r}; did you mean {close!r}?", line_of(node))
        return word

    return read


def _pattern(event: str) -> str:
    return event.replace("[", "[[]")
