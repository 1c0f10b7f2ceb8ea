"""An option before its forecast: what it moves, what it takes, what stands in its way."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.forecast import Change
from segtier.model.forecast import Range
from segtier.model.option import COMBINATION, NONE, SPECS, OptionName, Spec, is_set, specs, title_of
from segtier.model.verdict import Blocker
from segtier.model.workload import SegmentKey


@dataclass(frozen=True, slots=True)
class Draft:
    option: OptionName
    change: Change
    used_bytes: int | None
    blocked_by: tuple[Blocker, ...] = ()
    moved: frozenset[SegmentKey] = frozenset()
    known: bool = True
    """False: there is nothing to forecast, because the inputs do not say what would move or nothing is left to do."""
    parts: tuple[OptionName, ...] = ()
    """Of a combination or a set, in the order in which they are done."""
    set_title: str = ""
    """Of a set."""
    gets: tuple[bool, ...] = ()
    """Over tiers: of each whether anything comes to it."""
    notes: tuple[str, ...] = ()
    rival: tuple[str, Range] | None = None
    """Of a combination: title and response of the best option alone."""

    @property
    def is_combination(self) -> bool:
        return self.option == COMBINATION

    @property
    def changes_nothing(self) -> bool:
        return self.option == NONE

    @property
    def made_of(self) -> tuple[OptionName, ...]:
        """The option itself, or the parts of a combination or a set; of a combination that has none nothing."""
        return self.parts if self.is_combination or is_set(self.option) else (self.option,)

    @property
    def specs(self) -> tuple[Spec, ...]:
        """Of what it is made of."""
        return specs(self.made_of)

    @property
    def title(self) -> str:
        return self.set_title or (title_of(self.parts) if self.is_combination else SPECS[self.option].title)
