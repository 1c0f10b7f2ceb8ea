"""AWR dumps named on the command line: files of one export are read together, wherever they lie and whatever packs them."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.document_kind import DUMP
from segtier.model.dump_part import file_name
from segtier.model.workload import Source, Workload
from segtier.reports.awr_dump import is_dump, read_dump, read_loads
from segtier.reports.bundle import PackedFiles
from segtier.reports.dump.header import HEAD_BYTES, read_header
from segtier.reports.dump.sets import by_export

if TYPE_CHECKING:
    from segtier.analysis.report import Report

_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class DumpFile:
    """On disk at `path`, or out of an archive."""

    name: str
    """What documents call it."""
    shown: str
    """What a problem calls it."""
    path: Path | None = None
    unpacked: BinaryIO | None = None
    """Lies on disk without a name until the command ends."""

    def opened(self, stay: ExitStack) -> BinaryIO:
        """Raises UnreadableInput."""
        if self.path is None:
            assert self.unpacked is not None
            return self.unpacked
        try:
            return stay.enter_context(self.path.open("rb"))
        except OSError as fault:
            raise UnreadableInput(f"{self.name}: {fault.strerror}", code="cannot-open") from fault

    @property
    def bytes(self) -> int:
        return self.path.stat().st_size if self.path else self.unpacked.seek(0, 2) if self.unpacked else 0


def by_dump(files: Sequence[DumpFile]) -> list[tuple[DumpFile, ...]]:
    """Files of one export together, in the order they are named."""
    with ExitStack() as stay:
        heads = [(str(at), BytesIO(_head(one.opened(stay)))) for at, one in enumerate(files)]
    return [tuple(files[int(at)] for at in export.names) for export in by_export(heads)]


def paths_by_dump(paths: Sequence[Path]) -> list[list[Path]]:
    """Files of one export together, packed by gzip or not; each other path by itself, and each that is named twice."""
    heads = [(str(at), BytesIO(_start(path))) for at, path in enumerate(paths) if paths.count(path) == 1]
    joined = {names[0]: names for names, _ in by_export(heads)}
    behind = {at for names in joined.values() for at in names[1:]}
    first = [str(at) for at in range(len(paths)) if str(at) not in behind]
    return [[paths[int(one)] for one in joined.get(at, [at])] for at in first]


def _start(path: Path) -> bytes:
    if path.is_dir():
        return b""
    try:
        with path.open("rb") as file:
            head = file.read(len(_GZIP))
            file.seek(0)
            return gzip.GzipFile(fileobj=file).read(HEAD_BYTES) if head == _GZIP else file.read(HEAD_BYTES)
    except (OSError, EOFError, zlib.error):
        return b""


def dumps_in(archive: Path) -> Iterator[DumpFile]:
    """The files of dumps in a ZIP or tar by their first bytes, however long; what cannot be unpacked is left to other readers."""
    with archive.open("rb") as file:
        try:
            for one in PackedFiles(file).open(lambda _path: True):
                target = _kept_file()
                _copy(one.stream, target)
                if is_dump(target):
                    yield DumpFile(f"{archive.name}/{one.path}", f"{archive}/{one.path}", unpacked=target)
        except UnreadableInput:
            return


def dump_of(name: str, shown: str, data: bytes) -> DumpFile | None:
    """A file of an archive that is a dump, whatever it is called; None where it is none."""
    if not is_dump(BytesIO(data)):
        return None
    target = _kept_file()
    target.write(data)
    return DumpFile(name, shown, unpacked=target)


def _kept_file() -> BinaryIO:
    return click.get_current_context().with_resource(tempfile.TemporaryFile())


def _copy(stream: BinaryIO | None, target: BinaryIO) -> None:
    """As far as it can be unpacked and begins like a dump."""
    try:
        while stream is not None and (piece := stream.read(_CHUNK)):
            target.write(piece)
            if target.tell() <= _CHUNK and not is_dump(target):
                return
            target.seek(0, 2)
    except UnreadableInput:
        target.truncate(0)


def shown_by_number(files: Sequence[DumpFile]) -> dict[str, str]:
    """What a problem calls each file of a set, by what a warning calls it; the longest of several copies."""
    found: dict[str, str] = {}
    with ExitStack() as stay:
        for one in sorted(files, key=lambda one: one.bytes):
            try:
                found[file_name(read_header(_head(one.opened(stay))).file_number)] = one.shown
            except UnreadableInput:
                continue
    return found


def read_dump_at(files: Sequence[DumpFile]) -> Sequence[Workload]:
    """The intervals of a dump. Raises UnreadableInput."""
    with ExitStack() as stay:
        opened = [one.opened(stay) for one in files]
        return tuple(read_dump(opened, _source(files[0].name, opened)))


def reports_at(files: Sequence[DumpFile]) -> Sequence[Report]:
    """The same, as reports that read their documents from the files, which stay open until the command ends.

    Raises UnreadableInput.
    """
    from segtier.analysis.open_report import ReadAgain

    with ExitStack() as stay:
        opened = [one.opened(stay) for one in files]
        found = tuple(ReadAgain(*one) for one in read_loads(opened, _source(files[0].name, opened)))
        click.get_current_context().call_on_close(stay.pop_all().close)
        return found


def _head(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read(HEAD_BYTES)


def _source(name: str, files: Iterable[BinaryIO]) -> Source:
    """Of several files the digest is that of all, one behind the other."""
    digest, size = hashlib.sha256(), 0
    for file in files:
        file.seek(0)
        while piece := file.read(_CHUNK):
            digest.update(piece)
            size += len(piece)
    return Source(DUMP, name, digest.hexdigest(), size)
