"""What a wait waits for; `oracle/event_table.py` says which event waits for which, `component.py` what each is part of."""

from typing import Literal

DemandName = Literal[
    "single-block-read", "multi-block-read", "direct-read", "direct-write", "temp-read", "temp-write",
    "flash-read", "cell-read", "unnamed-io", "commit", "log-stall", "write-stall", "other-io",
    "cpu", "parsing", "concurrency", "locks", "cluster", "network", "idle", "other",
]  # fmt: skip
"""unnamed-io: storage, told by a wait class and not by an event."""
WaitClassName = Literal[
    "Administrative", "Application", "Cluster", "Commit", "Concurrency", "Configuration", "Idle", "Network", "Other",
    "Queueing", "Scheduler", "System I/O", "User I/O",
]  # fmt: skip
"""Oracle's (Database Reference, "Classes of Wait Events")."""
