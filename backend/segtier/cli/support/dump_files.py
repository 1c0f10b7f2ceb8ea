"""AWR dumps named on the command line: files of one export are read together, also those in an archive."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from segtier.errors import UnreadableInput
from segtier.model.document_kind import DUMP
from segtier.model.workload import Source, Workload
from segtier.reading.packed_dumps import exports_in, unpacked
from segtier.reports.awr_dump import read_dump, read_loads
from segtier.reports.bundle import PackedFiles
from segtier.reports.dump.sets import by_export

if TYPE_CHECKING:
    from segtier.analysis.report import Report

_CHUNK = 1 << 20


def exports_of(paths: Sequence[Path]) -> list[list[Path]]:
    """Files of one export together, in the order they are named."""
    with ExitStack() as stay:
        files = [(str(path), stay.enter_context(path.open("rb"))) for path in paths]
        return [[Path(name) for name in names] for names, _ in by_export(files)]


def exports_at(archive: Path) -> list[list[str]]:
    """The same of the files in an archive."""
    with archive.open("rb") as file:
        return [one.names for one in exports_in(PackedFiles(file))]


def read_dump_at(name: str, files: Sequence[str], archive: Path | None) -> Sequence[Workload]:
    """The intervals of a dump. Raises UnreadableInput."""
    with ExitStack() as stay:
        opened = _opened(stay, name, files, archive)
        return tuple(read_dump(opened, _source(name, opened)))


def reports_at(name: str, files: Sequence[str], archive: Path | None) -> Sequence[Report]:
    """The same, as reports that read their documents from the files, which stay open until the command ends.

    Raises UnreadableInput.
    """
    from segtier.analysis.open_report import ReadAgain

    with ExitStack() as stay:
        opened = _opened(stay, name, files, archive)
        found = tuple(ReadAgain(*one) for one in read_loads(opened, _source(name, opened)))
        click.get_current_context().call_on_close(stay.pop_all().close)
        return found


def _opened(stay: ExitStack, name: str, files: Sequence[str], archive: Path | None) -> Sequence[BinaryIO]:
    try:
        if archive is None:
            return [stay.enter_context(Path(one).open("rb")) for one in files]
        return stay.enter_context(unpacked(PackedFiles(stay.enter_context(archive.open("rb"))), files))
    except OSError as fault:
        raise UnreadableInput(f"{name}: {fault.strerror}", code="cannot-open") from fault


def _source(name: str, files: Sequence[BinaryIO]) -> Source:
    """Of several files the digest is that of all, one behind the other."""
    digest, size = hashlib.sha256(), 0
    for file in files:
        file.seek(0)
        while piece := file.read(_CHUNK):
            digest.update(piece)
            size += len(piece)
    return Source(DUMP, name, digest.hexdigest(), size)
