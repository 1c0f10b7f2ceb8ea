"""The file of an answer, read where it lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import Connection, column, create_engine, select, table
from sqlalchemy.pool import NullPool

from segtier.answers.heat import placed_heat
from segtier.answers.mapped import segment_facets, segment_map
from segtier.answers.segments import SegmentPage, SegmentQuery, page_of, ranked
from segtier.dataclass import dataclass
from segtier.model.advice import Piece, RankedSegment
from segtier.model.heat_map import HeatMap
from segtier.model.option import OptionName
from segtier.model.segment_map import SegmentFacets, SegmentMap

_PIECE = table("piece", column("name"), column("document"))


@dataclass(frozen=True, slots=True)
class Answer:
    """Never written again once it is there."""

    path: Path

    def piece(self, name: Piece) -> bytes:
        """JSON."""
        with self._open() as connection:
            return _document(connection, name)

    def open(self) -> BinaryIO:
        """For `whole_answer` in another process; it stays whole where the answer is dropped meanwhile."""
        return self.path.open("rb")

    def segments(self, query: SegmentQuery) -> SegmentPage:
        with self._open() as connection:
            return page_of(connection, query)

    def segment_facets(self) -> SegmentFacets:
        with self._open() as connection:
            return segment_facets(connection)

    def segment_map(self, option: OptionName) -> SegmentMap:
        with self._open() as connection:
            return segment_map(connection, option)

    def heat(self, heat: HeatMap, option: OptionName) -> HeatMap:
        with self._open() as connection:
            return placed_heat(connection, heat, option)

    def ranked(self) -> Iterator[RankedSegment]:
        """All segments by what they save, never more than a few of them in memory."""
        with self._open() as connection:
            yield from ranked(connection)

    def _open(self) -> AbstractContextManager[Connection]:
        return _connected(self.path)


_to_open: ContextVar[Path] = ContextVar("to_open")


def _opened() -> sqlite3.Connection:
    return _read_only(_to_open.get())


_ENGINE = create_engine("sqlite://", creator=_opened, poolclass=NullPool)
"""One for all files: an engine takes longer to make than a piece to read."""


@contextmanager
def _connected(path: Path) -> Iterator[Connection]:
    before = _to_open.set(path)
    try:
        connection = _ENGINE.connect()
    finally:
        _to_open.reset(before)
    with connection:
        yield connection


def _read_only(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    file.execute("PRAGMA temp_store = MEMORY")  # a page from far down sorts all that come before it
    return file


def _document(connection: Connection, name: Piece) -> bytes:
    return bytes(connection.execute(select(_PIECE.c.document).where(_PIECE.c.name == name)).scalar_one())
