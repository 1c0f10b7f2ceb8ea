"""A set of segments: moved by name, as chosen segments are."""

from __future__ import annotations

from segtier.plan.options.segments import Segments


class NamedSegments(Segments):
    title = "Move the named segments to SSD"
