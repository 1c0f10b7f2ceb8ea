"""What findings and verdict judge: the merged workload, its profile and its segments."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.analysis.profile import foreground_events
from segtier.analysis.waited import event_time_s
from segtier.model.evidence import Evidence
from segtier.model.profile import Profile, SegmentTable
from segtier.model.workload import WaitEvent, Workload
from segtier.oracle.wait_events import event_facts


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

    def events(self, *demands: str) -> tuple[WaitEvent, ...]:
        """Foreground events of these demands, most time first."""
        rows = [r for r in foreground_events(self.workload) if event_facts(r.event).demand in demands]
        return tuple(sorted(rows, key=lambda r: -(event_time_s(r) or 0.0)))

    def evidence(self, *demands: str) -> tuple[Evidence, ...]:
        """Where the heaviest events of these demands are printed."""
        return tuple(e for row in self.events(*demands)[:3] for e in row.evidence[:3])

    def event_share(self, row: WaitEvent) -> float:
        """Part of DB time this event takes, 0 to 1."""
        return (event_time_s(row) or 0.0) / self.profile.elapsed_s / self.profile.db_time_per_s
