"""PL/SQL about the place of the flash (`s_flash_place`): its room, the time a number of bytes takes, a file in it."""

from __future__ import annotations

from segtier.plan import duration

ROOM = f"""\
{duration.PLSQL}\
  FUNCTION free_at_place RETURN NUMBER IS
    l_free NUMBER;
  BEGIN
    SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_free
      FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
    RETURN l_free;
  END;
  PROCEDURE check_room(p_bytes IN NUMBER, p_what IN VARCHAR2) IS
    l_free NUMBER := free_at_place;
  BEGIN
    IF :s_flash_place NOT LIKE '+%' THEN
      say('  note: SQL cannot see the room in ' || :s_flash_place || '; ' || p_what || ' needs ' || gib(p_bytes));
    ELSIF l_free IS NULL THEN
      stop('disk group ' || SUBSTR(:s_flash_place, 2) || ' is not mounted here.%%MAKE_GROUP%%');
    ELSIF l_free < p_bytes THEN
      stop(:s_flash_place || ' has room for ' || gib(l_free) || ', ' || p_what || ' needs ' || gib(p_bytes));
    END IF;
  END;
"""
"""What the flash has free (NULL: a directory, or a group that is not mounted) and how long a number of bytes takes.
FLEX groups show usable_file_mb = 0: not given."""


def file_at_place(name: str, place: str = ":s_flash_place") -> str:
    """A PL/SQL expression of the quoted file: the disk group alone, or the directory and `name` (an expression)."""
    return f"'''' || {place} || CASE WHEN {place} NOT LIKE '+%' THEN :s_slash || {name} END || ''''"
