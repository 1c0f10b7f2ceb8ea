"""00_precheck.sql: what the database is, and for segments every check and every statement, without running one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.direct_io import direct_io_checked
from segtier.plan.duration import QUERIES_ONLY
from segtier.plan.room import GUARDED, HEAD, OUTCOME, kept_for_later, kept_told
from segtier.plan.sqlplus import fill, script

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
        request.piece("facts.sql") + kept_told(request) + standby + direct_io_checked(request) + checks + OUTCOME,
        KEPT=kept_for_later(request),
        STANDBY=request.piece("standby.sql"),
    )
    title = f"looks only, changes nothing ({request.target.terms.dba})"
    root = request.spec.whole_instance
    return script("00_precheck.sql", title, body, request, expected=QUERIES_ONLY, root=root)
