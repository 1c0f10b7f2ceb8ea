"""A template with the PL/SQL that all blocks share: `%%TALK%%`, `%%GUARD%%`, `%%ROOM%%`, and `%%WEIGH%%` for verdicts.

RMAN commands are templates too: SQL*Plus prints them line by line, one for each file that a query finds.
"""

from __future__ import annotations

import re

from segtier.plan import place_sql, plsql, room
from segtier.plan.template import template, text_of

_SLOT = re.compile(r"%%([A-Z_]+)%%")
_SHARED = {
    "TALK": plsql.TALK,
    "GUARD": plsql.GUARD_PASSED,
    "ROOM": place_sql.ROOM,
    "WEIGH": room.HEAD.removeprefix("DECLARE\n"),
}


def block(name: str, **slots: str) -> str:
    return template(name, **_SHARED, **slots)


def printed(name: str, **expressions: str) -> str:
    """PL/SQL that prints each line of a template; a slot holds a PL/SQL expression of its text."""
    lines = (_SLOT.split(line) for line in text_of(name).splitlines())
    return "".join(f"    DBMS_OUTPUT.PUT_LINE({_expression(parts, expressions)});\n" for parts in lines)


def _expression(parts: list[str], expressions: dict[str, str]) -> str:
    quoted = (
        expressions[part] if index % 2 else "'" + part.replace("'", "''") + "'"
        for index, part in enumerate(parts)
        if part
    )
    return "\n      || ".join(quoted)
