"""Segments somebody has decided about, by the names typed; what cannot be meant is refused before anything is placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.alike import alike
from segtier.analysis.segment_names import is_called
from segtier.analysis.words import some_of
from segtier.dataclass import dataclass
from segtier.errors import Infeasible, Refused
from segtier.model.constraints import Constraints
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.plurals import plural
from segtier.units import format_bytes


@dataclass(frozen=True, slots=True)
class Held:
    pinned: frozenset[SegmentKey] = frozenset()
    excluded: frozenset[SegmentKey] = frozenset()


def held_by(constraints: Constraints, loads: Sequence[SegmentLoad], capacity_bytes: int) -> Held:
    """Raises Refused for a name no segment has and for one that is pinned and excluded, Infeasible for pins that cannot be."""
    pinned = [load for name in constraints.pinned for load in called(name, loads)]
    excluded = frozenset(load.key for name in constraints.excluded for load in called(name, loads))
    both = [load for load in pinned if load.key in excluded]
    if both:
        raise Refused(
            f"{_names(both)} must go to SSD and must stay, both as asked",
            code="pinned-and-excluded",
            advice="Ask for one.",
        )
    _check(constraints, list({load.key: load for load in pinned}.values()), capacity_bytes)
    return Held(frozenset(load.key for load in pinned), excluded)


def full_name(key: SegmentKey) -> str:
    pdb, owner, name, subobject, _ = key
    return (f"{pdb}:" if pdb else "") + ".".join(part for part in (owner, name, subobject) if part)


def called(pattern: str, loads: Sequence[SegmentLoad]) -> list[SegmentLoad]:
    """Those the pattern names. Raises Refused where there is none."""
    found = _called(pattern, loads)
    if not found:
        raise _nobody([pattern], loads)
    return found


def named_nowhere(patterns: Iterable[str], loads: Sequence[SegmentLoad]) -> None:
    """Raises Refused with all the patterns that name none."""
    nobody = [pattern for pattern in patterns if not _called(pattern, loads)]
    if nobody:
        raise _nobody(nobody, loads)


def _called(pattern: str, loads: Iterable[SegmentLoad]) -> list[SegmentLoad]:
    return [load for load in loads if is_called(load.key, pattern)]


def _nobody(patterns: Sequence[str], loads: Sequence[SegmentLoad]) -> Refused:
    near = _meant(patterns[0].strip(), loads)
    return Refused(
        f"no segment of the inputs is called {some_of([repr(name.strip()[:300]) for name in patterns], _MOST_NAMED)}",
        code="no-such-segment",
        advice=(f"Did you mean {near}? " if near else "")
        + "Write OWNER.NAME or OWNER.NAME.PARTITION as `segtier segments` shows them; * stands for any letters.",
    )


def _meant(name: str, loads: Sequence[SegmentLoad]) -> str | None:
    """By the whole name, or by the segment's own where the owner was left out."""
    whole = {full_name(load.key): load.key[2] for load in loads}
    own = alike(name, set(whole.values()))
    return alike(name, whole) or next((full for full, last in whole.items() if last == own), None)


def _check(constraints: Constraints, pinned: list[SegmentLoad], capacity_bytes: int) -> None:
    for load in pinned:
        if load.unmovable_reason is not None:
            raise Infeasible(
                f"{full_name(load.key)} must go to SSD, as you asked, but cannot: {load.unmovable_reason}",
                code="pin-unmovable",
            )
    unsized = [load for load in pinned if not load.size_bytes]
    if unsized:
        raise Infeasible(
            f"{_names(unsized)} must go to SSD, as you asked, but the size is not known",
            code="pin-size-unknown",
            advice="Add a dba_segments export or type the size.",
        )
    taken = sum(load.size_bytes or 0 for load in pinned)
    limits = (
        (capacity_bytes, "the SSD holds {}"),
        (constraints.most_moved_bytes, "at most {} may be moved"),
    )
    for limit, words in limits:
        if limit is not None and taken > limit:
            raise Infeasible(
                f"the segments that must go to SSD take {format_bytes(taken)}; {words.format(format_bytes(limit))}",
                code="pins-too-large",
                advice="Pin fewer, or raise the limit.",
            )
    if constraints.most_moves is not None and len(pinned) > constraints.most_moves:
        raise Infeasible(
            f"{plural(len(pinned), 'segment')} must go to SSD; at most {constraints.most_moves} may move",
            code="pins-too-many",
            advice="Pin fewer, or raise the limit.",
        )


_MOST_NAMED = 3


def _names(loads: Sequence[SegmentLoad]) -> str:
    return some_of([full_name(load.key) for load in loads], _MOST_NAMED)
