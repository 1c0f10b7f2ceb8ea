"""Segments by a name, with redo logs or temp beside them where they are named: an option like the others."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.option import SET, OptionName, name_of_set

AS_MANY_AS_FIT = 0
"""Of the hottest tables."""


@dataclass(frozen=True, slots=True)
class SegmentSet:
    """What somebody named, before it is looked up in the inputs."""

    label: str
    names: tuple[str, ...] = ()
    """OWNER.NAME or OWNER.NAME.PARTITION; * stands for any letters."""
    indexes: bool = False
    """All that the inputs name."""
    hottest: int | None = None
    """So many tables with most requests; None: none of them."""
    beside: tuple[OptionName, ...] = ()
    """Redo logs and temp, in the order in which they are done."""
    typed: bool = True
    """False: one that every advice has."""

    @property
    def option(self) -> OptionName:
        return name_of_set(self.label)

    @property
    def title(self) -> str:
        """As the head of a card."""
        return f"Set {self.label} on SSD" if self.typed else f"{self.label[:1].upper()}{self.label[1:]} on SSD"

    @property
    def parts(self) -> tuple[OptionName, ...]:
        """The kinds of moves, in their order."""
        segments = self.names or self.indexes or self.hottest is not None
        return (*self.beside, SET) if segments else self.beside
