"""The rows of an answer's segments: sorted, filtered, a page at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Float, Select, Text, column, func, literal, select, table

from segtier.answers.grouped import options_text
from segtier.answers.whole import BLOCK_ROWS, lines
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.model.advice import RankedSegment
from segtier.model.option import TIERS, OptionName

SegmentSort = Literal["rank", "segment", "size", "io", "rw", "benefit", "density", "tier"]
_TO = "→"
"""Between two tiers, as a page shows them."""
_WORD = re.compile(r'"[^"]+"|\S+')
"""Between quotes it is whole, with its blanks."""
Place = Literal["in", "out"]
Direction = Literal["asc", "desc"]
_BLOCK = table("block", column("number"), column("packed"))
_OVER_TIERS: dict[SegmentSort, str] = {"rank": "tier_rank", "benefit": "tier_benefit", "density": "tier_density"}
"""Of the option that places them over several tiers."""
_FLOATS = ("rank", "size", "io", "rw", "benefit", "density", *_OVER_TIERS.values())
_TEXTS = ("words", "options", "owner", "type", "tablespace", "tier")
_SEGMENT = table("segment", *(column(name, Text) for name in _TEXTS), *(column(name, Float) for name in _FLOATS))
_EXACT = ("owner", "tablespace", "type")
_COLUMNS: dict[SegmentSort, str] = {"segment": "words"}
"""Where the column is not named as the sort is."""


@dataclass(frozen=True, slots=True)
class SegmentQuery:
    option: OptionName
    """Whose placement `in` and `out`, and the rows, tell of."""
    sort: SegmentSort = "rank"
    direction: Direction = "asc"
    filter: str = ""
    """Words that all have to be in name, type, tablespace or tier, whole ones in quotes; `in` and `out` ask for the place."""
    offset: int = 0
    limit: int = 100
    owner: str | None = None
    tablespace: str | None = None
    type: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class SegmentPage:
    items: tuple[RankedSegment, ...]
    """As the option places them."""
    total: int
    """That pass the filter."""


def page_of(connection: Connection, query: SegmentQuery) -> SegmentPage:
    wanted = select(_SEGMENT.c.rank).where(*_conditions(query))
    total = connection.scalar(select(func.count()).select_from(_SEGMENT).where(*_conditions(query))) or 0
    ranks = connection.scalars(_sorted(wanted, query).offset(query.offset).limit(query.limit)).all()
    return SegmentPage(tuple(row.placed(query.option) for row in segments_of(connection, ranks)), total)


def segments_of(connection: Connection, ranks: Sequence[int]) -> tuple[RankedSegment, ...]:
    """In the order of the ranks, which count from 1 without a gap."""
    places = [divmod(rank - 1, BLOCK_ROWS) for rank in ranks]
    found = select(_BLOCK.c.number, _BLOCK.c.packed).where(_BLOCK.c.number.in_({number for number, _ in places}))
    blocks = {number: lines(packed) for number, packed in connection.execute(found)}
    return tuple(decode(blocks[number][line], RankedSegment) for number, line in places)


def ranked(connection: Connection) -> Iterator[RankedSegment]:
    for block in connection.scalars(select(_BLOCK.c.packed).order_by(_BLOCK.c.number)):
        yield from (decode(line, RankedSegment) for line in lines(block))


def _conditions(query: SegmentQuery) -> list[ColumnElement[bool]]:
    moved = _SEGMENT.c.options.contains(options_text([query.option]))
    place: dict[str, ColumnElement[bool]] = {"in": moved, "out": ~moved}
    exact = [_SEGMENT.c[name] == value for name in _EXACT if (value := getattr(query, name)) is not None]
    placed = [] if query.place is None else [place[query.place]]
    words = [word for word in _WORD.findall(query.filter.lower()) if word != _TO]
    return [*exact, *placed, *(place[word] if word in place else _holds(word) for word in words)]


def _holds(word: str) -> ColumnElement[bool]:
    whole = len(word) > 1 and word[0] == word[-1] == '"'
    if not whole:
        return _SEGMENT.c.words.contains(word, autoescape=True)
    return literal(" ").concat(_SEGMENT.c.words).concat(" ").contains(f" {word[1:-1]} ", autoescape=True)


def _sorted(rows: Select[Any], query: SegmentQuery) -> Select[Any]:
    """What is not known stands last whichever way; equals by rank."""
    columns = {**_COLUMNS, **_OVER_TIERS} if query.option == TIERS else _COLUMNS
    column = _SEGMENT.c[columns.get(query.sort, query.sort)]
    order = column.desc() if query.direction == "desc" else column.asc()
    return rows.order_by(order.nulls_last(), _SEGMENT.c.rank)
