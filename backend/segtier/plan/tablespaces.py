"""30_tablespaces.sql: the target tablespaces in each container, and the owners' quota on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.duration import minutes
from segtier.plan.moves.lists import MoveList
from segtier.plan.quotas import GRANT_KNOWN, quota_calls
from segtier.plan.sizing import Key, Size, sizes
from segtier.plan.sqlplus import SERVEROUTPUT, fill, script
from segtier.units import format_bytes

_BLOCK = f"""\
DECLARE
  l_count NUMBER;
  l_total NUMBER := 0;
{plsql.TALK}{place_sql.ROOM}\
  PROCEDURE create_missing(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_sql IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_count > 0 THEN
      SELECT COUNT(*) INTO l_count FROM dba_data_files
       WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_place || '/') <> 1;
      IF l_count > 0 THEN
        stop(p_tablespace || ' exists already with files outside ' || :s_flash_place || '. Choose another name.');
      END IF;
      say(p_tablespace || ' exists already, left as it is.');
      RETURN;
    END IF;
    check_room(p_bytes, p_tablespace);
    say(p_tablespace || ': ' || gib(p_bytes) || ' to begin with. Expected: ' || takes(p_bytes));
    run_ddl(p_sql);
    l_total := l_total + p_bytes;
  END;
  PROCEDURE grant_quota(p_owner IN VARCHAR2, p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_users WHERE username = p_owner;
    IF l_count = 0 THEN
      stop('no user ' || q(p_owner) || ' in this container.');
    END IF;
    SELECT (SELECT COUNT(*) FROM dba_sys_privs WHERE grantee = p_owner AND privilege = 'UNLIMITED TABLESPACE')
         + (SELECT COUNT(*) FROM dba_ts_quotas
             WHERE username = p_owner AND tablespace_name = p_tablespace AND max_bytes = -1)
      INTO l_count FROM dual;
    IF l_count = 0 THEN
      run_ddl({ddl.QUOTA.plsql(user="q(p_owner)", tablespace="q(p_tablespace)")});
    END IF;
  END;
%%KNOWN%%\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
%%CALLS%%\
  say('Total: ' || gib(l_total) || ' created.');
END;
/
"""


def tablespaces_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """One bigfile tablespace per target and container, as large as what moves, growing to its share of the flash."""
    moves = [move for each in lists for move in each.moves]
    planned = sizes(moves, request.tier.usable_bytes)
    parts = []
    for pdb in containers(planned):
        calls = [_create(key, size) for key, size in planned.items() if key[0] == pdb]
        quotas = quota_calls(moves, pdb, request)
        known = GRANT_KNOWN if any("grant_known(" in call for call in quotas) else ""
        parts.append(switch_to(pdb) + fill(_BLOCK, CALLS="".join([*calls, *quotas]), KNOWN=known))
    first = sum(size.first_bytes for size in planned.values())
    expected = f"{len(planned)} tablespace(s), {format_bytes(first)} to begin with: {minutes(first)}"
    title = "creates the target tablespaces (SYSDBA)"
    return script("30_tablespaces.sql", title, "".join(parts), request, expected=expected)


def containers(planned: Iterable[Key]) -> list[str]:
    """The containers of the targets, '' where the session already is in the right one."""
    return sorted({pdb for pdb, _ in planned})


def switch_to(pdb: str) -> str:
    """Statements that go into the container; nothing where it is not named."""
    if not pdb:
        return ""
    container = ddl.SET_CONTAINER.literal(container=f'"{pdb}"')
    return f"{container};\n{SERVEROUTPUT}\n"


def _create(key: Key, size: Size) -> str:
    pdb, target = key
    suffix = f"_{pdb.lower()}" if pdb else ""
    create = ddl.CREATE_TABLESPACE.plsql(
        tablespace=f"'\"{target}\"'",
        file=place_sql.file_at_place(f"'/segtier_{target.lower()}{suffix}_01.dbf'"),
        size=f"'{size.first_mib}M'",
        next=f"'{size.next_mib}M'",
        most=f"'{size.most_mib}M'",
    )
    return f"  create_missing('{target}', {size.first_bytes}, {create});\n"
