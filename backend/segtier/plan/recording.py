"""The frame of every way back: what is where now is written to a script of its own, and the rollback reads that.

While recording, the echo and the feedback are off, because the spool file must hold commands only; the terminal stays
on, so that an error is seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from segtier.plan.sqlplus import fill
from segtier.plan.template import text_of

_RECORD = text_of("sql/record.sql")

_REPLAY = text_of("sql/replay.sql")


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
