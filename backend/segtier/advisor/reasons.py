"""Why a segment is in or out, in figures that hold of the placement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from segtier.advisor.case import Case
from segtier.advisor.placing import Placement
from segtier.model.advice import RankedSegment
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.units import GIB, S_PER_HOUR, format_bytes


@dataclass(frozen=True, slots=True)
class Reasons:
    """Of one placement; None where no segment with a known size saves anything."""

    case: Case
    placement: Placement | None
    benefits: Mapping[SegmentKey, float | None]
    """Seconds an hour."""
    least_density: float | None
    """Seconds an hour for each byte, of the chosen segment that saves least of it; None where none is chosen."""

    def of(self, load: SegmentLoad, included: bool) -> str:
        benefit = self.benefits.get(load.key)
        if load.unmovable_reason is not None:
            return load.unmovable_reason
        if benefit is None:
            return _reads_not_listed(load)
        if included and load.size_bytes:
            return _saves(benefit, load.size_bytes)
        if not benefit:
            return "Moving it would save nothing."
        if not load.size_bytes:
            return f"Would save {_seconds(benefit)} of DB time an hour. Its size is not known; add it and it will be weighed."
        return self._left_out(benefit, load.size_bytes)

    def _left_out(self, benefit: float, size_bytes: int) -> str:
        capacity, density = self.case.capacity_bytes, benefit / size_bytes
        if size_bytes > capacity:
            return f"{format_bytes(size_bytes)} is more than the usable {format_bytes(capacity)}."
        if self.least_density is not None and density < self.least_density:
            return (
                f"Would save {_seconds(density * GIB)} an hour for each GiB; "
                f"each segment chosen saves {_seconds(self.least_density * GIB)} or more."
            )
        room = self.placement.room_bytes if self.placement else capacity
        if size_bytes > room:
            return (
                f"Its {format_bytes(size_bytes)} are more than the {format_bytes(room)} left beside those chosen, "
                "which save more together."
            )
        return "It adds nothing that counts to those chosen."


def reason_beside(row: RankedSegment, included: bool) -> str:
    """Why a segment is in or out where other parts share the flash with the segments."""
    if included == row.included:
        return row.reason
    if included and row.benefit_s_per_hour is not None and row.size_bytes:
        return _saves(row.benefit_s_per_hour, row.size_bytes)
    return "The other parts take the room it would need; the segments chosen save more with the rest."


def _saves(benefit: float, size_bytes: int) -> str:
    per_gib = _seconds(benefit / (size_bytes / GIB))
    return f"Saves {_seconds(benefit)} of DB time an hour for {format_bytes(size_bytes)}: {per_gib} for each GiB."


def _seconds(value: float) -> str:
    """Three figures; whole ones from 100 s on."""
    return f"{value:,.0f} s" if value >= _WHOLE else f"{value:.3g} s"


_WHOLE = 100


def _reads_not_listed(load: SegmentLoad) -> str:
    if load.no_difference is not None:
        return f"The two counter exports give no figures for it: {load.no_difference}. Two newer exports would have it weighed."
    bound = load.reads_below_per_s
    most = f" (at most {bound * S_PER_HOUR:,.0f} requests an hour)" if bound is not None else ""
    return f"Its reads are not listed{most}; add a segment counter export to have it weighed."
