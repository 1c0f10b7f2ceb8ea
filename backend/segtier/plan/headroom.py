"""Room for more than a temporary tablespace ever used."""

from __future__ import annotations

from segtier.units import GIB

_HEADROOM = 1.25
"""Over the highest use the report shows; one hour's peak is not the year's."""


def with_headroom(peak_bytes: int) -> int:
    """What the new tablespace takes for such a peak: some more, in whole GiB."""
    return max(1, -(-int(peak_bytes * _HEADROOM) // GIB)) * GIB
