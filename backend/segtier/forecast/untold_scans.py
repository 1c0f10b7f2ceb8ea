"""How many of the reads are scans, and how large they are, where no input counts them: as many and as large as they may be."""

from __future__ import annotations

from dataclasses import replace

from segtier.forecast.flash_ratios import LARGEST_READ_BYTES
from segtier.model.profile import Profile


def if_scanned(profile: Profile) -> Profile | None:
    """The same workload where all reads that may be direct are, and read as much as may be; None where both are counted.

    Buffered reads are then the smaller part of what today's disks do.
    """
    buffered, direct = profile.least_buffered_reads_per_s, profile.most_direct_reads_per_s
    if direct is None:
        direct = profile.direct_read_requests_per_s or profile.demand("direct-read").waits_per_s
    if buffered is None:
        buffered = profile.buffered_read_requests_per_s
    scanned = profile.direct_read_bytes_per_s
    if scanned is None:
        scanned = _most_bytes(profile, buffered or 0.0, direct)
    found = replace(
        profile,
        buffered_read_requests_per_s=buffered,
        direct_read_requests_per_s=direct or profile.direct_read_requests_per_s,
        direct_read_bytes_per_s=scanned if direct else profile.direct_read_bytes_per_s,
    )
    return None if found == profile else found


def _most_bytes(profile: Profile, buffered: float, direct: float) -> float:
    """A second: what buffered reads of a block leave, and no more than Oracle asks for at once."""
    most = direct * LARGEST_READ_BYTES
    if profile.data_read_bytes_per_s is None:
        return most
    left = max(profile.data_read_bytes_per_s - buffered * profile.block_size_bytes, direct * profile.block_size_bytes)
    return min(most, left)
