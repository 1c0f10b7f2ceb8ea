"""Files named for `segtier parse` into documents, in the order they were named; a directory gives its files by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from segtier.cli.problems import problem_line
from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput
from segtier.reports.reader import read_document

LARGEST_FILE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Parsed:
    """One input: its document as JSON, or the problem line that says why there is none."""

    document: bytes | None
    problem: str | None = None


def expand(paths: Sequence[Path]) -> list[Path]:
    """The files behind the paths; hidden files and folders of a directory are left out."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = (one for one in sorted(path.rglob("*")) if one.is_file())
            files += [one for one in inside if not any(part.startswith(".") for part in one.relative_to(path).parts)]
        else:
            files.append(path)
    return files


def read_bytes(path: Path) -> bytes:
    """Raises UnreadableInput where the file cannot be opened or is larger than any report."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} is {size} bytes long", code="too-large", advice="No report is that long.")
        return path.read_bytes()
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open") from fault


def parse_file(path: Path) -> Parsed:
    """Read and parse one file."""
    try:
        return Parsed(encode(read_document(read_bytes(path), path.name)))
    except SegtierError as fault:
        return Parsed(None, problem_line(str(path), fault))


def parse_all(files: Sequence[Path], jobs: int) -> Iterator[Parsed]:
    """Every file in order, in `jobs` processes."""
    if jobs <= 1 or len(files) <= 1:
        yield from map(parse_file, files)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(files))) as pool:
        yield from pool.map(parse_file, files)
