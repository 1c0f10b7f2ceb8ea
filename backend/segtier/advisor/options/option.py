"""What the advisor asks of an option; each answers in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.segments.rank import Ranking
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.inventory import Inventory
from segtier.model.option import OptionName


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option with its draft and what came of it."""

    option: Option
    draft: Draft
    advice: OptionAdvice


@dataclass(frozen=True, slots=True)
class Weighing:
    """What an option is drafted from: the case, the ranked segments, and the options weighed before it."""

    case: Case
    ranking: Ranking
    before: Mapping[OptionName, Weighed] = field(default_factory=dict)


def _yes(_: Case) -> bool:
    return True


def _nothing(_: Case) -> int | None:
    return None


def _no_doubt(_: Case, __: Draft) -> str | None:
    return None


def _no_caution(_: Case) -> str:
    return ""


def _no_files(_: Inventory) -> list[str]:
    return []


def _no_refusal(_: Advice) -> Refused | None:
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """What is true of it whatever the database stands in `SPECS`; here is what depends on the case."""

    name: OptionName
    draft: Callable[[Weighing], Draft]
    join: Callable[[Weighing, Draft, Draft], Draft | None] | None = None
    """The parts so far with this one in the room they leave; its draft alone comes second. None where it has no room."""
    doubt: Callable[[Case, Draft], str | None] = _no_doubt
    """A reason of its own why its gain is not to be counted on (the reasons of several are in `not_counted_on`)."""
    proved: Callable[[Case], bool] = _yes
    """Something in the inputs speaks for its gain, so that others may be measured by it."""
    size_bytes: Callable[[Case], int | None] = _nothing
    """What its files beside the data take; None: no inventory says it."""
    caution: Callable[[Case], str] = _no_caution
    """A sentence after its recommendation."""
    files_today: Callable[[Inventory], list[str]] = _no_files
    """The names of the files it moves, other than data files."""
    no_scripts: Callable[[Advice], Refused | None] = _no_refusal
    """Why no scripts belong to it."""
