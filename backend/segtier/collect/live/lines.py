"""Rows as lines of a bundle's file, written as they come: a file is there under its name only when it is whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from segtier.dataclass import dataclass

UNFINISHED = ".part"
_TOLD_EVERY = 1000


@dataclass(frozen=True, slots=True)
class Written:
    """`rows` is without header and end mark."""

    rows: int
    sha256: str


class Out:
    """Lines to disk with their checksum."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._digest = hashlib.sha256()

    def line(self, text: str) -> None:
        data = text.encode("utf-8", "replace") + b"\n"
        self._digest.update(data)
        self._file.write(data)

    def close(self) -> None:
        self._file.close()

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


@contextmanager
def whole_file(path: Path) -> Iterator[Out]:
    """The file takes its name at the end; where anything goes wrong before, nothing is left of it."""
    part = path.with_name(path.name + UNFINISHED)
    out = Out(part)
    try:
        yield out
        out.close()
        part.replace(path)
    finally:
        out.close()
        part.unlink(missing_ok=True)


def write_rows(
    path: Path, names: Sequence[str], rows: Iterable[Sequence[Any]], tell: Callable[[int], None] = lambda _: None
) -> Written:
    """Header, rows and end mark; `tell` is told now and then how many rows there are so far."""
    count = 0
    with whole_file(path) as out:
        out.line(csv_line(names))
        for row in rows:
            out.line(csv_line(row))
            count += 1
            if count % _TOLD_EVERY == 0:
                tell(count)
        out.line(csv_line(("#end", count)))
    return Written(count, out.sha256)


def write_failure(path: Path, names: Sequence[str], reason: str) -> Written:
    """A file that says why it holds nothing."""
    with whole_file(path) as out:
        out.line(csv_line(names))
        out.line(csv_line(("#failed", reason)))
    return Written(0, out.sha256)


def write_text(path: Path, lines: Iterable[str]) -> Written:
    """An AWR report."""
    count = 0
    with whole_file(path) as out:
        for line in lines:
            out.line(line)
            count += 1
    return Written(count, out.sha256)


def csv_line(values: Iterable[Any]) -> str:
    """Every value in quotes, quotes doubled, NULL empty."""
    return ",".join('"' + (as_text(value) or "").replace('"', '""') + '"' for value in values)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def as_text(value: Any) -> str | None:
    """A value as the bundle holds it, without the quotes: each line break one blank, figures in full; None for NULL."""
    if value is None:
        return None
    if isinstance(value, str):
        return value.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%S}" if value.year >= 1000 else value.isoformat(timespec="seconds")
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal):
        plain = format(value, "f")
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    return str(value)
