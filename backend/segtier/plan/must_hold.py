"""What must hold after an option: verdicts that end 80_verify.sql with an error where one does not."""

from __future__ import annotations

from segtier.plan import plsql
from segtier.plan.room import GUARDED, VERDICT

_BLOCK = f"""\
DECLARE
  l_count NUMBER;
{plsql.TALK}{VERDICT}\
{GUARDED}\
%%CHECKS%%\
  IF :s_fails > 0 THEN
    stop(:s_fails || ' of ' || (:s_fails + :s_passes) || ' things are not as they should be, see above.');
  END IF;
  say('Total: all ' || :s_passes || ' things are as they should be.');
END;
/
"""
_CHECK = """\
  SELECT COUNT(*) INTO l_count FROM {rows};
  verdict(l_count = 0, l_count || ' {what}.');
"""


def must_hold(*none_of: tuple[str, str]) -> str:
    """A block that counts rows of which there must be none: (what follows FROM, what they are as part of a PL/SQL text)."""
    checks = "".join(_CHECK.format(rows=rows, what=what) for rows, what in none_of)
    return _BLOCK.replace("%%CHECKS%%", checks)
