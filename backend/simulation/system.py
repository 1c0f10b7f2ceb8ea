"""The simulated system: users, CPUs, disks, flash, commits, and a change applied to it. Seconds everywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Flash:
    """A device of parallel channels; a request takes one of them for its service time."""

    channels: int
    read_s: float
    write_s: float
    transfer_s: float
    """Of a block over the wire: the request waits for it, the channel is free again."""


@dataclass(frozen=True, slots=True)
class System:
    """What a transaction asks for, and what it asks of. Services are exponential with these means."""

    users: int
    think_s: float
    cores: int
    cpu_s: float
    reads: int
    disks: int
    disk_s: float
    writes_per_read: float
    """Blocks made dirty per block read, at most 1."""
    raid: Literal["raid0", "raid10", "raid5"]
    commit_post_s: float
    """The part of a commit that is no log write."""
    log_write_s: float
    """On devices of its own."""
    other_s: float
    """Locks and the like: a delay nobody queues for."""
    flash: Flash
    writes_under_way: int
    """Block writes the database writer keeps under way."""
    reads_moved: float = 0.0
    writes_moved: float = 0.0
    redo_moved: bool = False
    hit_share: float = 0.0
    """Of a flash cache in front of the reads left on disk."""

    @property
    def writes(self) -> float:
        return self.reads * self.writes_per_read

    @property
    def requests_per_write(self) -> int:
        """Disk requests one block written costs."""
        return {"raid0": 1, "raid10": 2, "raid5": 4}[self.raid]

    @property
    def reads_on_flash(self) -> float:
        return self.reads_moved + (1 - self.reads_moved) * self.hit_share

    def before(self) -> System:
        """The same system without the change."""
        return replace(self, reads_moved=0.0, writes_moved=0.0, redo_moved=False, hit_share=0.0)
