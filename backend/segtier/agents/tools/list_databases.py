"""The databases that were read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from segtier.agents.databases import Documents
from segtier.agents.desk import Desk
from segtier.agents.tool import Tool
from segtier.model.document_kind import DocumentKind
from segtier.model.workload import Database, Workload


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file; its digest is the `source` of evidence."""

    file: str | None
    sha256: str | None
    kind: DocumentKind
    period: str
    """before | after"""
    begin_time: datetime | None
    end_time: datetime | None
    db_time_s: float | None


@dataclass(frozen=True, slots=True)
class DatabaseLine:
    id: str
    """What the other tools call it by."""
    database: Database
    files: tuple[ReportFile, ...]


@dataclass(frozen=True, slots=True)
class DatabaseList:
    databases: tuple[DatabaseLine, ...]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


def _run(desk: Desk, _asked: Nothing) -> DatabaseList:
    return DatabaseList(tuple(DatabaseLine(one.id, one.database, _files(one)) for one in desk.databases()))


def _files(documents: Documents) -> tuple[ReportFile, ...]:
    before = (_file(one, "before") for one in documents.before)
    after = (_file(one, "after") for one in documents.after)
    sizes = (
        ReportFile(one.source.file, one.source.sha256, one.source.kind, "before", None, None, None)
        for one in documents.inventories
    )
    return (*before, *after, *sizes)


def _file(one: Workload, period: str) -> ReportFile:
    source, time = one.source, one.interval
    return ReportFile(
        source.file, source.sha256, source.kind, period, time.begin_time, time.end_time, time.db_time_s
    )  # fmt: skip


TOOL = Tool(
    "list_databases",
    "Databases",
    "The databases whose reports were read, with the files of each. Start here: the other tools take an `id` of "
    "this list.",
    Nothing,
    DatabaseList,
    _run,
)
