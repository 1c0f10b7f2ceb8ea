"""30_tablespaces.sql: the target tablespaces in each container, and the owners' quota on them.

Quotas are those an inventory lists for the old tablespaces; else the script asks. Who holds UNLIMITED TABLESPACE is in no
inventory: the script looks, and grants those owners no quota.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from segtier.model.inventory import Quota
from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.arrivals import Arrival, Key, arrivals
from segtier.plan.operations.segments import is_encrypted
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.duration import minutes
from segtier.plan.sqlplus.quoting import sql_literal
from segtier.plan.sqlplus.script import script, switch_to
from segtier.plan.sqlplus.template import piece, template
from segtier.plan.storage.sizing import ALLOWANCE, Size, containers, sizes, whole_extents_bytes
from segtier.units import MIB, format_bytes

_THERE = template(
    "sql/there.sql#must",
    QUOTA_OF=ddl.QUOTA_OF.plsql(
        user="q(p_owner)", size="TO_CHAR(CEIL(l_used / 1048576) + p_mib) || 'M'", tablespace="q(p_tablespace)"
    ),
    QUOTA_BACK=ddl.QUOTA_OF.plsql(
        user="q(p_owner)", size="TO_CHAR(CEIL(l_most / 1048576)) || 'M'", tablespace="q(p_tablespace)"
    ),
)
_PLACE = "'''' || :s_flash_place || ''''"
_SESSION = f"  run_ddl({ddl.FILE_DESTINATION.plsql(place=_PLACE)});"
_FORMS = {
    True: (ddl.CREATE_TABLESPACE, ddl.CREATE_ENCRYPTED),
    False: (ddl.CREATE_MANAGED, ddl.CREATE_MANAGED_ENCRYPTED),
}
"""By whether files have names of ours."""

GRANT_KNOWN = f"""\
  PROCEDURE grant_known(p_owner IN VARCHAR2, p_tablespace IN VARCHAR2, p_mib IN NUMBER, p_then IN NUMBER,
                        p_sources IN VARCHAR2) IS
    l_now NUMBER;
    l_there NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_sys_privs WHERE grantee = p_owner AND privilege = 'UNLIMITED TABLESPACE';
    IF l_count > 0 THEN
      say(q(p_owner) || ' holds UNLIMITED TABLESPACE and needs no quota.');
      RETURN;
    END IF;
    SELECT CASE WHEN MIN(max_bytes) = -1 THEN -1 ELSE SUM(max_bytes) END INTO l_now FROM dba_ts_quotas
     WHERE username = p_owner AND INSTR(p_sources, '"' || tablespace_name || '"') > 0;
    IF l_now IS NULL OR l_now <> p_then THEN
      stop('the quota of ' || q(p_owner) || ' is ' || NVL(TO_CHAR(l_now), 'none') || ' now, the inventory said ' || p_then
        || '. Collect again and make the plan again.');
    END IF;
    SELECT MAX(CASE WHEN max_bytes = -1 THEN 1 WHEN max_bytes >= p_mib * 1048576 THEN 1 ELSE 0 END) INTO l_there
      FROM dba_ts_quotas WHERE username = p_owner AND tablespace_name = p_tablespace;
    IF l_there = 1 THEN
      say(q(p_owner) || ' has its quota on ' || p_tablespace || ' already.');
    ELSIF p_mib IS NULL THEN
      run_ddl({ddl.QUOTA.plsql(user="q(p_owner)", tablespace="q(p_tablespace)")});
    ELSE
      run_ddl({ddl.QUOTA_OF.plsql(user="q(p_owner)", size="TO_CHAR(p_mib) || 'M'", tablespace="q(p_tablespace)")});
    END IF;
  END;
"""
"""`p_mib` NULL and `p_then` -1: unlimited, as on the old tablespaces."""


def tablespaces_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    """One bigfile tablespace per target and container, as large as what moves, growing to its share of the flash."""
    moves = arrivals(lists)
    planned = {} if request.place_there else sizes(moves, request.tier.usable_bytes)
    keys = sorted({move.key for move in moves})
    parts = []
    for pdb in containers(keys):
        calls = [_create(key, size, moves, request) for key, size in planned.items() if key[0] == pdb]
        if request.place_there:
            calls = [f"  must_be_there('{target}');\n" for container, target in keys if container == pdb]
        quotas = quota_calls(moves, pdb, request)
        known = GRANT_KNOWN if any("grant_known(" in call for call in quotas) else ""
        parts.append(
            switch_to(pdb)
            + template(
                "sql/tablespaces.sql",
                TALK=plsql.TALK,
                ROOM=plsql.ROOM,
                QUOTA=ddl.QUOTA.plsql(user="q(p_owner)", tablespace="q(p_tablespace)"),
                GUARD=plsql.GUARD_PASSED,
                MIRRORED="" if request.place_there else piece("mirrored", request),
                DESTINATION="" if request.target.terms.names_files else _SESSION,
                CALLS="".join([*calls, *quotas]),
                KNOWN=known + (_THERE if request.place_there else ""),
            )
        )
    if request.place_there:
        title = f"grants quota on the tablespaces that are there ({request.target.terms.dba})"
        return script(
            "30_tablespaces.sql", title, "".join(parts), request, expected=f"{len(keys)} tablespace(s), none made"
        )
    first = sum(size.first_bytes for size in planned.values())
    expected = f"{len(planned)} tablespace(s), {format_bytes(first)} to begin with: {minutes(first)}"
    title = f"creates the target tablespaces ({request.target.terms.dba})"
    return script("30_tablespaces.sql", title, "".join(parts), request, expected=expected)


def _create(key: Key, size: Size, moves: Sequence[Arrival], request: TargetedRequest) -> str:
    """Encrypted where what arrives lies in encrypted tablespaces, forcing logging where one of them does."""
    pdb, target = key
    suffix = f"_{pdb.lower()}" if pdb else ""
    slots = {
        "tablespace": f"'\"{target}\"'",
        "file": plsql.file_at_place(f"'segtier_{target.lower()}{suffix}_01.dbf'"),
        "size": f"'{size.first_mib}M'",
        "next": f"'{size.next_mib}M'",
        "most": f"'{size.most_mib}M'",
    }
    plain, encrypted = _FORMS[request.target.terms.names_files]
    homes = sorted({move.home for move in moves if move.key == key and move.home is not None})
    if is_encrypted(target, request):
        sources = " || ".join(f"'\"' || {sql_literal(home)} || '\"'" for home in homes)
        create = encrypted.plsql(**slots, algorithm=f"'''' || algorithm_of({sources}) || ''''")
    else:
        create = plain.plsql(**slots)
    forced = ddl.FORCE_LOGGING.plsql(tablespace=slots["tablespace"]) if _forces_logging(pdb, homes, request) else "NULL"
    return f"  create_missing('{target}', {size.first_bytes}, {create}, {forced});\n"


def _forces_logging(pdb: str, homes: Sequence[str], request: TargetedRequest) -> bool:
    listed = (request.known.tablespaces if request.known else None) or ()
    return any(one.force_logging is True for one in listed if (one.pdb or "") == pdb and one.name in homes)


def quota_calls(moves: Sequence[Arrival], pdb: str, request: TargetedRequest) -> list[str]:
    """One call per owner and target of a container: with the quota the inventory gives, or the one that asks."""
    pairs = sorted({(move.owner, move.target) for move in moves if move.pdb == pdb})
    return [_call(owner, target, pdb, moves, request) for owner, target in pairs]


def _call(owner: str, target: str, pdb: str, moves: Sequence[Arrival], request: TargetedRequest) -> str:
    mine = [move for move in moves if move.key == (pdb, target) and move.owner == owner]
    needed = sum(whole_extents_bytes(move.size_bytes or 0) for move in mine)
    if request.place_there:
        return f"  grant_more({sql_literal(owner)}, '{target}', {ceil(needed * (1 + ALLOWANCE) / MIB)});\n"
    known = known_quotas(owner, pdb, {move.home for move in mine}, request)
    if not known:
        return f"  grant_quota({sql_literal(owner)}, '{target}');\n"
    then = limit_bytes(known)
    mib = "NULL" if then is None else str(-(-max(then, needed) // MIB))
    sources = "\n    || ".join(
        f"'\"' || {sql_literal(name)} || '\"'" for name in sorted({one.tablespace for one in known})
    )
    return f"  grant_known({sql_literal(owner)}, '{target}', {mib}, {-1 if then is None else then}, {sources});\n"


def known_quotas(owner: str, pdb: str, tablespaces: set[str | None], request: TargetedRequest) -> list[Quota]:
    """What the inventory lists for the owner on these tablespaces; a quota whose limit is not told is left out."""
    listed = (request.known.quotas if request.known else None) or ()
    return [
        one
        for one in listed
        if one.user == owner
        and one.tablespace in tablespaces
        and (one.pdb or "") in ("", pdb)
        and (one.unlimited or one.max_bytes is not None)
    ]


def limit_bytes(quotas: Sequence[Quota]) -> int | None:
    """Their sum; None where one of them is unlimited."""
    return None if any(one.unlimited for one in quotas) else sum(one.max_bytes or 0 for one in quotas)
