"""What the file of an answer holds."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text

LAYOUT = 2
"""Another number wherever a table changes: files of before are not read."""
BLOCK_ROWS = 16
TABLES = MetaData()
PIECE = Table("piece", TABLES, Column("name", Text, primary_key=True), Column("document", LargeBinary, nullable=False))
SEGMENT = Table(
    "segment",
    TABLES,
    Column("rank", Integer, primary_key=True),
    Column("words", Text, nullable=False),
    Column("size", Float),
    Column("io", Float),
    Column("rw", Float),
    Column("benefit", Float),
    Column("density", Float),
    Column("options", Text, nullable=False),
)
"""What rows are sorted and filtered by and no more, so that a scan of a million takes a tenth of a second without an index.

`words`: name, type and tablespace in small letters; `options`: those that move it, a space on either side of each.
"""
BLOCK = Table(
    "block", TABLES, Column("number", Integer, primary_key=True), Column("packed", LargeBinary, nullable=False)
)
"""The documents of `BLOCK_ROWS` segments by rank, a line each, packed: together they take a tenth of the room."""
