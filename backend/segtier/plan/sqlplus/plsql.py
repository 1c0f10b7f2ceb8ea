"""PL/SQL that all blocks share: talking, stopping, quoting, running one statement, and the guard before anything else.

Modes of a block: CHECK prints what it would run and counts problems, RECORD prints a rollback entry, RUN moves,
VERIFY looks, UNDO moves back. RECORD keeps quiet about faults because its output is a script; RUN meets them again and
stops. Bind variables start with s_ because a plain word such as MODE is reserved in SQL.
"""

from __future__ import annotations

from segtier.plan.sqlplus.duration import TAKES
from segtier.plan.sqlplus.template import text_of

TALK = text_of("sql/talk.sql")

GUARD_PASSED = """\
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
"""
"""First of what a block does: needs `TALK`."""

LITERAL = text_of("sql/literal.sql")

ROOM = f"""\
{TAKES}\
%%AT_PLACE%%
"""
"""What the flash has free (NULL: a directory, or a group that is not mounted) and how long a number of bytes takes.
The piece `at_place` by target; FLEX groups show usable_file_mb = 0: not given."""

VERDICT = text_of("sql/verdict.sql")

HEAD = f"""\
DECLARE
  l_count NUMBER;
  l_bytes NUMBER;
  l_largest NUMBER;
  l_free NUMBER;
{TALK}{ROOM}{VERDICT}\
  PROCEDURE room_verdict(p_bytes IN NUMBER, p_there IN NUMBER, p_what IN VARCHAR2) IS
    l_at_place NUMBER := free_at_place%%KEPT%%;
  BEGIN
    IF l_at_place IS NULL AND p_there < p_bytes THEN
      verdict(NULL, p_what || ' needs ' || gib(p_bytes) || ' at ' || :s_flash_place || '. '
%%UNSEEN%%    ELSE
      verdict(NVL(l_at_place, 0) + p_there >= p_bytes, p_what || ' needs ' || gib(p_bytes) || ', free are '
        || gib(NVL(l_at_place, 0) + p_there) || ' at ' || :s_flash_place);
    END IF;
  END;
"""

GUARDED = text_of("sql/pieces.sql#guarded")

OUTCOME = text_of("sql/outcome.sql")
"""Ends the precheck: an error where something failed, unless settings.sql says to go on."""


def file_at_place(name: str, place: str = ":s_flash_place") -> str:
    """A PL/SQL expression of the quoted file: the disk group alone, or the directory and `name` (an expression)."""
    return f"'''' || {place} || CASE WHEN {place} NOT LIKE '+%' THEN :s_slash || {name} END || ''''"
