"""What every use case works with: the database, the files, the readers, the bell that wakes workers, and the limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from segtier.answers.kept import Kept
from segtier.answers.lately import Lately
from segtier.dataclass import dataclass
from segtier.errors import SegtierError
from segtier.model.account import Writer
from segtier.model.audit import Deleter
from segtier.reading.readers import Readers
from segtier.reports.archives import Limits
from segtier.services.ahead import Ahead
from segtier.services.trusted_clock import TrustedClock
from segtier.store.blobs import Blobs
from segtier.store.engine import Store


@dataclass(frozen=True, slots=True)
class Context:
    """`ring()` tells the workers that a job waits. It may get lost: they ask the queue themselves every few seconds."""

    store: Store
    blobs: Blobs
    answers: Kept
    readers: Readers
    advisers: Readers
    """Processes that work out advice from documents, beside those that read files: neither waits for the other."""
    ring: Callable[[], None]
    upload_max_bytes: int
    archive_limits: Limits = Limits()
    erase_names: bool = False
    """Nothing that was deleted leaves its name behind: see the setting of that name."""
    broker_answers: Callable[[], bool] = lambda: True
    ahead: Ahead = field(default_factory=Ahead)
    anew: Ahead = field(default_factory=Ahead)
    """Answers that are made while the one from before an upload is shown: they do not wait for the fleet."""
    refused: Lately[SegtierError] = field(default_factory=lambda: Lately(1_000))
    """A refusal of an answer follows from the same as an answer, and may take as long: it is kept by the same name."""
    clock: TrustedClock = field(default_factory=TrustedClock)

    def deleter(self, by: Writer, because: str = "") -> Deleter:
        return Deleter(by, not self.erase_names, because)

    def close(self) -> None:
        self.ahead.close()
        self.anew.close()
        self.advisers.close()
        self.readers.close()
        self.store.close()
