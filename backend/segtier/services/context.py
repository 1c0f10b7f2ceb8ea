"""What every use case works with: the database, the files, the bell that wakes workers, and the limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from segtier.reports.archives import Limits
from segtier.store.blobs import Blobs
from segtier.store.engine import Store


@dataclass(frozen=True, slots=True)
class Context:
    """`ring(job_id)` tells a worker that a job waits. It may get lost: the reaper rings again."""

    store: Store
    blobs: Blobs
    ring: Callable[[str], None]
    upload_max_bytes: int
    archive_limits: Limits = Limits()
