"""Files that were sent together, as the API shows them."""

from __future__ import annotations

from segtier.api.schemas.base import Answer, UtcTime
from segtier.api.schemas.uploads import Upload
from segtier.store.records import BatchRecord


class BatchStates(Answer):
    """How many files are in which state; of an archive those it held."""

    queued: int = 0
    running: int = 0
    succeeded: int = 0
    failed: int = 0
    quarantined: int = 0


class Batch(Answer):
    id: str | None
    """Null for the files that were sent without one; `?batch=none` lists them."""
    begun_at: UtcTime
    sent: int
    """Files as they were sent: an archive is one."""
    files: int
    """With those that archives held in their place."""
    bytes: int
    """As sent: of an archive its own."""
    states: BatchStates
    refused: int
    """Files of its archives that could not be taken out."""
    sample: bool
    database_ids: list[str]
    """The databases its files belong to, as far as they are read."""
    failures: list[Upload]
    """The newest of those that could not be read, at most 25."""

    unlinked: list[Upload]
    """The newest of those that are read and do not tell which database they are from, at most 25."""

    waiting: list[Upload]
    """The newest files of dumps that wait for the other files of their dump, at most 25."""

    @classmethod
    def of(cls, batch: BatchRecord) -> Batch:
        named = {"failures": batch.failures, "unlinked": batch.unlinked, "waiting": batch.waiting}
        shown = {name: [Upload.of(upload) for upload in found] for name, found in named.items()}
        return cls.made_of(batch, states=BatchStates(**batch.states), **shown)


class BatchList(Answer):
    items: list[Batch]
    next_cursor: str | None
