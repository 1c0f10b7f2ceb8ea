"""What drift compares with: named segments, those of plans that are marked applied, or what is on SSD as stated."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from segtier.advisor.segments.held import named_nowhere
from segtier.analysis.segment_names import Called
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.drift import AppliedPlans, BaseKind, DriftBase
from segtier.model.profile import SegmentLoad
from segtier.model.request import AdviceRequest
from segtier.plurals import plural
from segtier.question.sets import read_set

_CLOCKS = timedelta(hours=14)
"""A report tells the time of its server, whatever zone that is in; a plan is marked in UTC."""


@dataclass(frozen=True, slots=True)
class Base:
    kind: BaseKind
    names: tuple[str, ...] | None = None
    """None: whatever lies on SSD as stated."""
    plans: AppliedPlans | None = None

    def of(self, loads: Sequence[SegmentLoad]) -> list[bool]:
        called = Called(self.names or ())
        return [load.on_flash if self.names is None else called(load.key) for load in loads]

    def counts(self, middle: datetime) -> bool:
        """Whether an interval is surely later than the moves: before them the same segments were read from disk."""
        last_at = self.plans.last_at if self.plans else None
        return last_at is None or middle >= last_at.replace(tzinfo=None) + _CLOCKS

    def unlisted(self, loads: Sequence[SegmentLoad]) -> int:
        """Segments of the base that no input names. Raises Refused where somebody typed them: a plan may outlive a segment."""
        if self.kind == "set":
            named_nowhere(self.names or (), loads)
            return 0
        return Called(self.names or ()).naming_none(load.key for load in loads)

    @property
    def told(self) -> DriftBase:
        if self.plans is None:
            return DriftBase(
                self.kind, "the segments you named" if self.kind == "set" else "what is on SSD today, as stated"
            )
        ids, last_at = self.plans.ids, self.plans.last_at
        which = "the applied plan" if len(ids) == 1 else plural(len(ids), "applied plan")
        marked = f", marked applied on {last_at:%Y-%m-%d}" if last_at else ""
        return DriftBase("plan", f"{which}{marked}", ids, last_at)


def base_of(request: AdviceRequest, plans: AppliedPlans | None = None) -> Base:
    """A set that is asked with goes first, then plans that were applied. Raises Refused for several sets."""
    if len(request.sets) > 1:
        raise Refused(
            "several sets are named, and one plan was applied",
            code="several-sets",
            advice="Name the segments of the applied plan in one set.",
        )
    if request.sets:
        return Base("set", read_set(request.sets[0]).names)
    return Base("storage") if plans is None else Base("plan", plans.segments, plans)
