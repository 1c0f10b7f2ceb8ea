"""What the scripts ask and print, evaluated: queries on rows in SQLite, lines of PUT_LINE with values for its expressions."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence

Rows = Mapping[str, tuple[str, Sequence[tuple[object, ...]]]]
"""Table -> (columns, rows); `#` and `$` of Oracle's names as `_`."""
_PUT_LINE = re.compile(r"DBMS_OUTPUT\.PUT_LINE\((.*?)\);\n", re.DOTALL)
_TERM = re.compile(r"'(?:[^']|'')*'|[^\s|'][^|]*")


def asked(query: str, tables: Rows, **binds: object) -> list[tuple[object, ...]]:
    database = sqlite3.connect(":memory:")
    database.create_function("GREATEST", -1, max)
    database.create_function("NVL", 2, lambda value, other: other if value is None else value)
    for name, (columns, rows) in tables.items():
        database.execute(f"CREATE TABLE {name} ({columns})")
        database.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' for _ in columns.split(','))})", rows)
    text = re.sub(r"[#$]", "_", query)
    return database.execute(text, {name: binds[name] for name in binds if f":{name}" in text}).fetchall()


def lines_printed(block: str, values: Mapping[str, str]) -> list[str]:
    """What the PUT_LINE calls of a block print where its expressions have these values."""
    return ["".join(_value(term, values) for term in _TERM.findall(call)) for call in _PUT_LINE.findall(block)]


def _value(term: str, values: Mapping[str, str]) -> str:
    return term[1:-1].replace("''", "'") if term.startswith("'") else values[term.strip()]
