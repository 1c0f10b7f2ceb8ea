"""From an advice to the bytes of its file."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Table, create_engine
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.pool import StaticPool

from segtier.answers.tables import BLOCK, BLOCK_ROWS, PIECE, SEGMENT, TABLES
from segtier.documents import encode
from segtier.model.advice import PIECES, Advice, RankedSegment

_FAST = 1


def answer_bytes(advice: Advice) -> bytes:
    """An SQLite database; the same advice gives the same bytes."""
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    engine = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
    TABLES.create_all(engine)
    with memory:
        # The driver takes the rows one by one, so that they are never all there.
        memory.executemany(_insert(PIECE), ({"name": name, "document": encode(advice.piece(name))} for name in PIECES))
        memory.executemany(_insert(SEGMENT), _rows(advice.segments))
        memory.executemany(_insert(BLOCK), _blocks(advice.segments))
    written = memory.serialize()
    engine.dispose()
    memory.close()
    return written


def _insert(table: Table) -> str:
    return str(table.insert().compile(dialect=dialect(paramstyle="named")))


def _rows(segments: tuple[RankedSegment, ...]) -> Iterator[dict[str, Any]]:
    for row in segments:
        names = ".".join(part for part in (row.owner, row.name, row.subobject) if part)
        yield {
            "rank": row.rank,
            "words": " ".join(part for part in (row.pdb, names, row.type, row.tablespace) if part).lower(),
            "size": row.size_bytes,
            "io": row.io_share,
            "rw": row.read_write_ratio,
            "benefit": row.benefit_s_per_hour,
            "density": row.benefit_density_s_per_hour_per_gib,
            "options": f" {' '.join(row.options)} ",
        }


def _blocks(segments: tuple[RankedSegment, ...]) -> Iterator[dict[str, Any]]:
    for number, first in enumerate(range(0, len(segments), BLOCK_ROWS)):
        lines = b"\n".join(map(encode, segments[first : first + BLOCK_ROWS]))
        yield {"number": number, "packed": zlib.compress(lines, _FAST)}
