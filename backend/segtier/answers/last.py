"""How far the last answer to a question went: the newest of its documents, noted beside the answers."""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

_SUFFIX = ".last"
_MOST, _LEFT = 1_000, 750
"""Of so many notes as many are left, those written last: not each new one is to look at the age of all."""


class Last:
    """A note may be lost at any time: whoever asks then waits for the present answer. Any number of processes may share them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, question: str, newest: str) -> None:
        """In place of the note before. What cannot be written is not noted."""
        path = self._path(question)
        coming = path.with_name(f"{path.stem}.{secrets.token_hex(4)}")
        with suppress(OSError):
            coming.write_text(newest, "utf-8")
            coming.replace(path)
            self._drop_oldest()

    def newest(self, question: str) -> str | None:
        """None where nothing is noted."""
        try:
            return self._path(question).read_text("utf-8")
        except OSError:
            return None

    def _path(self, question: str) -> Path:
        return self._folder / f"{hashlib.sha256(question.encode()).hexdigest()}{_SUFFIX}"

    def _drop_oldest(self) -> None:
        with os.scandir(self._folder) as found:
            notes = [one for one in found if one.name.endswith(_SUFFIX)]
        if len(notes) > _MOST:
            for one in sorted(notes, key=lambda one: one.stat().st_mtime_ns)[:-_LEFT]:
                Path(one).unlink(missing_ok=True)
