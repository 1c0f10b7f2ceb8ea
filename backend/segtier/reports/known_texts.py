"""Each different text of a page read once: half of a report's cells repeat another (`0`, `0.00`, names), and to read a
figure takes far longer than to find it again. What is known is forgotten with the page.
"""

from __future__ import annotations

from typing import Any

from segtier.reports.numbers import CellFault, Reader


class KnownTexts(dict[str, Any]):
    """What one reader makes of each text it has met; a text that is no figure counts as unknown and is a fault."""

    def __init__(self, read: Reader) -> None:
        super().__init__({"": None})
        self.read = read
        self.faults: dict[str, CellFault] = {}

    def __missing__(self, text: str) -> object:
        value: object = None
        try:
            value = self.read(text)
        except CellFault as fault:
            self.faults[text] = fault
        self[text] = value
        return value


class KnownCells(dict[Reader, KnownTexts]):
    """The texts each reader has met on one page."""

    def __missing__(self, read: Reader) -> KnownTexts:
        known = self[read] = KnownTexts(read)
        return known
