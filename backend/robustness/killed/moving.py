"""`segtier restore` and `segtier migrate-to`, killed: what they write is there as a whole, not at all, or of no use to anybody.

What is there in part must be refused by `serve` and `doctor`; the command, given again, makes it whole.
"""

from __future__ import annotations

import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from robustness.killed.kill import Kill, Outcome, Way
from robustness.killed.places import Content, Place, Places
from tests import forked
from tests.patience import PATIENCE_S

_READY = re.compile(r"Segtier is \w+: ")
_LOOK_S = 0.02


@dataclass(frozen=True)
class Move:
    """What is run in which installation, what it fills, and what it reads: a database whose files both have."""

    arguments: tuple[str, ...]
    runs_in: Place
    target: Place
    source: Place | None = None


class Moving(ABC):
    """A command that fills an empty installation with what is in another."""

    name: str

    def __init__(self, like: Place, way: Way) -> None:
        self._way, self._whole = way, like.content()
        kill = Kill()
        with self._prepared() as move:
            done = self._run(move, kill)
            if done.returncode != 0 or (said := self._not_whole(move.target)):
                raise RuntimeError(f"{self.name} while nothing is killed: {done.stderr or said}")
        self.extent = kill.extent

    @abstractmethod
    def _prepared(self) -> AbstractContextManager[Move]: ...

    def kill(self, kill: Kill) -> Outcome | None:
        with self._prepared() as move:
            self._run(move, kill)
            return Outcome(*self._judged(move), kill.where) if kill.where else None

    def _run(self, move: Move, kill: Kill) -> subprocess.CompletedProcess[str]:
        return kill.run(self._way, "program", move.arguments, move.runs_in.env)

    def _judged(self, move: Move) -> tuple[str, str]:
        """The outcome, and what went wrong in words."""
        if move.source is not None and (said := _differing(move.source.content(), self._whole)):
            return "source altered", said
        there = move.target.content()
        written = there.keys() if move.source is None else there.keys() - {"files"}
        if there == self._whole:
            said = self._not_whole(move.target)
            return ("passes for whole", said) if said else ("whole", "")
        taken_by = [name for name in ("doctor", "serve") if written and not refuses(move.target, name)]
        if taken_by:
            return "passes for whole", f"taken by {taken_by}, with {sorted(written)}"
        again = forked.run(move.arguments, move.runs_in.env)
        if again.returncode != 0 or (said := self._not_whole(move.target)):
            return "not done again", again.stderr[-300:] or said
        return ("refused" if written else "absent"), ""

    def _not_whole(self, place: Place) -> str:
        """Why; nothing where it is."""
        differing = _differing(place.content(), self._whole)
        return (
            differing
            or ("doctor refuses it" if refuses(place, "doctor") else "")
            or ("" if place.trail_holds() else "trail")
        )


class Restore(Moving):
    """A backup of an installation, each time into an empty one."""

    name = "restore"

    def __init__(self, places: Places, like: Place, backup: Path, way: Way) -> None:
        self.setup, self._places, self._backup = places.name, places, backup
        if not backup.exists() and (done := forked.run(["backup", str(backup)], like.env)).returncode != 0:
            raise RuntimeError(done.stderr)
        super().__init__(like, way)

    @contextmanager
    def _prepared(self) -> Iterator[Move]:
        with self._places.new() as place:
            yield Move(("restore", str(self._backup)), place, place)


class MigrateTo(Moving):
    """An installation on SQLite, each time a copy of it, into an empty database of PostgreSQL."""

    name = "migrate-to"

    def __init__(self, sources: Places, targets: Places, like: Place, way: Way) -> None:
        self.setup, self._sources, self._targets, self._like = targets.name, sources, targets, like
        super().__init__(like, way)

    @contextmanager
    def _prepared(self) -> Iterator[Move]:
        with self._sources.copy(self._like) as source, self._targets.new() as target:
            moved = Place({**target.env, "SEGTIER_DATA_DIR": source.env["SEGTIER_DATA_DIR"]})
            yield Move(("migrate-to", target.url.replace("+psycopg", "")), source, moved, source)


def refuses(place: Place, command: str) -> bool:
    if command == "doctor":
        return forked.run(["doctor"], place.env).returncode != 0
    server = forked.start(["serve", "--no-worker", "--port", "0"], place.env)
    deadline_s = time.monotonic() + PATIENCE_S
    while not server.is_over and not _READY.search(server.stdout):
        if time.monotonic() > deadline_s:
            raise TimeoutError("segtier serve neither starts nor ends")
        time.sleep(_LOOK_S)
    refused = server.is_over
    server.kill()
    server.wait()
    return refused


def _differing(found: Content, wanted: Content) -> str:
    return ", ".join(sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)))
