"""30_tablespaces.sql: the target tablespaces in each container, and the owners' quota on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.arrivals import Arrival, Key, arrivals
from segtier.plan.contract import TargetedRequest
from segtier.plan.duration import minutes
from segtier.plan.moves.entries import switch_to
from segtier.plan.operations.segments import is_encrypted
from segtier.plan.quotas import GRANT_KNOWN, quota_calls
from segtier.plan.quoting import sql_literal
from segtier.plan.sizing import Size, sizes
from segtier.plan.sqlplus import script
from segtier.plan.template import template
from segtier.units import format_bytes


def tablespaces_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    """One bigfile tablespace per target and container, as large as what moves, growing to its share of the flash."""
    moves = arrivals(lists)
    planned = sizes(moves, request.tier.usable_bytes)
    parts = []
    for pdb in containers(planned):
        calls = [_create(key, size, moves, request) for key, size in planned.items() if key[0] == pdb]
        quotas = quota_calls(moves, pdb, request)
        known = GRANT_KNOWN if any("grant_known(" in call for call in quotas) else ""
        parts.append(
            switch_to(pdb)
            + template(
                "sql/tablespaces.sql",
                TALK=plsql.TALK,
                ROOM=place_sql.ROOM,
                QUOTA=ddl.QUOTA.plsql(user="q(p_owner)", tablespace="q(p_tablespace)"),
                GUARD=plsql.GUARD_PASSED,
                DESTINATION=f"  run_ddl({made_in});" if (made_in := request.target.terms.made_in) else "",
                CALLS="".join([*calls, *quotas]),
                KNOWN=known,
            )
        )
    first = sum(size.first_bytes for size in planned.values())
    expected = f"{len(planned)} tablespace(s), {format_bytes(first)} to begin with: {minutes(first)}"
    title = f"creates the target tablespaces ({request.target.terms.dba})"
    return script("30_tablespaces.sql", title, "".join(parts), request, expected=expected)


def containers(planned: Iterable[Key]) -> list[str]:
    """The containers of the targets, '' where the session already is in the right one."""
    return sorted({pdb for pdb, _ in planned})


def _create(key: Key, size: Size, moves: Sequence[Arrival], request: TargetedRequest) -> str:
    """Encrypted where what arrives lies in encrypted tablespaces, forcing logging where one of them does."""
    pdb, target = key
    suffix = f"_{pdb.lower()}" if pdb else ""
    slots = {
        "tablespace": f"'\"{target}\"'",
        "file": place_sql.file_at_place(f"'segtier_{target.lower()}{suffix}_01.dbf'"),
        "size": f"'{size.first_mib}M'",
        "next": f"'{size.next_mib}M'",
        "most": f"'{size.most_mib}M'",
    }
    homes = sorted({move.home for move in moves if move.key == key and move.home is not None})
    if is_encrypted(target, request):
        sources = " || ".join(f"'\"' || {sql_literal(home)} || '\"'" for home in homes)
        create = request.target.terms.created_encrypted.plsql(
            **slots, algorithm=f"'''' || algorithm_of({sources}) || ''''"
        )
    else:
        create = request.target.terms.created.plsql(**slots)
    forced = ddl.FORCE_LOGGING.plsql(tablespace=slots["tablespace"]) if _forces_logging(pdb, homes, request) else "NULL"
    return f"  create_missing('{target}', {size.first_bytes}, {create}, {forced});\n"


def _forces_logging(pdb: str, homes: Sequence[str], request: TargetedRequest) -> bool:
    listed = (request.known.tablespaces if request.known else None) or ()
    return any(one.force_logging is True for one in listed if (one.pdb or "") == pdb and one.name in homes)
