"""The file of an answer, read where it lies."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO, Literal

from sqlalchemy import ColumnElement, Connection, Select, create_engine, func, select
from sqlalchemy.pool import NullPool

from segtier.answers.tables import BLOCK, BLOCK_ROWS, PIECE, SEGMENT
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.model.advice import Advice, FrontierPiece, OptionDetails, Piece, RankedSegment, Sources, Summary
from segtier.model.option import OptionName

SegmentSort = Literal["rank", "segment", "size", "io", "rw", "benefit", "density"]
Direction = Literal["asc", "desc"]
_COLUMNS: dict[SegmentSort, str] = {"segment": "words"}
"""Where the column is not named as the sort is."""


@dataclass(frozen=True, slots=True)
class SegmentQuery:
    option: OptionName
    """Whose placement `in` and `out`, and the rows, tell of."""
    sort: SegmentSort = "rank"
    direction: Direction = "asc"
    filter: str = ""
    """Words that all have to be in name, type or tablespace; `in` and `out` ask for the place."""
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class SegmentPage:
    items: tuple[RankedSegment, ...]
    """As the option places them."""
    total: int
    """That pass the filter."""


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
        wanted = select(SEGMENT.c.rank).where(*_conditions(query))
        with self._open() as connection:
            total = connection.scalar(select(func.count()).select_from(SEGMENT).where(*_conditions(query))) or 0
            ranks = connection.scalars(_sorted(wanted, query).offset(query.offset).limit(query.limit)).all()
            rows = _segments(connection, ranks)
        return SegmentPage(tuple(row.placed(query.option) for row in rows), total)

    def ranked(self) -> Iterator[RankedSegment]:
        """All segments by what they save, never more than a few of them in memory."""
        with self._open() as connection:
            yield from _ranked(connection)

    def _open(self) -> AbstractContextManager[Connection]:
        return _connected(lambda: _read_only(self.path))


def whole_answer(data: bytes) -> Advice:
    """The advice that the file's bytes hold."""
    with _connected(lambda: _in_memory(data)) as connection:
        summary = decode(_document(connection, "summary"), Summary)
        details = decode(_document(connection, "options"), OptionDetails)
        frontier = decode(_document(connection, "frontier"), FrontierPiece)
        sources = decode(_document(connection, "sources"), Sources)
        segments = tuple(_ranked(connection))
    return Advice.of(summary, details, frontier, sources, segments)


_to_open: ContextVar[Callable[[], sqlite3.Connection]] = ContextVar("to_open")


def _opened() -> sqlite3.Connection:
    return _to_open.get()()


_ENGINE = create_engine("sqlite://", creator=_opened, poolclass=NullPool)
"""One for all files: an engine takes longer to make than a piece to read."""


@contextmanager
def _connected(open_: Callable[[], sqlite3.Connection]) -> Iterator[Connection]:
    before = _to_open.set(open_)
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


def _in_memory(data: bytes) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:")
    memory.deserialize(data)
    return memory


def _document(connection: Connection, name: Piece) -> bytes:
    return bytes(connection.execute(select(PIECE.c.document).where(PIECE.c.name == name)).scalar_one())


def _segments(connection: Connection, ranks: Sequence[int]) -> tuple[RankedSegment, ...]:
    """In the order of the ranks, which count from 1 without a gap."""
    places = [divmod(rank - 1, BLOCK_ROWS) for rank in ranks]
    found = select(BLOCK.c.number, BLOCK.c.packed).where(BLOCK.c.number.in_({number for number, _ in places}))
    blocks = {number: _lines(packed) for number, packed in connection.execute(found)}
    return tuple(decode(blocks[number][line], RankedSegment) for number, line in places)


def _ranked(connection: Connection) -> Iterator[RankedSegment]:
    for block in connection.scalars(select(BLOCK.c.packed).order_by(BLOCK.c.number)):
        yield from (decode(line, RankedSegment) for line in _lines(block))


def _lines(block: bytes) -> list[bytes]:
    return zlib.decompress(block).split(b"\n")


def _conditions(query: SegmentQuery) -> list[ColumnElement[bool]]:
    moved = SEGMENT.c.options.contains(f" {query.option} ")
    place: dict[str, ColumnElement[bool]] = {"in": moved, "out": ~moved}
    words = query.filter.lower().split()
    return [place[word] if word in place else SEGMENT.c.words.contains(word, autoescape=True) for word in words]


def _sorted(rows: Select[Any], query: SegmentQuery) -> Select[Any]:
    """What is not known stands last whichever way; equals by rank."""
    column = SEGMENT.c[_COLUMNS.get(query.sort, query.sort)]
    order = column.desc() if query.direction == "desc" else column.asc()
    return rows.order_by(order.nulls_last(), SEGMENT.c.rank)
