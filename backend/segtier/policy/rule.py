"""What a rule is: its kind, what it looks at, and what it sees there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

import yaml

from segtier.dataclass import dataclass
from segtier.model.advice import Advice
from segtier.model.comparison import Comparison
from segtier.model.drift import Drift
from segtier.model.evidence import Evidence

Severity = Literal["error", "warning"]
Counts = Literal["fail", "warn", "pass"]
State = Literal["held", "broken", "unknown"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What rules look at; without reports of before there is no comparison."""

    advice: Advice
    comparison: Comparison | None = None
    drift: Drift | None = None
    """None: no rule asks for it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule sees: the value with its unit, the limit in words, and where the value is from."""

    state: State
    limit: str
    value: float | str | None = None
    """None: not known."""
    unit: str = ""
    why: str = ""
    """A sentence or two where value and limit alone do not tell; always where the state is unknown."""
    evidence: tuple[Evidence, ...] = ()
    files: tuple[str, ...] = ()
    """Where it is from, if no row of a section is."""


def files_used(advice: Advice) -> tuple[str, ...]:
    """Of the hours that the advice is made from."""
    points = advice.timeline.points if advice.timeline is not None else ()
    return tuple(file for one in points if one.used for file in one.files)


class Limit(Protocol):
    """What a rule of one kind allows."""

    def look(self, measured: Measured) -> Seen: ...


Reader = Callable[[yaml.Node], Any]
"""The value of a key. Raises `values.Wrong`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of rule: its name, what is made of its keys (`at-most` becomes `at_most`), and how each is read."""

    name: str
    make: Callable[..., Limit]
    keys: Mapping[str, Reader]
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    kind: str
    limit: Limit
    severity: Severity
    unknown: Counts
    """What it counts as where the reports do not say."""
    text: str
    line: int
    """In the policy, from 1."""


@dataclass(frozen=True, slots=True)
class Policy:
    name: str
    file: str
    """As it was named, for what points at its lines."""
    rules: tuple[Rule, ...]


def at_most(
    value: float,
    most: float,
    unit: str,
    evidence: tuple[Evidence, ...] = (),
    files: tuple[str, ...] = (),
    why: str = "",
) -> Seen:
    """Held up to the limit itself."""
    state: State = "held" if value <= most else "broken"
    return Seen(state, most_words(most, unit), value, unit, why, evidence, files)


def not_known(limit: str, why: str, evidence: tuple[Evidence, ...] = ()) -> Seen:
    return Seen("unknown", limit, why=why, evidence=evidence)


def most_words(most: float, unit: str) -> str:
    return f"at most {most:g} {unit}"
