"""`placement`: of the segments on SSD at most so many would be swapped for others that earn more (docs/drift.md)."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.policy.rule import Kind, Measured, Seen, at_most, files_used, most_words, not_known
from segtier.policy.values import number

_UNIT = "segments to swap"


@dataclass(frozen=True, slots=True)
class PlacementLimit:
    at_most: float

    def look(self, measured: Measured) -> Seen:
        """That disks read no slower than SSD is no swap; too few weeks, or nothing on SSD, tells nothing."""
        drift = measured.drift
        if drift is None or drift.state in ("too-short", "nothing-applied"):
            return not_known(most_words(self.at_most, _UNIT), drift.text if drift else "Nobody looked for drift.")
        swapped = max(len(drift.take_off), len(drift.bring))
        return at_most(swapped, self.at_most, _UNIT, files=files_used(measured.advice), why=drift.text)


PLACEMENT = Kind("placement", PlacementLimit, {"at-most": number("segments", 1e6)})
