"""PL/SQL that all blocks share: talking, stopping, quoting, running one statement, and the guard before anything else.

Modes of a block: CHECK prints what it would run and counts problems, RECORD prints a rollback entry, RUN moves,
VERIFY looks, UNDO moves back. RECORD keeps quiet about faults because its output is a script; RUN meets them again and
stops. Bind variables start with s_ because a plain word such as MODE is reserved in SQL.
"""

from __future__ import annotations

from segtier.plan.sqlplus.template import text_of

TALK_FILE, ROOM_FILE, WEIGH_FILE = "lib_talk.sql", "lib_room.sql", "lib_weigh.sql"
"""Read into the block that calls them (`shared.py`)."""
TALK = f"@@{TALK_FILE}\n"
GUARD_PASSED = "  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');\n"
"""First of what a block does: needs `TALK`."""

ROOM = f"@@{ROOM_FILE}\n"
"""What the flash has free (NULL: a directory, or a group that is not mounted), how long a number of bytes takes. Needs `TALK`.

The piece `at_place` by target; FLEX groups show usable_file_mb = 0: not given.
"""

VERDICT = f"@@{WEIGH_FILE}\n"
"""PASS or FAIL, with `ROOM`. Needs `TALK`."""

HEAD = f"""\
DECLARE
  l_count NUMBER; l_bytes NUMBER; l_largest NUMBER; l_free NUMBER;
{TALK}{VERDICT}"""

GUARDED = text_of("sql/pieces.sql#guarded")

OUTCOME = text_of("sql/outcome.sql")
"""Ends the precheck: an error where something failed, unless settings.sql says to go on."""


def file_at_place(name: str, place: str = ":s_flash_place") -> str:
    """A PL/SQL expression of the quoted file: the disk group alone, or the directory and `name` (an expression)."""
    return f"'''' || {place} || CASE WHEN {place} NOT LIKE '+%' THEN :s_slash || {name} END || ''''"
