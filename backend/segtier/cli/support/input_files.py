"""Files named on the command line, in order: a directory gives its files by name, an archive its members as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from segtier.cli.support.input_path import shown_path
from segtier.cli.support.limited import limited
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.reading.limits import grows
from segtier.reports import read_document
from segtier.reports.archive_kind import archive_kind
from segtier.reports.dump.header import dump_kind
from segtier.reports.reader import Document

if TYPE_CHECKING:
    from segtier.analysis.report import Report
    from segtier.cli.support.dump_files import DumpFile

_DUMP_HEAD_BYTES = 16
_LARGE_BYTES = 16 * 1024 * 1024
LARGEST_FILE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file to read: on disk (`path`), out of an archive (`data`), or refused already (`problem`)."""

    name: str
    """What the document calls its file."""
    shown: str
    """What a problem calls it: the path as it was named, with the member's path behind an archive's."""
    path: Path | None = None
    data: bytes | None = None
    problem: UnreadableInput | None = None
    bundle: bool = False
    """The path, or the data, is a bundle of the collector: a folder or an archive with several documents."""
    dump: tuple[DumpFile, ...] = ()
    """Files of one AWR dump."""

    def parts_shown(self) -> dict[str, str]:
        """What a problem calls each file of a set, by the section of a warning that is about it."""
        if len(self.dump) < 2:
            return {}
        from segtier.cli.support.dump_files import shown_by_number

        return shown_by_number(self.dump)

    def documents(self) -> Sequence[Document]:
        """What the file holds. Raises UnreadableInput, as `load` and the readers do, and beyond the limits of one file."""
        data = None if self.bundle or self.dump else self.load()
        packed = self.bundle or any(one.path is None for one in self.dump) or grows((data or b"")[:4])
        with limited(self._bytes() if data is None else len(data), packed=packed):
            return self._documents(data)

    def given(self) -> Sequence[Document | Report]:
        """The same for an answer: of a dump, which may hold hundreds of intervals, the reports."""
        if not self.dump:
            return self.documents()
        from segtier.cli.support.dump_files import reports_at

        with limited(self._bytes(), packed=any(one.path is None for one in self.dump)):
            return reports_at(self.dump)

    def _documents(self, data: bytes | None) -> Sequence[Document]:
        if self.dump:
            from segtier.cli.support.dump_files import read_dump_at

            return read_dump_at(self.dump)
        if not self.bundle:
            return (read_document(data or b"", self.name),)
        from segtier.cli.support.bundle_folder import read_bundle_at, read_packed_bundle

        return read_packed_bundle(self.data or b"", self.name) if self.path is None else read_bundle_at(self.path)

    def _bytes(self) -> int:
        """Of a bundle or a dump: all its files together."""
        if self.dump:
            return sum(one.bytes for one in self.dump)
        if self.path is None:
            return len(self.data or b"")
        files = self.path.rglob("*") if self.path.is_dir() else [self.path]
        return sum(one.stat().st_size for one in files if one.is_file())

    @property
    def is_large(self) -> bool:
        """Larger than any report: an export of very many segments."""
        try:
            return not self.bundle and self._bytes() > _LARGE_BYTES
        except OSError:
            return False

    def load(self) -> bytes:
        """Raises UnreadableInput where the file is refused, cannot be opened, or is larger than any report."""
        if self.problem is not None:
            raise self.problem
        if self.data is not None:
            return self.data
        if self.dump:
            raise UnreadableInput(f"{self.shown} is a dump, not text in which to look up a figure", code="dump-no-text")
        return b"" if self.path is None else read_bytes(self.path)


def input_files(paths: Sequence[Path]) -> Iterator[InputFile]:
    """The files behind the paths, one at a time; hidden files and folders are left out."""
    dumps: list[DumpFile] = []
    """They come last: any file, or archive, may hold one more of the same export."""
    for path in _expand(paths):
        if path.is_dir():
            yield InputFile(path.name, shown_path(path), path=path, bundle=True)
        elif is_archive(path):
            yield from _packed(path, dumps)
        elif is_dump_file(path):
            from segtier.cli.support.dump_files import DumpFile

            dumps.append(DumpFile(path.name, shown_path(path), path))
        else:
            yield InputFile(path.name, shown_path(path), path=path)
    if dumps:
        from segtier.cli.support.dump_files import by_dump

        for some in by_dump(dumps):
            yield InputFile(some[0].name, some[0].shown, dump=some)


def is_dump_file(path: Path) -> bool:
    """Whether a path is a file of an Oracle dump; False where it cannot be opened."""
    try:
        with path.open("rb") as file:
            return dump_kind(file.read(_DUMP_HEAD_BYTES)) is not None
    except OSError:
        return False


def count_files(paths: Sequence[Path], takes: Callable[[str], bool]) -> int | None:
    """How many `input_files` will give; None where an archive must be unpacked to tell."""
    files = list(_expand(paths))
    return None if any(map(is_archive, files)) else sum(takes(str(file)) for file in files)


def is_archive(path: Path) -> bool:
    """Whether a path is a zip, tar or gzip file; False where it cannot be opened."""
    try:
        with path.open("rb") as file:
            return archive_kind(file) is not None
    except OSError:
        return False


def _expand(paths: Sequence[Path]) -> Iterator[Path]:
    """Files, and folders that are bundles; of these only the reports come as files of their own."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        from segtier.cli.support.bundle_folder import is_bundle_folder
        from segtier.reports.bundle import is_report

        bundles = [one.parent for one in sorted(path.rglob("manifest.csv")) if is_bundle_folder(one.parent)]
        yield from bundles
        inside = (one for one in sorted(path.rglob("*")) if one.is_file())
        shown = (one for one in inside if not any(part.startswith(".") for part in one.relative_to(path).parts))
        yield from (one for one in shown if is_report(one.name) or one.parent not in bundles)


def _packed(path: Path, dumps: list[DumpFile]) -> Iterator[InputFile]:
    """The files in an archive; those of dumps are added to `dumps`."""
    from segtier.cli.support.bundle_folder import is_bundle_archive

    if is_bundle_archive(path):
        yield InputFile(path.name, shown_path(path), path=path, bundle=True)
        yield from _reports_beside(path)
        return
    from segtier.cli.support.dump_files import dumps_in

    found = list(dumps_in(path))
    dumps += found
    yield from _members(path, frozenset(one.name for one in found), dumps)


def _reports_beside(path: Path) -> Iterator[InputFile]:
    """The reports in a bundle's archive."""
    from segtier.reports.bundle import PackedFiles, is_report

    with path.open("rb") as file:
        for one in PackedFiles(file).open(is_report):
            name, shown = f"{path.name}/{one.path}", f"{shown_path(path)}/{one.path}"
            if one.stream is None:
                yield InputFile(name, shown, problem=one.problem)
            else:
                yield InputFile(name, shown, data=_whole(one.stream))


def _members(path: Path, read: Set[str], dumps: list[DumpFile]) -> Iterator[InputFile]:
    """Those that were not read already; dumps that are called otherwise, or packed once more, are added to `dumps`."""
    from segtier.cli.support.dump_files import dump_of
    from segtier.reports.archives import read_archive
    from segtier.reports.bundle import is_packed_bundle

    with path.open("rb") as file:
        for member in read_archive(file, path.name, stays_whole=is_packed_bundle):
            if member.path in read:
                continue
            shown = shown_path(path) + member.path.removeprefix(path.name)
            dump = dump_of(member.path, shown, member.data) if member.data else None
            if dump is not None:
                dumps.append(dump)
                continue
            packed = member.data is not None and archive_kind(BytesIO(member.data)) is not None
            yield InputFile(member.path, shown, data=member.data, problem=member.problem, bundle=packed)


def _whole(stream: BinaryIO) -> bytes:
    """The bytes of a stream, as far as a report can be long: what is longer is refused for breaking off."""
    pieces: list[bytes] = []
    while sum(map(len, pieces)) < LARGEST_FILE_BYTES and (piece := stream.read(1 << 20)):
        pieces.append(piece)
    return b"".join(pieces)


def read_bytes(path: Path) -> bytes:
    """Raises UnreadableInput where the file cannot be opened or is larger than any report."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} is {size} bytes long", code="too-large", advice="No report is that long.")
        if path.is_file():
            return path.read_bytes()
        with path.open("rb") as endless:  # a pipe, or a device: it says no length
            data = _whole(endless)
        if len(data) >= LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} does not end", code="too-large", advice="No report is that long.")
        return data
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open") from fault
