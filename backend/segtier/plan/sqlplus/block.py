"""A template with the PL/SQL that all blocks share: `%%TALK%%`, `%%GUARD%%`, `%%ROOM%%`, and `%%WEIGH%%` for verdicts.

RMAN commands are templates too: SQL*Plus prints them line by line, one for each file that a query finds.
A way back is recorded: what is where now goes to a script of its own, which the rollback calls. Meanwhile echo and feedback are
off, since that file may hold commands only; the terminal stays on, so that an error is seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from segtier.plan.sqlplus import plsql
from segtier.plan.sqlplus.plsql import HEAD
from segtier.plan.sqlplus.template import fill, template, text_of

_SLOT = re.compile(r"%%([A-Z_]+)%%")
_SHARED = {"TALK": plsql.TALK, "GUARD": plsql.GUARD_PASSED, "ROOM": plsql.ROOM, "WEIGH": HEAD.removeprefix("DECLARE\n")}

_RECORD = text_of("sql/record.sql")

_REPLAY = text_of("sql/replay.sql")


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


def record(file: str, log: str, block: str, how: str = "APPEND") -> str:
    """Runs `block` with its output in `file`, then goes on with the script's own log."""
    return fill(_RECORD, FILE=file, LOG=log, HOW=how, BLOCK=block)


def replay(file: str, *, least: int = 1, advice: str = "") -> str:
    """Calls what was recorded and stops where fewer than `least` entries were handled."""
    return fill(_REPLAY, FILE=file, LEAST=str(least), ADVICE=f" {advice}" if advice else "")


def entry(values: Mapping[str, str], calls: str | None = None) -> str:
    """PL/SQL that prints one entry: each bind variable set to a PL/SQL expression of its literal, then a call."""
    lines = ["'BEGIN'", *(f"'  :s_{name} := ' || {value} || ';'" for name, value in values.items()), "'END;'", "'/'"]
    lines += [f"'@@{calls}'"] if calls else []
    return "".join(f"    DBMS_OUTPUT.PUT_LINE({line});\n" for line in lines)
