"""Copies of a SQLite database that somebody makes file by file while it is written: each file is of another moment."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

_LOG = "-wal"
_ROWS = 150
_ADD = "INSERT INTO answered_keys (digest, payload, begun_at, body) VALUES (?, ?, '2026-01-01 00:00:00', ?)"
_DELETE = "DELETE FROM answered_keys WHERE digest = (SELECT min(digest) FROM answered_keys WHERE digest > ?)"


class Writer:
    """Adds and deletes answers to requests in the installation's own tables, as many as asked for at a time."""

    def __init__(self, file: Path, seed: int) -> None:
        self.file, self._random = file, random.Random(seed)
        self._link = sqlite3.connect(file, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON", "secure_delete=ON"):
            self._link.execute(f"PRAGMA {pragma}")

    def close(self) -> None:
        self._link.close()

    def write(self) -> None:
        for number in range(_ROWS):
            digest, body = self._random.randbytes(32).hex(), self._random.randbytes(self._random.randint(10, 20_000))
            self._link.execute(_ADD, (digest, digest, body))
            if number % 4 == 0:
                self._link.execute(_DELETE, (digest,))

    def empty_log(self) -> None:
        self._link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _goes_on(writer: Writer) -> None:
    writer.write()
    writer.empty_log()
    writer.write()


def database_first(writer: Writer, target: Path) -> None:
    shutil.copy(writer.file, target)
    _goes_on(writer)
    shutil.copy(f"{writer.file}{_LOG}", f"{target}{_LOG}")


def log_first(writer: Writer, target: Path) -> None:
    shutil.copy(f"{writer.file}{_LOG}", f"{target}{_LOG}")
    _goes_on(writer)
    shutil.copy(writer.file, target)


def in_two_halves(writer: Writer, target: Path) -> None:
    with writer.file.open("rb") as source, target.open("wb") as copy:
        copy.write(source.read(writer.file.stat().st_size // 2))
        _goes_on(writer)
        copy.write(source.read())
    shutil.copy(f"{writer.file}{_LOG}", f"{target}{_LOG}")


WAYS: tuple[Callable[[Writer, Path], None], ...] = (database_first, log_first, in_two_halves)


def torn_copies(file: Path, folder: Path, count: int) -> Iterator[Path]:
    """Data folders with copies of the database in `file`, made in turn in each of the ways."""
    with closing(Writer(file, seed=count)) as writer:
        writer.write()
        for number in range(count):
            target = folder / f"copy-{number}" / "segtier.db"
            target.parent.mkdir(mode=0o700)
            WAYS[number % len(WAYS)](writer, target)
            yield target.parent
