"""Segments on a volume of RDS: the operations, lists and checks of everywhere; only the files of the tablespaces differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.options import indexes, segments
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.write.rds.after import after_file
from segtier.plan.write.rds.screen import screen

_AFTER = (
    "Run 70_after.sql right after the move, and take another snapshot around the next busy hour; upload that report to Segtier,"
    " which holds it against the forecast. Watch plans that change.",
    *segments.OPTION.after[2:],
)
_ARCHIVE = (
    "RDS keeps archived redo on the main volume: that of the moves must have room there until it is backed up, and as long"
    " as 'archivelog retention hours' says."
)
_REPLICAS = (
    "With read replicas: the session's DB_CREATE_FILE_DEST is not known there, so new files come to a replica's main volume. Set"
    " db_create_file_dest of the replica's parameter group to the volume's place first."
)


def _files(lists: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return (*segments.OPTION.files(lists, request), after_file(lists, request))


def _notes(lists: Lists, request: PlanRequest) -> Iterable[str]:
    return [*segments.OPTION.notes(lists, request), _ARCHIVE, _REPLICAS]


def _on_rds(option: Scripts, title: str) -> Scripts:
    return replace(option, title=title, files=_files, notes=_notes, screen=screen, after=_AFTER)


SEGMENTS = _on_rds(segments.OPTION, "Move the chosen segments to a volume of RDS")
INDEXES = _on_rds(indexes.OPTION, "Move the indexes to a volume of RDS")
