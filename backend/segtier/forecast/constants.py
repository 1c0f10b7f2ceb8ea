"""Every constant of the forecast, once, for all cases: low, expected, high and the reason.

Nothing here is tuned per database. docs/internals/how-advice-works.md explains each.
"""

from __future__ import annotations

from typing import NamedTuple


class Spread(NamedTuple):
    """A constant nobody measures: drawn from a triangle between low and high with its peak at expected."""

    low: float
    expected: float
    high: float
    source: str


SMT_YIELD = Spread(0.2, 0.5, 0.7, "work a second thread adds to a core; half a core is the usual rule")
DISK_UTILISATION = Spread(0.05, 0.35, 0.75, "share of the time the disks are busy; the number of spindles is not known")
DISK_SERVICE_US = Spread(
    4_000,
    8_000,
    15_000,
    "time of one block read from a disk that nobody else uses: a seek and half a turn, by data sheets of disks with 15,000 to "
    "5,400 turns a minute",
)
FLASH_UTILISATION = Spread(0.0, 0.1, 0.3, "where today's storage is SSD or an array's cache, it is hardly queueing")
REDO_WRITES_PER_SYNC = Spread(
    0.9, 1.1, 1.5, "log writes one commit waits for (group commit: part of the one under way, and its own)"
)
LOG_WRITER_QUEUE_FROM = 0.5
"""Part of the time the log writer is busy above which commits queue for it; below it REDO_WRITES_PER_SYNC is all of it."""
LOG_WRITER_BUSY_ERROR = 0.1
LOG_WRITER_BUSY_SOURCE = (
    "part of a queueing commit's wait in which the log writer writes: as much of it as the log writer is busy, "
    "redo writes and log file parallel write"
)
REDO_SHARE_BUSY = Spread(
    0.3,
    0.6,
    0.9,
    "part of log file sync spent in the log write; log file parallel write is not in the report and the CPUs are busy",
)
COMMIT_POST_US = Spread(
    20, 60, 200, "part of log file sync that is posting and CPU, not the log write; the CPUs are not busy"
)
LOG_WRITES_MOST_US = Spread(
    15_000,
    25_000,
    60_000,
    "the log writes of one commit take no longer on disks; what log file sync takes beyond is bandwidth, archiving or "
    "CPU, and the report does not show the log write itself",
)
LONG_WRITES_MET = Spread(
    0.0,
    0.5,
    1.0,
    "part of a commit's wait beyond the queue's that was for long log writes, where the log writer is busy",
)
LOG_WRITE_MET = Spread(
    0.5,
    0.75,
    1.0,
    "part of a log write that a commit waits for when it finds one under way: half of one that always takes as long, all of "
    "one whose time is exponential (residual life)",
)
BUSY_CPU = 0.5
"""Of the CPUs' time: above it a commit may wait for a CPU as long as for the log."""
REDO_GROWTH_ERROR = 0.2
REDO_GROWTH_SOURCE = (
    "log writes grow as throughput to this power: 1 less the part of the time the log writer is busy, "
    "for then a write carries more commits instead (group commit)"
)
SEEK_REORDERING = Spread(
    0.0, 0.08, 0.3, "a disk with a longer queue picks the nearest request: part of the service time this can save"
)
SCAN_GAIN = Spread(0.0, 0.15, 0.8, "part of a scan's wait that follows the device; prefetch hides the rest")
STALL_RELIEF = Spread(
    0.0,
    1.0,
    1.0,
    "part of a stall that goes as the response of the disks that take the writes, where they get faster; all of it fits "
    "the measured moves best, whose engine has no process of its own for writes",
)
STALL_GAIN = Spread(
    0.4, 1.0, 1.0, "part of a stall that goes with the writes moved; the whole part fits the measured moves best"
)
WRITE_GROWTH = Spread(
    0.6, 0.9, 1.0, "writes grow as throughput to this power: a hot block is changed more often per write"
)
ALREADY_FAST = Spread(
    0.5, 0.95, 1.25, "reads are below 1 ms already: part of today's read time that stays, device by device"
)
FAST_LIMIT_US = Spread(
    1_000,
    1_000,
    1_500,
    "up to here today's requests may come from SSD or an array's cache: a path, a mirror or load adds to their own time",
)
ALREADY_FAST_WRITE = Spread(
    0.4,
    0.95,
    1.6,
    "log writes are below 1 ms already, from SSD or a write cache: part of today's time that stays; SSD "
    "under steady writing is slower than its data sheet",
)
ALREADY_FAST_TEMP = Spread(
    0.5, 0.95, 1.25, "temp I/O is below 1 ms already: part of today's time that stays, device by device"
)
FLASH_BANDWIDTH = Spread(
    0.75,
    1.0,
    1.1,
    "of the device's bandwidth by its data sheet, which is of large requests one after the other; mixed ones get less",
)
SLOWEST_ON_FLASH = Spread(
    1.0,
    1.2,
    2.0,
    "by its data sheet the SSD is slower than today's storage, which then is SSD or a cache as well: times today's time, "
    "at most",
)
MISS_EXPONENT = Spread(
    0.1, 0.3, 0.6, "physical reads fall as cache size to minus this power; no advisory in the report"
)
MISS_TRUST = Spread(0.5, 0.9, 1.1, "a flash cache against the advisory's curve drawn on beyond twice the cache")
READS_APART = Spread(
    -0.5,
    0.0,
    1.6,
    "nobody can tell which tablespaces read slower: logarithm of how many times longer a read that moves takes than one that "
    "stays, as far as trusted reports have them apart (docs/internals/forecast.md)",
)
KINDS_APART = Spread(
    -2.0,
    0.0,
    2.0,
    "nobody can tell which tablespaces read slower, and what moves is told by its kind: logarithm of how many times longer a "
    "read of it takes than one that stays, either way about as far as READS_APART",
)
SEGMENTS_APART = Spread(
    -0.4,
    0.0,
    0.4,
    "no samples of sessions tell segments of a tablespace apart: logarithm of how many times longer a read that moves takes than "
    "one that stays, as far as tablespaces of one class may differ",
)
MODEL_ERROR = Spread(
    -0.6,
    0.0,
    0.6,
    "what the model leaves out: logarithm of measured over forecast response, in full where a change nearly halves it; so wide "
    "that four in five published figures lie inside P10 to P90 (docs/internals/forecast.md)",
)
REPEATS = 0.02
"""Of a figure, either way, P10 to P90: the least by which two measurements of one load differed in a real engine (2 to 10 %, the
base before and after the moves, docs/internals/lab-figures.md). No range is narrower."""
EMPTY_QUEUES = 0.9
"""Of the time with empty queues: the model's error leaves at least that much, as their time is not known better."""
LOAD_ERROR = Spread(
    -0.6,
    0.0,
    0.6,
    "error of the load a change takes off today's disks, relative: the buffer cache, prefetch and the joining of writes "
    "adapt to the new placement, which no report foresees; width as of the model's error",
)
MOST_REQUESTS_A_WAIT = 6.0
"""Read requests to each read that a session waited for: few reports that count both have more of them."""
UNSEEN_SHARE = Spread(0.0, 0.35, 1.0, "what the option moves of the I/O no list names")
FOLLOW_LOCKS = Spread(
    0.4,
    1.0,
    1.0,
    "part of lock waits that goes as the work of who holds the lock; the whole part fits the measured moves best, but there "
    "nobody thinks while he holds one, and no report tells whether anybody does here",
)
FOLLOW_UNEXPLAINED = Spread(
    0.0, 0.5, 1.0, "part of the time in neither CPU nor a wait that goes as the rest of the work"
)
UNKNOWN_LATENCY = Spread(
    0.0, 0.3, 1.0, "time on SSD over today's; the inputs do not say how long one of these waits takes"
)
COUNTED_TWICE_SOURCE = (
    "part of what CPU and waits exceed DB time by that is counted in waits for storage: by weight at the least, for a wait "
    "lasts until its process is on a CPU again"
)

STREAM_BYTES_PER_US = 500.0
"""Transfer of one request from flash: at most 500 MB/s for a single stream."""
TEMP_REQUEST_BYTES = 131_072
"""A work area's request: 16 blocks of 8 KB."""
DISK_POSITION_US = 5_000.0
DISK_BYTES_PER_US = 150.0
"""A disk's seek and turn, and what it streams: a large request takes more of a disk's time than a block."""
WRITES_UNDER_WAY = 128.0
"""Block writes DBWR keeps under way; sessions wait for free buffers once the disks cannot take them."""
FULL_DISKS = 0.9
"""Utilisation from which free buffer waits are taken to come from the disks' own queue of writes."""
HIGHEST_UTILISATION = 0.985
"""Of a station whose range was drawn, not measured."""
WRITES_PER_LOGICAL_WRITE = {"raid0": 1, "raid1": 2, "raid10": 2, "raid5": 4, "raid6": 6}
MIRRORED = 2
"""Assumed where the RAID level is not known."""

TUNED = {
    "seek_reordering": SEEK_REORDERING,
    "write_growth": WRITE_GROWTH,
    "commit_post_us": COMMIT_POST_US,
    "scan_gain": SCAN_GAIN,
}
"""Constants whose expected values were chosen with the published measurements in sight; the others have other reasons."""

INPUTS = frozenset(
    {
        "already_fast",
        "already_fast_temp",
        "class_latency",
        "already_fast_write",
        "commit_post_us",
        "counted_twice",
        "disk_service_us",
        "disk_utilisation",
        "fast_limit_us",
        "flash_bandwidth",
        "flash_hit_share",
        "flash_read_us",
        "flash_utilisation",
        "flash_write_us",
        "follow_locks",
        "follow_unexplained",
        "load_error",
        "log_write_met",
        "log_writer_writes",
        "log_writes_most_us",
        "long_writes_met",
        "miss_curve_trust",
        "miss_exponent",
        "model_error",
        "read_factor",
        "reads_apart",
        "redo_growth",
        "redo_share_of_sync",
        "redo_writes_per_sync",
        "scan_gain",
        "seek_reordering",
        "segment_share",
        "slowest_on_flash",
        "smt_yield",
        "stall_gain",
        "stall_relief",
        "unknown_latency",
        "unseen_share",
        "write_growth",
    }
)
"""Names of all inputs that are drawn: those above, the device's, and what a change brings."""
