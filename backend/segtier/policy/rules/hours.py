"""`hours`: no report covers more than so many hours; averages over long ones hide the busy hour."""

from __future__ import annotations

from segtier.analysis.words import some_of
from segtier.dataclass import dataclass
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number
from segtier.units import S_PER_HOUR

_UNIT = "hours"


@dataclass(frozen=True, slots=True)
class Hours:
    at_most: float
    """Of elapsed time."""

    def look(self, measured: Measured) -> Seen:
        """A report too long breaks the rule whatever the others are; else one of unknown length leaves it unknown."""
        line = measured.advice.timeline
        points = line.points if line is not None else ()
        known = [(one.elapsed_s, one.files) for one in points if one.elapsed_s is not None]
        longest, files = max(known, default=(None, ()), key=lambda one: one[0])
        seen = None if longest is None else at_most(longest / S_PER_HOUR, self.at_most, _UNIT, files=files)
        if seen is not None and (seen.state == "broken" or len(known) == len(points)):
            return seen
        silent = [file for one in points if one.elapsed_s is None for file in one.files]
        return not_known(
            most_words(self.at_most, _UNIT), f"How long it is does not stand in {some_of(silent, 3) or 'any'}."
        )


HOURS = Kind("hours", Hours, {"at-most": number("hours", 1e6)})
