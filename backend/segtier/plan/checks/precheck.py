"""00_precheck.sql: what the database is, and for segments every check and every statement, without running one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.plan.checks.room import kept_told
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import plsql
from segtier.plan.sqlplus.duration import QUERIES_ONLY
from segtier.plan.sqlplus.plsql import GUARDED, HEAD, OUTCOME, VERDICT
from segtier.plan.sqlplus.script import script
from segtier.plan.sqlplus.template import fill, piece, template

_STANDBY = f"""\
{HEAD}\
{GUARDED}\
  SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
  IF l_count = 0 THEN
    verdict(TRUE, 'no standby is fed from here.');
  ELSE
%%STANDBY%%  END IF;
END;
/
"""


def precheck_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    """Facts, a dry run of the moves, and PASS or FAIL for what can be weighed beforehand. Changes nothing."""
    checks = request.scripts.checks(lists, request)
    standby = _STANDBY if request.spec.logged else ""
    body = fill(
        piece("facts", request) + kept_told(request) + standby + _direct_io(request) + checks + OUTCOME,
        STANDBY=piece("standby", request),
    )
    title = f"looks only, changes nothing ({request.target.terms.dba})"
    root = request.spec.whole_instance
    return script("00_precheck.sql", title, body, request, expected=QUERIES_ONLY, root=root)


def _direct_io(request: TargetedRequest) -> str:
    """Are files in a file system read past the cache of the operating system? Nothing for a disk group.

    Source: Reference, FILESYSTEMIO_OPTIONS. Windows always opens them so, HP-UX by the options of the mount.
    """
    if not request.target.terms.administered or platform_of(request.database) in ("windows", "hp-ux"):
        return ""
    if request.spec.per_node or (request.place.group is not None and not request.place.asked):
        return ""
    parts = {"TALK": plsql.TALK, "VERDICT": VERDICT, "GUARDED": GUARDED}
    return template("sql/filesystemio.sql", **{name: text.rstrip("\n") for name, text in parts.items()})
