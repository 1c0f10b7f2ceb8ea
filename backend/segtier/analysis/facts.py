"""What findings and verdict judge: the merged workload, its profile and its segments."""

from __future__ import annotations

from segtier.analysis.throttle import Throttle
from segtier.dataclass import dataclass
from segtier.model.demand import DemandName
from segtier.model.evidence import Evidence
from segtier.model.profile import Profile, SegmentTable
from segtier.model.workload import Workload


@dataclass(frozen=True, slots=True)
class Facts:
    workload: Workload
    profile: Profile
    segments: SegmentTable
    intervals: int
    longest_interval_s: float | None
    listed_reads: float | None
    """Share of physical reads that the reports' own lists name."""
    listed_writes: float | None
    throttle: Throttle | None = None
    unsound: tuple[str, ...] = ()
    """Why intervals among them are none to stand on."""

    def evidence(self, *demands: DemandName) -> tuple[Evidence, ...]:
        """Where the heaviest events of these demands are printed."""
        return tuple(e for row in self.profile.events_of(*demands)[:3] for e in row.evidence[:3])
