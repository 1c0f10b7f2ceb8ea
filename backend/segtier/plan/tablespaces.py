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

_CREATE = f"""\
DECLARE
  l_count NUMBER;
  l_group_free NUMBER;
{plsql.TALK}\
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    say('%%TABLESPACE%% exists already, left as it is.');
    RETURN;
  END IF;
%%LOCATION_CHECK%%\
  run_ddl(%%CREATE%%);
END;
/
"""

DISK_GROUP_CHECK = """\
  SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
    FROM v$asm_diskgroup WHERE name = '%%GROUP%%' AND state IN ('MOUNTED', 'CONNECTED');
  IF l_group_free IS NULL THEN
    stop('disk group %%GROUP%% is not mounted here. Run 20_asm_diskgroups.sql first.');
  ELSIF l_group_free < %%NEED%% THEN
    stop('disk group %%GROUP%% has room for ' || gib(l_group_free) || ', needed are ' || gib(%%NEED%%));
  END IF;
"""

_QUOTAS = f"""\
DECLARE
  l_count NUMBER;
{plsql.TALK}\
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
%%CALLS%%\
END;
/
"""


def tablespaces_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """One bigfile tablespace per target, sized for what is known, growing to its share of the usable bytes."""
    where = location(request.targets.data_diskgroup)
    moves = [move for each in lists for move in each.moves]
    targets = sorted({move.target for move in moves})
    sizes = _sizes(moves, targets, request.tier.usable_bytes)
    parts = []
    for pdb in sorted({move.segment.pdb or "" for move in moves}):
        if pdb:
            container = ddl.SET_CONTAINER.literal(container=f'"{pdb}"')
            parts.append(f"{container};\n{SERVEROUTPUT}\n")
        parts += [_create(target, where, pdb, *sizes[target]) for target in targets]
        parts.append(_quotas(moves, pdb))
    return script("30_tablespaces.sql", "creates the target tablespaces (SYSDBA)", "".join(parts), request)


def _create(target: str, where: str, pdb: str, size_gib: int, most_gib: int) -> str:
    suffix = f"_{pdb.lower()}" if pdb else ""
    file = where if where.startswith("+") else f"{where}/segtier_{target.lower()}{suffix}_01.dbf"
    create = ddl.CREATE_TABLESPACE.literal(
        tablespace=f'"{target}"', file=f"'{file}'", size=f"{size_gib}G", most=f"{most_gib}G"
    )
    check = ""
    if where.startswith("+"):
        check = fill(DISK_GROUP_CHECK, GROUP=where[1:], NEED=str(size_gib * GIB))
    quoted = create.replace("'", "''")
    return fill(_CREATE, TABLESPACE=target, LOCATION_CHECK=check, CREATE=f"'{quoted}'")


def _quotas(moves: Sequence[Move], pdb: str) -> str:
    pairs = sorted({(move.segment.owner, move.target) for move in moves if (move.segment.pdb or "") == pdb})
    calls = "".join(f"  grant_quota({sql_literal(owner)}, '{target}');\n" for owner, target in pairs)
    return fill(_QUOTAS, CALLS=calls)


def _sizes(moves: Sequence[Move], targets: Sequence[str], usable_bytes: int) -> dict[str, tuple[int, int]]:
    """Per target (first size, most) in GiB: known sizes with room to spare, the rest of the flash shared evenly."""
    needs = {
        target: sum(_ROOM * (move.segment.size_bytes or 0) for move in moves if move.target == target)
        for target in targets
    }
    spare = max(0.0, usable_bytes - sum(needs.values())) / len(targets)
    return {
        target: (max(1, -(-int(need) // GIB)), max(1, -(-int(need) // GIB), int(need + spare) // GIB))
        for target, need in needs.items()
    }
