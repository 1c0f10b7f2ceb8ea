"""What the file of an answer holds."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text

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
    Column("document", LargeBinary, nullable=False),
)
"""`words`: name, type and tablespace in small letters; `options`: those that move it, a space on either side of each."""
