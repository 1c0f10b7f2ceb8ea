"""How each answer ends: what it recommends, what to do next, and what would make it another one."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.option import Recommendation
from segtier.model.verdict import Cause


@dataclass(frozen=True, slots=True)
class Ending:
    recommendation: Recommendation | None
    """None: the option's own."""
    next_step: str
    would_change: tuple[str, ...]


_BUSY = "A report of an hour in which users wait for storage."
_AFTER = "A report from after the tuning, with storage as the largest part of DB time."
_TUNE: Recommendation = "tune-first"
_LEAVE: Recommendation = "do-nothing"
_UNKNOWN: Recommendation = "not-enough-data"

ENDINGS: dict[Cause, Ending] = {
    "option": Ending(
        None,
        "Read the plan, have it reviewed, run it in a quiet hour, and upload a report of the same load afterwards.",
        ("A busier hour with another bottleneck.", "SSD of another size or speed.", "A larger buffer cache."),
    ),
    "option-needs": Ending(
        None,
        "Add what is missing; the answer is then worked out again.",
        ("What is missing, if it shows that too little fits or that the gain is another.",),
    ),
    "no-clear-gain": Ending(
        _LEAVE,
        "Find out what the data is on today, and measure how long its reads take there.",
        ("Segment counters of all segments, which narrow the range.", _BUSY),
    ),
    "idle": Ending(
        _UNKNOWN, "Take a report of one busy hour and upload it.", ("A report of an hour in which users wait.",)
    ),
    "too-short": Ending(_UNKNOWN, "Take a report of one busy hour and upload it.", ("A report of a whole busy hour.",)),
    "contradiction": Ending(
        _UNKNOWN,
        "Take the report anew, between two snapshots without a restart, and upload it.",
        ("A report whose CPU and waits add up to DB time.",),
    ),
    "unseen-waits": Ending(
        _UNKNOWN,
        "Upload the AWR report of the busiest hour: its section Foreground Wait Events names the waits.",
        ("A report that names the waits for storage and how long each takes.",),
    ),
    "unexplained": Ending(
        _TUNE,
        "Look for a queue for the CPUs, paging or a hypervisor that takes CPU away (OS statistics, steal time).",
        ("A report of an hour in which CPU and waits explain DB time.",),
    ),
    "scans-unexplained": Ending(
        _UNKNOWN,
        "Find what the sessions do in the time that no wait counts: CPU queues, parallel servers, asynchronous reads.",
        ("A report of an hour in which CPU and waits explain DB time.",),
    ),
    "doubtful-reads": Ending(
        _UNKNOWN,
        "Look at the wait event histogram of an hour with more reads, and at what stops the slow ones.",
        ("A report with enough reads for an average that means a device.",),
    ),
    "locks": Ending(_TUNE, "Find who holds the locks, and for how long, in ASH or v$lock.", (_AFTER,)),
    "cpu": Ending(_TUNE, "Tune the statements at the head of SQL ordered by CPU Time.", (_AFTER,)),
    "cpu-full": Ending(_TUNE, "Tune the statements at the head of SQL ordered by CPU Time, or add CPUs.", (_AFTER,)),
    "held-back": Ending(
        _TUNE, "Look at the active resource plan and at its limits for these consumer groups.", (_AFTER,)
    ),
    "parsing": Ending(
        _TUNE, "Find the statements parsed most: literals, small cursor caches, invalidations.", (_AFTER,)
    ),
    "logons": Ending(_TUNE, "Let the programs keep their sessions open in a connection pool.", (_AFTER,)),
    "cluster": Ending(
        _TUNE, "Look at the interconnect and at the segments most wanted by several instances.", (_AFTER,)
    ),
    "concurrency": Ending(
        _TUNE, "Find the blocks and latches wanted by many (Segments by Buffer Busy Waits).", (_AFTER,)
    ),
    "network": Ending(_TUNE, "Look at the link, at database links, and at how many rows a call fetches.", (_AFTER,)),
    "flash-cache-reads": Ending(
        _TUNE, "Look at the flash cache's hits, its device, and what a larger buffer cache would save.", (_AFTER,)
    ),
    "other-waits": Ending(
        _TUNE, "Find what the sessions wait for in the list of events, and who causes it.", (_AFTER,)
    ),
    "write-stalls": Ending(
        _TUNE,
        "Look at asynchronous I/O, the number of DBWR processes, and the size of redo logs and log buffer.",
        ("A report from after the change in which the stalls are left, with the write times in it.",),
    ),
    "commits-elsewhere": Ending(
        _TUNE,
        "Compare log file parallel write with log file sync, and look at CPU load and standbys.",
        ("A report whose log writes take most of a commit's time.",),
    ),
    "throttled": Ending(
        _TUNE,
        "Look up the limits in IOPS and MB/s of the volumes and of the machine, and who shares them.",
        ("A report from after the limit was raised.", "SSD that the limit does not hold back."),
    ),
    "scans": Ending(
        _TUNE,
        "Look at the statements at the head of SQL ordered by Reads: an index or a partition may spare the scan.",
        ("An SSD whose bandwidth is known to be above what the scans ask for.",),
    ),
    "fast-reads": Ending(
        _LEAVE,
        "Find out what the data is on; statements that read most and a larger buffer cache are what is left.",
        (
            "A busier hour in which reads take well over a millisecond.",
            "A measurement of the SSD at hand that is well below today's reads.",
        ),
    ),
    "on-flash": Ending(
        _TUNE,
        "Look at the path to the device, at CPU queues, and at what else uses it.",
        ("A report of an hour in which the device alone is busy.",),
    ),
    "engineered": Ending(
        _LEAVE,
        "Look at the cells: flash cache hits, smart scan, and statements that read most.",
        ("Nothing about other SSD: the cells place the data.",),
    ),
    "small": Ending(_LEAVE, "Look at the largest part of DB time first.", (_BUSY,)),
    "more-cache": Ending(
        "more-memory",
        "Raise db_cache_size (or sga_target) as far as the server's memory allows, then take a new report.",
        ("A server without free memory: then SSD is the choice.",),
    ),
    "more-pga": Ending(
        "more-memory",
        "Raise pga_aggregate_target as far as the server's memory allows, then take a new report.",
        ("A server without free memory: then temp on SSD is the choice.",),
    ),
}
