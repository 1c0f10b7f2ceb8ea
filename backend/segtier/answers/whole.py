"""From the bytes of an answer's file to the advice. An adviser's process does this too, without SQLAlchemy."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from typing import TypeVar

from segtier.documents import decode
from segtier.model.advice import Advice, FrontierPiece, OptionDetails, Piece, RankedSegment, Sources, Summary

BLOCK_ROWS = 16
"""Segments in a block."""
T = TypeVar("T")


def whole_answer(data: bytes) -> Advice:
    """The advice that the file's bytes hold."""
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.deserialize(data)

        def piece(name: Piece, kind: type[T]) -> T:
            return decode(memory.execute("SELECT document FROM piece WHERE name = ?", [name]).fetchone()[0], kind)

        segments = tuple(
            decode(line, RankedSegment)
            for (packed,) in memory.execute("SELECT packed FROM block ORDER BY number")
            for line in lines(packed)
        )
        return Advice.of(
            piece("summary", Summary),
            piece("options", OptionDetails),
            piece("frontier", FrontierPiece),
            piece("sources", Sources),
            segments,
        )


def lines(block: bytes) -> list[bytes]:
    """The documents of its segments."""
    return zlib.decompress(block).split(b"\n")
