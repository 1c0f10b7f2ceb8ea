"""What an option changes, as shares of the demands it moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """Shares (0 to 1) of today's requests that go to flash. `*_extra` is the most that unseen segments may add."""

    buffered_reads: float = 0.0
    direct_reads: float = 0.0
    writes: float = 0.0
    reads_extra: float = 0.0
    writes_extra: float = 0.0
    share_error: float = 0.0
    """Relative uncertainty of the three shares."""
    redo: bool = False
    temp: bool = False
    flash_cache_bytes: int = 0
    flash_cache_metadata_bytes: int = 0

    @property
    def empty(self) -> bool:
        return self == Change(share_error=self.share_error)
