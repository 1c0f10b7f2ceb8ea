"""What a wait waits for; `oracle/event_table.py` says which event waits for which."""

from typing import Literal

DemandName = Literal[
    "single-block-read", "multi-block-read", "direct-read", "direct-write", "temp-read", "temp-write",
    "flash-read", "cell-read", "unnamed-io", "commit", "log-stall", "write-stall", "other-io",
    "cpu", "parsing", "concurrency", "locks", "cluster", "network", "idle", "other",
]  # fmt: skip
"""unnamed-io: storage, told by a wait class and not by an event."""
