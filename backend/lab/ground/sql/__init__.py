"""Statements of the proving ground, each in a file of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from psycopg import sql


@cache
def text(name: str) -> str:
    """The statement in `name.sql`."""
    return Path(__file__).with_name(f"{name}.sql").read_text("utf-8")


def naming(name: str, *parts: str | sql.Composable) -> sql.Composed:
    """The statement with its places filled; a string is an identifier."""
    filled = (sql.Identifier(part) if isinstance(part, str) else part for part in parts)
    return sql.SQL(text(name)).format(*filled)
