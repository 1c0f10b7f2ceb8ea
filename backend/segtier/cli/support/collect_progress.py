"""How far a collection is: one line for each file on stderr, its rows counted while they come on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from segtier.cli.support.terminal import say, say_over

if TYPE_CHECKING:
    from segtier.collect.live.record import Entry


class Shown:
    """The Progress of a run."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._place = ""
        self._begun_s = time.monotonic()

    def begin(self, file: str, number: int, of: int) -> None:
        self._place = f"{number:>3}/{of} {file}"
        self._begun_s = time.monotonic()
        self._passing(self._place)

    def rows(self, count: int) -> None:
        self._passing(f"{self._place} {count:,} rows")

    def end(self, entry: Entry, kept: bool) -> None:
        place = self._place if self._place.endswith(f" {entry.file}") else f"        {entry.file}"
        line = f"{place:<42} {self._result(entry, kept)}"
        if self._live:
            say_over(line, stays=True)
        else:
            say(line, err=True)
        self._begun_s = time.monotonic()

    def _result(self, entry: Entry, kept: bool) -> str:
        if entry.rows is None:
            return f"{entry.state}: {entry.reason}"
        rows = f"{entry.rows:>12,} {'line' if entry.file.endswith('.html') else 'row'}{'' if entry.rows == 1 else 's'}"
        return f"{rows}  kept from before" if kept else f"{rows}  {time.monotonic() - self._begun_s:.1f} s"

    def _passing(self, text: str) -> None:
        if self._live:
            say_over(text)
