"""A query of PL/SQL as SQLite takes it.

A variable is known by the house's names: `l_` for locals, `p_` for parameters, `r(p).field` for rows of a collection. The row of
a loop has the loop's name for it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from lab.plsql.tree import Query

_WORDS = {"USER": "'SYS'", "SYSDATE": "'2026-11-26 12:00:00'"}


class Taken(NamedTuple):
    """A value that a statement of SQL takes: of a bind, of a variable, or of a field of a record or of a row."""

    name: str
    bind: bool = False
    at: str | None = None
    field: str | None = None


@lru_cache(maxsize=2048)
def as_sqlite(query: Query) -> tuple[str, tuple[Taken, ...]]:
    """Its text for SQLite, with ? for the values it takes."""
    parts: list[str] = []
    taken: list[Taken] = []
    words = [token.value for token in query.tokens]
    plain = {word for word, after in pairwise([*words, ""]) if after != "."}
    rows = query.rows - plain  # an alias of the query hides the row of a loop
    at = 0
    while at < len(words):
        kind, word, _ = query.tokens[at]
        found = None
        if kind == "bind":
            found = Taken(word[1:].lower(), bind=True)
        elif kind == "word" and words[at + 1 : at + 2] == ["("] and words[at + 3 : at + 5] == [")", "."]:
            found = Taken(word, at=words[at + 2], field=words[at + 5])
            at += 5
        elif kind == "word" and (word.startswith(("L_", "P_")) or word in rows) and words[at - 1] != ".":
            record = words[at + 1 : at + 2] == ["."]
            found = Taken(word, field=words[at + 2] if record else None)
            at += 2 if record else 0
        elif kind == "word":
            word = _WORDS.get(word) or re.sub(r"[$#]", "_", word.lower())
        if found is not None:
            taken.append(found)
        parts.append(word if found is None else "?")
        at += 1
    return " ".join(parts).replace(" . ", "."), tuple(taken)
