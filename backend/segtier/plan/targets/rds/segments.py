"""Segments on a volume of RDS: the operations, lists and checks of everywhere; only the files of the tablespaces differ."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.plan.contract import Lists, TargetedRequest
from segtier.plan.options.indexes import Indexes
from segtier.plan.options.segments import Segments
from segtier.plan.options.set import NamedSegments
from segtier.plan.targets.rds.screen import screen

_ARCHIVE = (
    "RDS keeps archived redo on the main volume: that of the moves must have room there until it is backed up, and as long"
    " as 'archivelog retention hours' says."
)
_REPLICAS = (
    "With read replicas: the session's DB_CREATE_FILE_DEST is not known there, so new files come to a replica's main volume. Set"
    " db_create_file_dest of the replica's parameter group to the volume's place first."
)


class SegmentsOnRds(Segments):
    title = "Move the chosen segments to a volume of RDS"

    def notes(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        return [*super().notes(lists, request), _ARCHIVE, _REPLICAS]

    def made_by(self, request: TargetedRequest) -> str:
        return "30" if request.place_there else "10 and after 30"

    def screen(self, request: TargetedRequest) -> None:
        screen(request)


class NamedSegmentsOnRds(SegmentsOnRds, NamedSegments):
    title = "Move the named segments to a volume of RDS"


class IndexesOnRds(SegmentsOnRds, Indexes):
    title = "Move the indexes to a volume of RDS"
