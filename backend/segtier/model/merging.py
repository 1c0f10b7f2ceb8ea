"""How the rows of a list become one where several intervals or instances do: said beside each field of the row.

A text without a rule is that of the last row; a figure says its rule; `evidence` adds up by itself. What adds up or is weighted
is the sum, or the mean, over all of them, or it is not known; but in a list of `Some` rows.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from segtier.dataclass import dataclass

T = TypeVar("T")


class Merging(Enum):
    KEY = "rows that are equal in these fields become one"
    ADDED = "a total: adds up"
    PER_ELAPSED = "an average over time: weighted by the elapsed time of its interval"
    OF_ONE = "holds for the interval it was printed for; of several it is unknown"
    LAST = "a size or a number that names something: that of the last row"
    LATEST = "a list that is the latest interval's: sizes and settings, advisories since start-up, what is asked of one alone"
    SOME = "a list of what was met: who is not in it may have been elsewhere, so its sums are the least"


Key = Annotated[T, Merging.KEY]
Added = Annotated[T, Merging.ADDED]
PerElapsed = Annotated[T, Merging.PER_ELAPSED]
OfOne = Annotated[T, Merging.OF_ONE]
Last = Annotated[T, Merging.LAST]
Latest = Annotated[T, Merging.LATEST]
Some = Annotated[T, Merging.SOME]


@dataclass(frozen=True, slots=True)
class WeightedBy:
    """An average, weighted by another field: for example latency by waits."""

    weight: str


@dataclass(frozen=True, slots=True)
class Rule:
    """The fields of a row by how they merge."""

    key: tuple[str, ...]
    add: tuple[str, ...]
    per_elapsed: tuple[str, ...]
    weighted: tuple[tuple[str, str], ...]
    """(average, weight field)."""
    of_one: tuple[str, ...]
    unsaid: tuple[str, ...]
    """Figures that do not say."""


@cache
def rule_of(row: type) -> Rule:
    hints = get_type_hints(row, include_extras=True)
    said = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}

    def told(how: Merging) -> tuple[str, ...]:
        return tuple(name for name, marks in said.items() if how in marks)

    weighted = tuple((name, m.weight) for name, marks in said.items() for m in marks if isinstance(m, WeightedBy))
    unsaid = tuple(name for name, hint in hints.items() if _is_figure(hint) and name != "instance")
    return Rule(
        told(Merging.KEY), told(Merging.ADDED), told(Merging.PER_ELAPSED), weighted, told(Merging.OF_ONE), unsaid
    )


def _is_figure(hint: Any) -> bool:
    """A number, or none, with nothing said of it."""
    return bool({int, float} & {hint, *get_args(hint)}) and get_origin(hint) in (None, Union, UnionType)


class ListOf(NamedTuple):
    row: type
    latest: bool
    """Whether it is the latest interval's."""
    some: bool
    """Whether its sums are the least."""


@cache
def lists_of(document: type) -> dict[str, ListOf]:
    """The lists of a document."""
    found: dict[str, ListOf] = {}
    for name, hint in get_type_hints(document, include_extras=True).items():
        marks = getattr(hint, "__metadata__", ())
        bare: Any = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        if get_origin(bare) is tuple:
            found[name] = ListOf(get_args(bare)[0], Merging.LATEST in marks, Merging.SOME in marks)
    return found
