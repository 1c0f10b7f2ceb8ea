"""What the assumptions of a forecast are called, and between which ends one may be stated instead."""

from __future__ import annotations

from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    title: str
    least: float | None = None
    """In the unit of the assumption; None: follows from other things, nobody states it by itself."""
    most: float | None = None


_PART = (0.0, 1.0)
_BUSY = (0.0, 0.98)
_US = (5.0, 1e5)
_ERROR = (-0.9, 0.9)

KINDS: dict[str, Kind] = {
    "already_fast": Kind("Reads that are fast already: time that stays", 0.05, 2.0),
    "already_fast_temp": Kind("Temp I/O that is fast already: time that stays", 0.05, 2.0),
    "already_fast_write": Kind("Log writes that are fast already: time that stays", 0.05, 3.0),
    "class_latency": Kind("Read times by tablespace, relative to what they are", 0.0, 2.0),
    "commit_post_us": Kind("Commit: posting and CPU", 1.0, 1e4),
    "counted_twice": Kind("Time counted twice: part in waits for storage", *_PART),
    "disk_service_us": Kind("A disk's own time for one block", 100.0, 1e5),
    "disk_utilisation": Kind("How busy today's disks are", *_BUSY),
    "fast_limit_us": Kind("Up to here requests may come from SSD or a cache", 1e3, 1.5e3),
    "flash_bandwidth": Kind("SSD bandwidth, of its data sheet's", 0.1, 1.5),
    "flash_hit_share": Kind("Reads that Smart Flash Cache serves", 0.0, 0.95),
    "flash_read_us": Kind("SSD read latency", *_US),
    "flash_utilisation": Kind("How busy today's SSD or array cache is", *_BUSY),
    "flash_write_us": Kind("SSD write latency", *_US),
    "follow_locks": Kind("Lock waits that go as the work of the holders", *_PART),
    "follow_unexplained": Kind("Unexplained time that goes as the rest of the work", *_PART),
    "load_error": Kind("Error of the load left on today's disks", *_ERROR),
    "log_write_met": Kind("Part of a log write under way that a commit waits for", *_PART),
    "log_writer_writes": Kind("Commit in a queue: part in which the log writer writes", *_PART),
    "log_writes_most_us": Kind("Longest log writes of a commit", 100.0, 1e6),
    "long_writes_met": Kind("Part of a commit's long wait that was for long log writes", *_PART),
    "miss_curve_trust": Kind("Trust in the advisory's curve beyond its end", 0.0, 2.0),
    "miss_exponent": Kind("How fast reads fall as the cache grows", 0.0, 2.0),
    "model_error": Kind("Error of the model", *_ERROR),
    "read_factor": Kind("Physical reads left with the bigger buffer cache", 0.01, 1.5),
    "reads_apart": Kind("Time of a read that moves, of one that stays (logarithm)", -3.0, 3.0),
    "redo_growth": Kind("How log writes grow with throughput", *_PART),
    "redo_share_of_sync": Kind("Part of log file sync in the log write", *_PART),
    "redo_writes_per_sync": Kind("Log writes a commit waits for", 0.5, 5.0),
    "scan_gain": Kind("Part of a scan's wait that follows the device", *_PART),
    "seek_reordering": Kind("What reordering of seeks can save", 0.0, 0.5),
    "segment_share": Kind("I/O of the segments moved, of what is listed", 0.0, 2.0),
    "slowest_on_flash": Kind("Slowest on SSD, in times of today", 1.0, 5.0),
    "smt_yield": Kind("What a second thread adds to a core", *_PART),
    "stall_gain": Kind("Part of a stall that goes with the writes moved", *_PART),
    "stall_relief": Kind("Part of a stall that eases as the disks do", *_PART),
    "unknown_latency": Kind("Waits of unknown length: time on SSD, of today's", *_PART),
    "unseen_share": Kind("What moves of the I/O no list names", *_PART),
    "write_growth": Kind("How writes grow with throughput", *_PART),
    "cpu_servers": Kind("CPUs"),
    "flash_cache_in_rac": Kind("Smart Flash Cache in a cluster"),
    "headroom": Kind("SSD kept free"),
    "hits_beside_segments": Kind("Reads that Smart Flash Cache serves after segments move"),
    "log_write_us": Kind("Log write today"),
    "miss_exponent_fitted": Kind("How fast reads fall as the cache grows, by the advisory"),
    "on_flash_today": Kind("Reads served from SSD today"),
    "server_os": Kind("Operating system"),
    "standby_us": Kind("Wait for the standby"),
}
"""By the names of assumptions."""

STATABLE = tuple(sorted(name for name, kind in KINDS.items() if kind.least is not None))
