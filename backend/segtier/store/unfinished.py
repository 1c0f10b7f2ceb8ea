"""A mark in a database that is being filled by `restore` or `migrate-to`: it is there before anything else, and goes as the
last. A database with the mark is refused by all that asks for its revision, so nobody takes a half for an empty whole.
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, inspect, text

from segtier.errors import Refused

Filling = Literal["restore", "migrate-to"]
TABLE = "segtier_unfinished"
_AGAIN: dict[str, str] = {
    "restore": "Run segtier restore again.",
    "migrate-to": "Run segtier migrate-to with the same URL again.",
}


def mark(connection: Connection, what: Filling) -> None:
    """Without effect where the mark is there already."""
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS {TABLE} (what VARCHAR(20) NOT NULL)"))
    connection.execute(text(f"DELETE FROM {TABLE}"))
    connection.execute(text(f"INSERT INTO {TABLE} (what) VALUES (:what)"), {"what": what})


def unmark(connection: Connection) -> None:
    connection.execute(text(f"DROP TABLE IF EXISTS {TABLE}"))


def is_marked(connection: Connection) -> bool:
    return inspect(connection).has_table(TABLE)


def refuse_marked(connection: Connection) -> None:
    """Raises Refused (code `unfinished`) where the mark is there."""
    if not is_marked(connection):
        return
    what = connection.execute(text(f"SELECT what FROM {TABLE}")).scalar() or "restore"
    raise Refused(
        f"the database is not whole: segtier {what} was interrupted, or still runs",
        code="unfinished",
        advice=f"{_AGAIN.get(what, _AGAIN['restore'])} To start with nothing instead, delete the data folder, or drop the"
        " PostgreSQL database and create it anew.",
    )
