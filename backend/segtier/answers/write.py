"""From an advice to the bytes of its file. An adviser's process does this: it does without SQLAlchemy, which takes 13 MB."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib.resources import files
from typing import Any

from segtier.answers.grouped import drawn_rows, facet_rows, options_text, rest_rows, unsized_rows
from segtier.answers.whole import BLOCK_ROWS
from segtier.documents import encode
from segtier.model.advice import PIECES, Advice, RankedSegment

_FAST = 1


def answer_bytes(advice: Advice) -> bytes:
    """An SQLite database; the same advice gives the same bytes."""
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.executescript((files("segtier.answers") / "tables.sql").read_text("utf-8"))
        with memory:
            _insert(memory, "piece", ({"name": name, "document": encode(advice.piece(name))} for name in PIECES))
            _insert(memory, "segment", _rows(advice.segments))
            _insert(memory, "facet", facet_rows(advice.segments))
            _insert(memory, "drawn", drawn_rows(advice.segments))
            _insert(memory, "rest", rest_rows(advice.segments))
            _insert(memory, "unsized", unsized_rows(advice.segments))
            _insert(memory, "block", _blocks(advice.segments))
        return memory.serialize()


def _insert(memory: sqlite3.Connection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    """The driver takes the rows one by one, so that they are never all there."""
    names = [name for _, name, *_ in memory.execute(f"PRAGMA table_info({table})")]
    memory.executemany(f"INSERT INTO {table} VALUES ({', '.join(f':{name}' for name in names)})", rows)


def _rows(segments: tuple[RankedSegment, ...]) -> Iterator[dict[str, Any]]:
    for row in segments:
        names = ".".join(part for part in (row.owner, row.name, row.subobject) if part)
        yield {
            "rank": row.rank,
            "words": " ".join(
                part for part in (row.pdb, names, row.type, row.tablespace, row.lies, row.tier) if part
            ).lower(),
            "owner": row.owner,
            "type": row.type,
            "tablespace": row.tablespace,
            "size": row.size_bytes,
            "io": row.io_share,
            "rw": row.read_write_ratio,
            "benefit": row.benefit_s_per_hour,
            "density": row.benefit_density_s_per_hour_per_gib,
            "tier": row.tier or row.lies,
            "tier_rank": row.tier_rank,
            "tier_benefit": row.tier_benefit_s_per_hour,
            "tier_density": row.tier_density_s_per_hour_per_gib,
            "options": options_text(row.options),
        }


def _blocks(segments: tuple[RankedSegment, ...]) -> Iterator[dict[str, Any]]:
    for number, first in enumerate(range(0, len(segments), BLOCK_ROWS)):
        lines = b"\n".join(map(encode, segments[first : first + BLOCK_ROWS]))
        yield {"number": number, "packed": zlib.compress(lines, _FAST)}
