"""30_tablespaces.sql: the target tablespaces in each container, and the owners' quota on them."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, plsql
from segtier.plan.moves.lists import Move, MoveList
from segtier.plan.quoting import location, sql_literal
from segtier.plan.sqlplus import SERVEROUTPUT, fill, script
from segtier.units import GIB

_ROOM = 1.1
"""Space asked for a segment of known size; the same factor the checks use."""

_BLOCK = f"""\
DECLARE
  l_count NUMBER;
  l_group_free NUMBER;
{plsql.TALK}\
  PROCEDURE create_missing(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_sql IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_count > 0 THEN
      say(p_tablespace || ' exists already, left as it is.');
      RETURN;
    END IF;
%%LOCATION_CHECK%%\
    run_ddl(p_sql);
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
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
  :s_mode := 'RUN';
%%CALLS%%\
END;
/
"""

_GROUP_CHECK = """\
    SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
      FROM v$asm_diskgroup WHERE name = '%%GROUP%%' AND state IN ('MOUNTED', 'CONNECTED');
    IF l_group_free IS NULL THEN
      stop('disk group %%GROUP%% is not mounted here. Run 20_asm_diskgroups.sql first.');
    ELSIF l_group_free < p_bytes THEN
      stop('disk group %%GROUP%% has room for ' || gib(l_group_free) || ', needed are ' || gib(p_bytes));
    END IF;
"""


def tablespaces_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """One bigfile tablespace per target and container, sized for what is known, growing to its share of the flash."""
    where = location(request.targets.data_diskgroup)
    moves = [move for each in lists for move in each.moves]
    sizes = _sizes(moves, request.tier.usable_bytes)
    check = fill(_GROUP_CHECK, GROUP=where[1:]) if where.startswith("+") else ""
    parts = []
    for pdb in sorted({_pdb(move) for move in moves}):
        if pdb:
            container = ddl.SET_CONTAINER.literal(container=f'"{pdb}"')
            parts.append(f"{container};\n{SERVEROUTPUT}\n")
        calls = [_create(key, size, where) for key, size in sizes.items() if key[0] == pdb]
        calls += _quotas(moves, pdb)
        parts.append(fill(_BLOCK, LOCATION_CHECK=check, CALLS="".join(calls)))
    return script("30_tablespaces.sql", "creates the target tablespaces (SYSDBA)", "".join(parts), request)


def _pdb(move: Move) -> str:
    return move.segment.pdb or ""


def _create(key: tuple[str, str], size: tuple[int, int], where: str) -> str:
    (pdb, target), (size_gib, most_gib) = key, size
    suffix = f"_{pdb.lower()}" if pdb else ""
    file = where if where.startswith("+") else f"{where}/segtier_{target.lower()}{suffix}_01.dbf"
    create = ddl.CREATE_TABLESPACE.literal(
        tablespace=f'"{target}"', file=f"'{file}'", size=f"{size_gib}G", most=f"{most_gib}G"
    )
    quoted = create.replace("'", "''")
    return f"  create_missing('{target}', {size_gib * GIB}, '{quoted}');\n"


def _quotas(moves: Sequence[Move], pdb: str) -> list[str]:
    pairs = sorted({(move.segment.owner, move.target) for move in moves if _pdb(move) == pdb})
    return [f"  grant_quota({sql_literal(owner)}, '{target}');\n" for owner, target in pairs]


def _sizes(moves: Sequence[Move], usable_bytes: int) -> dict[tuple[str, str], tuple[int, int]]:
    """By (container, tablespace): first size and most in GiB. Known sizes with room, the rest shared evenly."""
    needs: dict[tuple[str, str], float] = {}
    for move in sorted(moves, key=lambda move: (_pdb(move), move.target)):
        key = (_pdb(move), move.target)
        needs[key] = needs.get(key, 0.0) + _ROOM * (move.segment.size_bytes or 0)
    spare = max(0.0, usable_bytes - sum(needs.values())) / len(needs)
    first = {key: max(1, -(-int(need) // GIB)) for key, need in needs.items()}
    return {key: (first[key], max(first[key], int(need + spare) // GIB)) for key, need in needs.items()}
