"""The open rows: one line of JSON for each seed, with everything that it takes to forecast and to compare again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from lab.ground.configuration import Configuration
from lab.ground.foretell import Forecasts
from lab.ground.measured import Measured
from lab.ground.moves import Move
from segtier.dataclass import dataclass
from segtier.documents import decode, encode
from segtier.errors import UnreadableInput
from segtier.model.forecast import Range

T = TypeVar("T")

ROWS = Path(__file__).parents[3] / "docs" / "internals" / "lab-rows.ndjson"
USERS = ROWS.with_name("lab-users.ndjson")


@dataclass(frozen=True, slots=True)
class Moved:
    """One move: what was forecast before it, and what was measured after it."""

    move: Move
    moved_bytes: int
    forecast: Forecasts
    """As it was written before the move; `hold` forecasts anew."""
    sha256: str
    """Of that page, document and all, before the move."""
    after: Measured


@dataclass(frozen=True, slots=True)
class Row:
    """A seed that passed the gates."""

    seed: int
    device: str
    """Digest of the device's sources and models."""
    engine: str
    cpus: int
    configuration: Configuration
    before: Measured
    again: Measured
    """The base once more, after the moves, everything back where it was."""
    moves: tuple[Moved, ...]
    left_out: tuple[str, ...] = ()
    """Moves that did not pass the gates, and why."""


@dataclass(frozen=True, slots=True)
class AtLimit:
    """Users at a response time after one move, as forecast and as found."""

    seed: int
    device: str
    """Digest of the device's sources and models."""
    engine: str
    cpus: int
    configuration: Configuration
    before: Measured
    limit_s: float
    """Response time of the base at the real devices' speed, the mean of two runs; forecast was for that of the first."""
    move: Move
    forecast: Range
    """As it was written before the move; `hold` forecasts anew."""
    sha256: str
    runs: tuple[Measured, ...]
    """After the move, with as many users as each says."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A seed that did not."""

    seed: int
    thrown: tuple[str, ...]


def read_rows(path: Path = ROWS) -> Iterator[Row | Thrown]:
    """Of moves, in the order they were measured. Raises UnreadableInput naming the line."""
    return _read(path, Row)


def read_users(path: Path = USERS) -> Iterator[AtLimit | Thrown]:
    """Of users at a response time. Raises UnreadableInput naming the line."""
    return _read(path, AtLimit)


def _read(path: Path, kept: type[T]) -> Iterator[T | Thrown]:
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, start=1):
        where = f"{path.name}, line {number}"
        try:
            is_thrown = "thrown" in json.loads(line)
        except ValueError as fault:
            raise UnreadableInput(f"{where}: not JSON: {fault}", code="bad-lab-row") from fault
        yield decode(line, Thrown, where) if is_thrown else decode(line, kept, where)


def append(row: Row | AtLimit | Thrown, path: Path = ROWS) -> None:
    """One write of a whole line: a run that is stopped leaves no half of one."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, encode(row) + b"\n")
    finally:
        os.close(handle)
