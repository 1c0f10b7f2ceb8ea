"""Files named on the command line, in order: a directory gives its files by name, an archive its members as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from segtier.errors import UnreadableInput
from segtier.reports.archives import archive_kind, read_archive

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

    def load(self) -> bytes:
        """Raises UnreadableInput where the file is refused, cannot be opened, or is larger than any report."""
        if self.problem is not None:
            raise self.problem
        if self.data is not None:
            return self.data
        return b"" if self.path is None else read_bytes(self.path)


def input_files(paths: Sequence[Path]) -> Iterator[InputFile]:
    """The files behind the paths, one at a time; hidden files and folders are left out."""
    for path in _expand(paths):
        if is_archive(path):
            yield from _members(path)
        else:
            yield InputFile(path.name, str(path), path=path)


def is_archive(path: Path) -> bool:
    """Whether a path is a zip, tar or gzip file; False where it cannot be opened."""
    try:
        with path.open("rb") as file:
            return archive_kind(file) is not None
    except OSError:
        return False


def _expand(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = (one for one in sorted(path.rglob("*")) if one.is_file())
        yield from (one for one in inside if not any(part.startswith(".") for part in one.relative_to(path).parts))


def _members(path: Path) -> Iterator[InputFile]:
    with path.open("rb") as file:
        for member in read_archive(file, path.name):
            shown = str(path) + member.path.removeprefix(path.name)
            yield InputFile(member.path, shown, data=member.data, problem=member.problem)


def read_bytes(path: Path) -> bytes:
    """Raises UnreadableInput where the file cannot be opened or is larger than any report."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} is {size} bytes long", code="too-large", advice="No report is that long.")
        return path.read_bytes()
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open") from fault
