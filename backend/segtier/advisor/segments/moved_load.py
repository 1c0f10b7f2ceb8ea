"""Requests and bytes a second of a database, and of the part that moves."""

from __future__ import annotations

from segtier.forecast.placed import Shares
from segtier.model.profile import Profile
from segtier.model.volume import IoLoad


def whole_load(profile: Profile) -> IoLoad:
    """All requests and bytes a second that the inputs count."""
    sizes = (profile.data_read_bytes_per_s, profile.data_write_bytes_per_s, profile.redo_bytes_per_s)
    return IoLoad(sum(rate or 0.0 for rate in profile.request_rates), sum(size or 0.0 for size in sizes))


def moved_load(profile: Profile, shares: Shares) -> IoLoad:
    """What of it goes to the volume with these parts (3,) of the buffered reads, direct path reads and writes."""
    reads, direct, writes = (float(share) for share in shares)
    rates = (
        profile.buffered_read_requests_per_s,
        profile.direct_read_requests_per_s,
        profile.data_write_requests_per_s,
    )
    scanned = profile.direct_read_bytes_per_s or 0.0
    buffered = max((profile.data_read_bytes_per_s or 0.0) - scanned, 0.0)
    return IoLoad(
        sum(share * (rate or 0.0) for share, rate in zip((reads, direct, writes), rates, strict=True)),
        reads * buffered + direct * scanned + writes * (profile.data_write_bytes_per_s or 0.0),
    )
