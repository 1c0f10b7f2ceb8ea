"""An archive (zip, tar, tar.gz, gz, within each other) -> its files, one after the other, each with its bytes or its problem.

Pure: a file object in, an iterator out; nothing is ever written to disk, so names are only names. At most one file and
the archives around it are in memory. A file that is refused does not stop its neighbours; a bomb stops the archive.
"""

from __future__ import annotations

import io
import re
import stat
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.reports.archive_kind import archive_kind, is_tar
from segtier.reports.tar_stream import TarStream
from segtier.reports.zip_safety import BROKEN, ArchiveLimit, Budget, Limits, Reader, damaged, open_zip, refusal

__all__ = ["Limits", "Member", "archive_kind", "read_archive"]

_HIDDEN = re.compile(r"(?:^|/)(?:\.[^./]|__MACOSX(?:/|$))")
_UNSAFE = re.compile(r"^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\x00")
_LONGEST_NAME = 300
_FAULTS = (*BROKEN, tarfile.TarError)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive. `path` begins with the archive's own name; either `data` or `problem` is there."""

    path: str
    data: bytes | None = None
    problem: UnreadableInput | None = None


def read_archive(
    file: BinaryIO, name: str, limits: Limits | None = None, stays_whole: Callable[[bytes], bool] = lambda _: False
) -> Iterator[Member]:
    """Every file of an archive, in its order. `file` must be seekable and stay open while the iterator is used.

    `stays_whole` says of an archive within it that it is one file and not to be taken apart.

    Nothing is raised: what is refused, of one file or of the whole archive, comes as a Member with a problem.
    """
    chosen = limits or Limits()
    packed_bytes = file.seek(0, io.SEEK_END)
    file.seek(0)
    walk = _Walk(Budget(chosen, packed_bytes), stays_whole)
    count = 0
    try:
        for member in walk.archive(file, name, 1):
            count += 1
            yield member
    except UnreadableInput as fault:
        yield Member(name, problem=fault)
        return
    if not count:
        yield Member(name, problem=UnreadableInput("the archive holds no files", code="empty-archive"))


class _Walk:
    """One way through an archive and the archives in it, on one budget."""

    def __init__(self, budget: Budget, stays_whole: Callable[[bytes], bool]) -> None:
        self._budget = budget
        self._stays_whole = stays_whole

    def archive(self, file: BinaryIO, name: str, depth: int) -> Iterator[Member]:
        kind = archive_kind(file)
        if kind == "zip":
            return self._zip(file, name, depth)
        if kind == "gzip":
            return self._gzip(file, name, depth)
        if kind == "tar":
            return self._tar(TarStream(file, self._budget), name, depth)
        raise UnreadableInput("this is no archive", code="bad-archive")

    def _zip(self, file: BinaryIO, name: str, depth: int) -> Iterator[Member]:
        reader = Reader(file)
        names: Counter[str] = Counter()
        with open_zip(reader, self._budget.limits) as parts:
            for part in parts.infolist():
                self._budget.enter()
                fault = unsafe_name(part.filename)
                if part.filename.endswith("/") or (fault is None and hidden(part.filename)):
                    continue
                path = f"{name}/{member_path(part.filename, names)}"
                fault = fault or zip_link(part) or refusal(part)
                if fault is not None:
                    yield Member(path, problem=fault)
                    continue
                yield from self._found(path, self._unpacked(parts, part, reader), depth)

    def _unpacked(self, parts: zipfile.ZipFile, part: zipfile.ZipInfo, reader: Reader) -> bytes | UnreadableInput:
        try:
            return b"".join(self._budget.chunks(parts, part, reader))
        except ArchiveLimit:
            raise
        except UnreadableInput as fault:
            return fault
        except _FAULTS as fault:
            return damaged(fault)

    def _gzip(self, file: BinaryIO, name: str, depth: int) -> Iterator[Member]:
        stream = TarStream(file, self._budget, packed=True)
        try:
            head = stream.peek(512)
        except _FAULTS as fault:
            raise damaged(fault) from fault
        if is_tar(head):
            yield from self._tar(stream, name, depth)
            return
        self._budget.enter()
        inner = re.sub(r"\.gz(?:ip)?$", "", name.rpartition("/")[2], flags=re.IGNORECASE)
        yield from self._found(f"{name}/{inner}", _whole(stream, self._budget.limits.member_bytes), depth)

    def _tar(self, stream: TarStream, name: str, depth: int) -> Iterator[Member]:
        names: Counter[str] = Counter()
        for part in stream.parts():
            self._budget.enter()
            fault = unsafe_name(part.name)
            if part.isdir() or (fault is None and hidden(part.name)):
                continue
            path = f"{name}/{member_path(part.name, names)}"
            fault = fault or tar_refusal(part) or _too_long(part.size, self._budget.limits.member_bytes)
            if fault is not None:
                yield Member(path, problem=fault)
                continue
            yield from self._found(path, stream.data(part), depth)

    def _found(self, path: str, data: bytes | UnreadableInput, depth: int) -> Iterator[Member]:
        """A file, or the files in it where it is an archive itself."""
        if isinstance(data, UnreadableInput):
            yield Member(path, problem=data)
            return
        if archive_kind(io.BytesIO(data)) is None or self._stays_whole(data):
            yield Member(path, data)
            return
        if depth >= self._budget.limits.depth:
            message = f"archives are nested more than {self._budget.limits.depth} deep"
            yield Member(path, problem=UnreadableInput(message, code="too-deep", advice="Unpack the inner archive."))
            return
        try:
            yield from self.archive(io.BytesIO(data), path, depth + 1)
        except ArchiveLimit as fault:
            if fault.code == "too-large":
                raise
            yield Member(path, problem=fault)
        except UnreadableInput as fault:
            yield Member(path, problem=fault)


def _whole(stream: TarStream, most_bytes: int) -> bytes | UnreadableInput:
    try:
        return stream.read_whole(most_bytes)
    except ArchiveLimit:
        raise
    except UnreadableInput as fault:
        return fault
    except _FAULTS as fault:
        return damaged(fault)


def hidden(name: str) -> bool:
    """What operating systems add and nobody packed on purpose."""
    return _HIDDEN.search(name) is not None


def member_path(name: str, names: Counter[str]) -> str:
    """A file's name as it may be shown; a name that comes again is numbered."""
    plain = "".join(char if char.isprintable() else "?" for char in name.encode("utf-8", "replace").decode())
    plain = plain if len(plain) <= _LONGEST_NAME else plain[:_LONGEST_NAME] + "..."
    names[plain] += 1
    return plain + (f" ({names[plain]})" if names[plain] > 1 else "")


def unsafe_name(name: str) -> UnreadableInput | None:
    if not _UNSAFE.search(name):
        return None
    return UnreadableInput(
        "the file's name leads out of the archive", code="unsafe-name", advice="Pack it again with relative names."
    )


def zip_link(part: zipfile.ZipInfo) -> UnreadableInput | None:
    mode = part.external_attr >> 16
    if stat.S_ISLNK(mode):
        return _link()
    kind = stat.S_IFMT(mode)
    return _special() if kind not in (0, stat.S_IFREG) else None


def tar_refusal(part: tarfile.TarInfo) -> UnreadableInput | None:
    if part.issym() or part.islnk():
        return _link()
    return None if part.isreg() and not part.issparse() else _special()


def _link() -> UnreadableInput:
    return UnreadableInput("the file is a link", code="link", advice="Pack the file it leads to.")


def _special() -> UnreadableInput:
    return UnreadableInput("this is no plain file (a device, a pipe or a sparse file)", code="special-file")


def _too_long(size: int, most: int) -> UnreadableInput | None:
    return (
        UnreadableInput(f"the file is longer than {most:,} bytes; no report is", code="too-large")
        if size > most
        else None
    )
