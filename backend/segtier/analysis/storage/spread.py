"""How the time in waits for single blocks is spread over tablespaces, of what was timed and what was not.

How much it is in all, the events say; how it is shared, the read times. So reads that all move take all of it along, whether or
not somebody timed them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from segtier.dataclass import dataclass
from segtier.units import US_PER_S

MOST_UNTIMED = 0.1
"""Of a tablespace's timed reads: with more that nobody timed its time is not known."""


@dataclass(slots=True)
class Space:
    """A tablespace over all reports."""

    reads: float = 0.0
    """That were timed, in reports whose times are trusted."""
    time_s: float = 0.0
    untimed: float = 0.0
    """Reads that the same column counts and nobody timed."""
    requests: float | None = 0.0
    """Of all sizes, in all reports; None where one of them does not tell."""
    writes: float | None = 0.0
    fast: set[object] = field(default_factory=set)
    slow: set[object] = field(default_factory=set)
    """Intervals in which it read faster than disks do, or not."""

    @property
    def read_us(self) -> float | None:
        """None where some of its reads were not timed (`MOST_UNTIMED`): these may take any other time."""
        return self.time_s / self.reads * US_PER_S if self.untimed < MOST_UNTIMED * self.reads else None

    @property
    def load(self) -> float:
        """What is known of it."""
        return (self.requests or 0.0) + (self.writes or 0.0)

    @property
    def idle(self) -> bool:
        """Known to do nothing."""
        return self.requests == 0 and self.writes == 0

    def taking(self, read_us: float) -> Space:
        """The same where a read takes so long."""
        reads = self.requests or self.reads
        return Space(reads, reads * read_us / US_PER_S, 0.0, self.requests, self.writes, self.fast, self.slow)


class Spread:
    """Scaled to the events' time."""

    def __init__(self, waits: float, event_s: float, spaces: Iterable[Space]) -> None:
        rows = list(spaces)
        timed = [one for one in rows if one.read_us is not None]
        others = [one for one in rows if one.read_us is None and not one.idle]
        self.event_s = event_s
        self.timed_s = sum(one.time_s for one in timed)
        reads = sum(one.reads for one in timed)
        untimed = sum(one.untimed + (one.reads if one.read_us is None else 0.0) for one in rows)
        # A prefetched block is a read and no wait of its own.
        everything = max(waits, reads + untimed)
        self.mean_us = event_s / everything * US_PER_S
        left_s = (everything - reads) * self.mean_us / US_PER_S
        whole_s = self.timed_s + left_s
        self.scale = event_s / whole_s
        self.unexplained = max(1 - whole_s / event_s, 0.0)
        self._left = left_s * self.scale / event_s
        self._counted = sum(one.requests or 0.0 for one in others)
        self._uncounted = sum(one.requests is None for one in others)
        self._of_timed_s = 0.0
        if reads and not (self._counted or self._uncounted):
            self._of_timed_s, self.mean_us = left_s / reads, event_s / reads * US_PER_S

    def own_s(self, reads: float, time_s: float) -> float:
        """Of timed reads, with their part of the waits that no tablespace's reads account for; on the events' scale."""
        return (time_s + self._of_timed_s * reads) * self.scale

    def left_to(self, space: Space) -> float:
        """Of the events' time, what the timed leave to one that was not: by its reads of all sizes. Where some do not tell
        theirs, the others get no more than their reads take on average, and those share the rest.
        """
        worth = self._counted * self.mean_us / US_PER_S * self.scale / self.event_s
        counted = min(self._left, worth) if self._uncounted else self._left
        if space.requests is None:
            return (self._left - counted) / self._uncounted
        return counted * space.requests / self._counted if self._counted else 0.0
