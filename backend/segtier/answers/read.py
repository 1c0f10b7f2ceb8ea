"""The file of an answer, read where it lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO, Literal

from sqlalchemy import ColumnElement, Connection, Float, Select, Text, column, create_engine, func, select, table
from sqlalchemy.pool import NullPool

from segtier.answers.whole import BLOCK_ROWS, lines
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.model.advice import Piece, RankedSegment
from segtier.model.option import TIERS, OptionName

SegmentSort = Literal["rank", "segment", "size", "io", "rw", "benefit", "density", "tier"]
_TO = "→"
"""Between two tiers, as a page shows them."""
Direction = Literal["asc", "desc"]
_PIECE = table("piece", column("name"), column("document"))
_BLOCK = table("block", column("number"), column("packed"))
_OVER_TIERS: dict[SegmentSort, str] = {"rank": "tier_rank", "benefit": "tier_benefit", "density": "tier_density"}
"""Of the option that places them over several tiers."""
_FLOATS = ("rank", "size", "io", "rw", "benefit", "density", *_OVER_TIERS.values())
_TEXTS = ("words", "options", "tier")
_SEGMENT = table("segment", *(column(name, Text) for name in _TEXTS), *(column(name, Float) for name in _FLOATS))
_COLUMNS: dict[SegmentSort, str] = {"segment": "words"}
"""Where the column is not named as the sort is."""


@dataclass(frozen=True, slots=True)
class SegmentQuery:
    option: OptionName
    """Whose placement `in` and `out`, and the rows, tell of."""
    sort: SegmentSort = "rank"
    direction: Direction = "asc"
    filter: str = ""
    """Words that all have to be in name, type, tablespace or tier; `in` and `out` ask for the place."""
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
        wanted = select(_SEGMENT.c.rank).where(*_conditions(query))
        with self._open() as connection:
            total = connection.scalar(select(func.count()).select_from(_SEGMENT).where(*_conditions(query))) or 0
            ranks = connection.scalars(_sorted(wanted, query).offset(query.offset).limit(query.limit)).all()
            rows = _segments(connection, ranks)
        return SegmentPage(tuple(row.placed(query.option) for row in rows), total)

    def ranked(self) -> Iterator[RankedSegment]:
        """All segments by what they save, never more than a few of them in memory."""
        with self._open() as connection:
            yield from _ranked(connection)

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


def _segments(connection: Connection, ranks: Sequence[int]) -> tuple[RankedSegment, ...]:
    """In the order of the ranks, which count from 1 without a gap."""
    places = [divmod(rank - 1, BLOCK_ROWS) for rank in ranks]
    found = select(_BLOCK.c.number, _BLOCK.c.packed).where(_BLOCK.c.number.in_({number for number, _ in places}))
    blocks = {number: lines(packed) for number, packed in connection.execute(found)}
    return tuple(decode(blocks[number][line], RankedSegment) for number, line in places)


def _ranked(connection: Connection) -> Iterator[RankedSegment]:
    for block in connection.scalars(select(_BLOCK.c.packed).order_by(_BLOCK.c.number)):
        yield from (decode(line, RankedSegment) for line in lines(block))


def _conditions(query: SegmentQuery) -> list[ColumnElement[bool]]:
    moved = _SEGMENT.c.options.contains(f" {query.option} ")
    place: dict[str, ColumnElement[bool]] = {"in": moved, "out": ~moved}
    words = [word for word in query.filter.lower().split() if word != _TO]
    return [place[word] if word in place else _SEGMENT.c.words.contains(word, autoescape=True) for word in words]


def _sorted(rows: Select[Any], query: SegmentQuery) -> Select[Any]:
    """What is not known stands last whichever way; equals by rank."""
    columns = {**_COLUMNS, **_OVER_TIERS} if query.option == TIERS else _COLUMNS
    column = _SEGMENT.c[columns.get(query.sort, query.sort)]
    order = column.desc() if query.direction == "desc" else column.asc()
    return rows.order_by(order.nulls_last(), _SEGMENT.c.rank)
