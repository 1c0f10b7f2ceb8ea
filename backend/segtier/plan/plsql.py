"""PL/SQL that all blocks share: talking, stopping, quoting, running one statement, and the guard before anything else.

Modes of a block: CHECK prints what it would run and counts problems, RECORD prints a rollback entry, RUN moves,
VERIFY looks, UNDO moves back. RECORD keeps quiet about faults because its output is a script; RUN meets them again and
stops. Bind variables start with s_ because a plain word such as MODE is reserved in SQL.
"""

from __future__ import annotations

from segtier.plan.template import text_of

TALK = text_of("sql/talk.sql")

GUARD_PASSED = """\
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
"""
"""First of what a block does: needs `TALK`."""

LITERAL = text_of("sql/literal.sql")
