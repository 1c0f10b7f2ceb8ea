"""How long a segment's reads take beside its tablespace's mean, by samples of sessions: a second estimate beside the files'.

The files' is taken for a gamma distribution with the error below, the samples for a count: the files are worth `a` samples, `m`
are expected by them and `n` are there, which makes (a + n) / (a + m) of the files' time (the conjugate prior of a Poisson count;
A. Gelman et al., Bayesian Data Analysis, 2.6). Few samples change little, and who is in none was waited for less than expected,
not never.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt

from segtier.analysis.sampled_waits import Z_95
from segtier.analysis.storage.classes import ALIKE
from segtier.dataclass import dataclass
from segtier.model.workload import READ_WAIT, Coverage, SegmentKey, SegmentWait, Workload

LEAST_SAMPLES = 25.0
"""That come one by one: with fewer in all nobody can tell segments apart."""
MOST_ASTRAY = 0.1
"""Of the waits, beyond chance: what samples miss by more may be of any segment, so they tell none apart."""
_Place = tuple[str | None, str, str, str | None]


@dataclass(frozen=True, slots=True)
class Samples:
    """Seconds in samples of sessions that wait for reads: of segments with a name, with their variance, and of all.

    `event_s`: of those waits, as events count them; None where that is not known.
    """

    waited_s: float = 0.0
    variance_s2: float = 0.0
    all_s: float = 0.0
    event_s: float | None = 0.0

    def __add__(self, other: Samples) -> Samples:
        known = self.event_s is not None and other.event_s is not None
        return Samples(
            self.waited_s + other.waited_s,
            self.variance_s2 + other.variance_s2,
            self.all_s + other.all_s,
            (self.event_s or 0.0) + (other.event_s or 0.0) if known else None,
        )

    @property
    def enough(self) -> bool:
        return self.variance_s2 > 0 and self.waited_s**2 / self.variance_s2 >= LEAST_SAMPLES

    @property
    def whole(self) -> bool:
        """Whether they make about the time of the waits they are taken of."""
        if not self.event_s or not self.waited_s:
            return False
        chance_s = Z_95 * sqrt(self.variance_s2 * self.all_s / self.waited_s)
        return abs(self.all_s - self.event_s) <= MOST_ASTRAY * self.event_s + chance_s

    @property
    def tell_segments(self) -> bool:
        return self.enough and self.whole


def samples(workload: Workload) -> Samples:
    """An input that has none adds nothing; one whose samples name no segment does."""
    rows = workload.segment_waits
    if not rows and READ_WAIT not in workload.segment_coverage:
        return Samples()
    of_all = workload.segment_coverage.get(READ_WAIT, Coverage())
    waited_s = sum(map(_seconds, rows))
    return Samples(
        waited_s,
        sum(row.variance_s2 or 0.0 for row in rows),
        waited_s if of_all.captured is None else of_all.captured,
        of_all.total,
    )


def own_times(workload: Workload, by_files: Mapping[SegmentKey, float], error: float) -> dict[SegmentKey, float]:
    """Times what the files say of the time in a segment's reads, of all in `by_files` (any unit); their sum stays.

    `error`: relative, of the files' times. Segments of a file differ among themselves as tablespaces of a class may.
    """
    waits = {(row.pdb, row.owner, row.name, row.subobject): row for row in workload.segment_waits}
    known = {key: own for key, own in by_files.items() if own > 0}
    seen_s = sum(_seconds(waits.get(_place(key))) for key in known)
    taken = samples(workload)
    if not taken.tell_segments or not seen_s:
        return {}
    worth, whole = 1 / (error**2 + log(ALIKE) ** 2), sum(known.values())
    found = {}
    for key, own in known.items():
        row = waits.get(_place(key))
        # Where sessions wait together several samples say what one does.
        each_s = (
            row.variance_s2 / row.read_wait_s
            if row and row.variance_s2 and row.read_wait_s
            else taken.variance_s2 / taken.waited_s
        )
        found[key] = (worth + _seconds(row) / each_s) / (worth + own / whole * seen_s / each_s)
    scale = whole / sum(own * found[key] for key, own in known.items())
    return {key: factor * scale for key, factor in found.items()}


def _seconds(row: SegmentWait | None) -> float:
    return (row.read_wait_s or 0.0) if row else 0.0


def _place(key: SegmentKey) -> _Place:
    return key[:4]
