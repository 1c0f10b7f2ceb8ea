"""A directory on a file system of the flash: is it there, is it really on the flash, and does it hold what comes?"""

from __future__ import annotations

from segtier.plan.sqlplus import fill

_ASKED = """\
# A directory on a file system of the flash, such as /u02/ssd%%OR%%. The same as flash_place in settings.sql.
DIRECTORY=
"""

_DIRECTORY = r"""
[ -d "$DIRECTORY" ] || stop "$DIRECTORY does not exist. Make the file system on the flash and mount it there."
[ "$(findmnt -n -o TARGET -T "$DIRECTORY")" != / ] || stop "$DIRECTORY lies on the root file system, not on the flash"
[ "$(stat -c '%U' "$DIRECTORY")" = "$DB_OWNER" ] || stop "$DIRECTORY does not belong to $DB_OWNER"
free=$(df -B1 --output=avail "$DIRECTORY" | tail -n 1 | tr -d ' ')
needed=%%NEEDED%%
say "$DIRECTORY is on $(findmnt -n -o SOURCE -T "$DIRECTORY"), $((free / 1073741824)) GiB free"
if [ "$needed" = 0 ]; then
  say "NOT CHECKED  the plan does not know how much room the files need"
elif [ "$free" -ge "$needed" ]; then
  say "PASS         room for the $((needed / 1073741824)) GiB that the scripts create at once"
else
  say "FAIL         the scripts create $((needed / 1073741824)) GiB at once"
  stop "$DIRECTORY is too small"
fi
[ "$apply" = no ] || say "for a directory there is nothing to apply"
say "done. Nothing was changed."
"""

_ASK_DIRECTORY = r"""
[ -n "$DIRECTORY" ] || stop "fill in DIRECTORY in segtier.env first"
"""

_EITHER = r"""
if [ -n "$DIRECTORY" ]; then
%%DIRECTORY_CHECK%%  exit 0
fi
"""


def env_lines(*, or_asm: bool) -> str:
    """The question for segtier.env."""
    return fill(_ASKED, OR=" (or leave it empty for ASM)" if or_asm else "")


def directory_check(*, asked: bool) -> str:
    """The check of the directory; `asked`: stops where segtier.env does not name one."""
    return (_ASK_DIRECTORY if asked else "") + _DIRECTORY


def directory_or() -> str:
    """The check where a directory is named; where none is, the script goes on to the disks."""
    return fill(_EITHER, DIRECTORY_CHECK=_DIRECTORY.lstrip().replace("\n", "\n  ").rstrip(" "))
