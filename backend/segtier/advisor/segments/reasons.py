"""Why a segment is in or out, in figures that hold of the placement."""

from __future__ import annotations

from collections.abc import Mapping

from segtier.advisor.case import Case
from segtier.advisor.segments.fast_today import fast_today
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.placing import Placement, Whole
from segtier.analysis.words import seconds
from segtier.dataclass import dataclass
from segtier.model.advice import RankedSegment
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.units import GIB, S_PER_HOUR, format_bytes


@dataclass(frozen=True, slots=True)
class Reasons:
    """Of one placement; None where no segment with a known size saves anything."""

    case: Case
    placement: Placement | None
    held: Held
    benefits: Mapping[SegmentKey, float | None]
    """Seconds an hour."""
    wholes: Mapping[SegmentKey, Whole]
    """What each candidate moves with."""
    room_needed: Mapping[SegmentKey, int]
    """Bytes at which it would be placed too, by the slopes at the placement."""
    least_density: float
    """Seconds an hour for each byte: of what moves because it saves, not because somebody asked, the least."""
    least_each: float
    """Seconds an hour for each segment, the same."""

    def of(self, load: SegmentLoad, included: bool) -> str:
        benefit = self.benefits.get(load.key)
        if load.unmovable_reason is not None:
            return load.unmovable_reason
        if load.key in self.held.excluded:
            return "Stays where it is, as you asked."
        if included and load.size_bytes and load.key in self.held.pinned:
            return f"Moves, as you asked. {_saves(benefit or 0.0, load.size_bytes)}"
        if benefit is None:
            return _reads_not_listed(load)
        if included and load.size_bytes:
            return _saves(benefit, load.size_bytes)
        if not load.size_bytes:
            return f"Would save {seconds(benefit)} of DB time an hour. Its size is not known; add it so Segtier can weigh it."
        whole = self.wholes[load.key]
        if not benefit and (fast := fast_today(self.case, load)):
            return fast
        return f"{'With its table: ' if whole.segments > 1 else ''}{self._left_out(whole)}{self._comes_in(load)}"

    def is_fast(self, load: SegmentLoad) -> bool:
        """Reads where it lies take no longer than from the SSD: only of what saves nothing, for all else earns credit."""
        return self.benefits.get(load.key) == 0.0 and fast_today(self.case, load) is not None

    def _comes_in(self, load: SegmentLoad) -> str:
        """What must change for it to get in."""
        asked = self.case.request.constraints
        if asked.limit_moves:
            return ""
        needed = self.room_needed.get(load.key, 0)
        if needed <= self.case.capacity_bytes:
            return ""
        flash = needed / (1 - self.case.request.headroom_pct / 100)
        return f" With about {format_bytes(flash)} of SSD it gets in."

    def _left_out(self, whole: Whole) -> str:
        capacity = self.case.capacity_bytes
        if not whole.benefit_s_per_hour:
            return "Moving it would save nothing."
        if whole.size_bytes > capacity:
            return f"{format_bytes(whole.size_bytes)} is more than the usable {format_bytes(capacity)}."
        return self._too_many(whole) or self._too_thin(whole) or self._no_room(whole)

    def _too_many(self, whole: Whole) -> str | None:
        most = self.case.request.constraints.most_moves
        if most is None or self.placement is None or len(self.placement.keys) + whole.segments <= most:
            return None
        if whole.each > self.least_each:
            return None
        saves, chosen = seconds(whole.benefit_s_per_hour), seconds(self.least_each)
        return f"Would save {saves} an hour; at most {most:,} may move, and each chosen one saves {chosen} or more."

    def _too_thin(self, whole: Whole) -> str | None:
        if whole.density >= self.least_density:
            return None
        saves, chosen = seconds(whole.density * GIB), seconds(self.least_density * GIB)
        return f"Would save {saves} an hour for each GiB; each one chosen has {chosen} or more as its part."

    def _no_room(self, whole: Whole) -> str:
        used = self.placement.used_bytes if self.placement else 0
        may_move = self.case.request.constraints.most_moved_bytes
        for room, words in (
            (self.case.capacity_bytes - used, "left after those chosen, which save more together"),
            (None if may_move is None else may_move - used, "that may still be moved; those chosen save more together"),
        ):
            if room is not None and whole.size_bytes > room:
                return f"Its {format_bytes(whole.size_bytes)} exceed the {format_bytes(max(room, 0))} {words}."
        return "It adds nothing significant to those chosen, or would keep the SSD too busy."


def reason_beside(row: RankedSegment, included: bool) -> str:
    """Why a segment is in or out where other parts share the flash with the segments."""
    if included == row.included:
        return row.reason
    if included and row.benefit_s_per_hour is not None and row.size_bytes:
        return _saves(row.benefit_s_per_hour, row.size_bytes)
    return "The other parts take the room it needs; the chosen segments save more with the rest."


def _saves(benefit: float, size_bytes: int) -> str:
    return f"Saves about {seconds(benefit)} of DB time an hour for {format_bytes(size_bytes)}."


def _reads_not_listed(load: SegmentLoad) -> str:
    if load.no_difference is not None:
        return f"The two counter exports give no figures for it: {load.no_difference}. Segtier can weigh it with two newer ones."
    bound = load.reads_below_per_s
    most = f" (at most {bound * S_PER_HOUR:,.0f} requests an hour)" if bound is not None else ""
    return f"Its reads are not listed{most}; add a segment counter export so that Segtier can weigh it."
