"""Answers by what they follow from, in a folder of their own: worked out once, also for who asks after a restart."""

from __future__ import annotations

import hashlib
import os
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

from sqlalchemy.exc import OperationalError

from segtier.answers.last import Last
from segtier.answers.once import once
from segtier.answers.read import Answer

_LAYOUT = 4
"""Another number wherever `tables.sql` changes: files of before are not read."""
_SUFFIX = ".answer"
_TRIES = 3
T = TypeVar("T")


class Kept:
    """Any number of processes may share the folder; whatever is in it can be worked out again."""

    def __init__(self, folder: Path, most_bytes: int, least: Callable[[], int]) -> None:
        """Makes the folder where there is none; raises OSError where that cannot be. The last `least()` answers stay, however
        much they take, and more as long as all of them take no more than `most_bytes`.
        """
        self.folder, self._most_bytes, self._least = folder, most_bytes, least
        self._asked, self._counting = {"kept": 0, "made": 0}, threading.Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.last = Last(folder)

    def read(self, key: str, make: Callable[[BinaryIO], None], look: Callable[[Answer], T]) -> T:
        """What `look` finds in the answer of that name, written by `make` where it is not there; once more where it is dropped
        meanwhile. Who asks while it is made waits for it.

        Raises OSError where it cannot be written.
        """
        answer = self._get(key, make)
        try:
            return look(answer)
        except (OSError, OperationalError):
            if answer.path.exists():
                raise
        return look(self._get(key, make))

    def has(self, key: str) -> bool:
        """Whether `read` need not make it."""
        return self._path(key).exists()

    def find(self, key: str, look: Callable[[Answer], T]) -> T | None:
        """What `look` finds in the answer of that name; None where it is not there, or dropped meanwhile."""
        path = self._path(key)
        if not path.exists():
            return None
        self._use(path)
        try:
            return look(Answer(path))
        except (OSError, OperationalError):
            if path.exists():
                raise
        return None

    def counts(self) -> dict[str, int]:
        """How often this process was asked for what was there (`kept`), and for what had to be worked out (`made`)."""
        with self._counting:
            return dict(self._asked)

    def _get(self, key: str, make: Callable[[BinaryIO], None]) -> Answer:
        path = self._path(key)
        if path.exists():
            self._use(path)
        else:
            self._count("made")
            once(path, lambda: self._made(path, make))
        return Answer(path)

    def _use(self, path: Path) -> None:
        self._count("kept")
        with suppress(OSError):
            os.utime(path)

    def _count(self, what: str) -> None:
        with self._counting:
            self._asked[what] += 1

    def _path(self, key: str) -> Path:
        return self.folder / f"{hashlib.sha256(f'{_LAYOUT} {key}'.encode()).hexdigest()}{_SUFFIX}"

    def clear(self) -> None:
        """What was deleted leaves no answer behind."""
        for path in self.folder.iterdir():
            path.unlink(missing_ok=True)

    def _made(self, path: Path, make: Callable[[BinaryIO], None]) -> None:
        """Once more where somebody deleted something meanwhile: what was cleared may hold that."""
        for _ in range(_TRIES):
            if self._write(path, make):
                break
        self._drop_oldest()

    def _write(self, path: Path, make: Callable[[BinaryIO], None]) -> bool:
        """False where it was cleared before it was whole."""
        coming = path.with_name(f"{path.stem}.{secrets.token_hex(4)}")
        try:
            with coming.open("x+b") as file:
                make(file)
            if not coming.exists():
                return False
            coming.replace(path)
        finally:
            coming.unlink(missing_ok=True)
        return True

    def _drop_oldest(self) -> None:
        kept = {path: stat for path in self.folder.glob(f"*{_SUFFIX}") if (stat := _stat(path))}
        least, held = max(1, self._least()), 0
        for place, path in enumerate(sorted(kept, key=lambda one: kept[one].st_mtime_ns, reverse=True)):
            held += kept[path].st_size
            if place >= least and held > self._most_bytes:
                path.unlink(missing_ok=True)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
