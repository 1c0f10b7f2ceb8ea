"""Segments worth weighing whose size nobody told, where others have theirs: they cannot be chosen, and the answer names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segtier.advisor.segments.held import full_name
from segtier.analysis.words import pct, some_of
from segtier.model.evidence import Warn
from segtier.model.profile import SegmentLoad
from segtier.plurals import plural

_READ = 0.01
"""Of the reads of all segments: one that makes less is no loss."""
_SHOWN = 3


def said_of_unsized(loads: Sequence[SegmentLoad]) -> Iterator[Warn]:
    """`loads`: most reads first."""
    able = [load for load in loads if load.unmovable_reason is None]
    reads = sum(load.read_requests_per_s or 0.0 for load in loads)
    unsized = [
        load for load in able if load.size_bytes is None and (load.read_requests_per_s or 0.0) >= _READ * reads > 0
    ]
    if not unsized or len(unsized) == len(able) or not any(load.size_bytes for load in able):
        return
    part = sum(load.read_requests_per_s or 0.0 for load in unsized) / reads
    it, makes = ("it", "makes") if len(unsized) == 1 else ("them", "make")
    message = (
        f"no input tells the size of {plural(len(unsized), 'segment')} that {makes} {pct(part)} of the reads "
        f"({some_of([full_name(load.key) for load in unsized], _SHOWN)}), so none of the options can choose {it}: "
        f"upload a dba_segments export that has {it}, or type the size"
    )
    yield Warn("sizes-missing", message)
