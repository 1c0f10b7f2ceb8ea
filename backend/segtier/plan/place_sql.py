"""PL/SQL about the place of the flash (`s_flash_place`): its room, the time a number of bytes takes, a file in it."""

from __future__ import annotations

from segtier.plan import duration

ROOM = f"""\
{duration.PLSQL}\
%%AT_PLACE%%
"""
"""What the flash has free (NULL: a directory, or a group that is not mounted) and how long a number of bytes takes.
`at_place.sql` by target; FLEX groups show usable_file_mb = 0: not given."""


def file_at_place(name: str, place: str = ":s_flash_place") -> str:
    """A PL/SQL expression of the quoted file: the disk group alone, or the directory and `name` (an expression)."""
    return f"'''' || {place} || CASE WHEN {place} NOT LIKE '+%' THEN :s_slash || {name} END || ''''"
