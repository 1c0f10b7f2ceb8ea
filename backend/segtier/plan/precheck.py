"""00_precheck.sql: what the database is, and for segments every check and every statement, without running one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.direct_io import direct_io_checked
from segtier.plan.duration import QUERIES_ONLY
from segtier.plan.options import scripts_of
from segtier.plan.room import GUARDED, HEAD, OUTCOME, kept_for_later, kept_told
from segtier.plan.sqlplus import fill, script

_FACTS = """\
COLUMN destination FORMAT A40
COLUMN host_name FORMAT A30
COLUMN value FORMAT A60
COLUMN banner FORMAT A90
SELECT banner FROM v$version;
PROMPT A standby (target STANDBY) receives every moved byte as redo. NOARCHIVELOG: back up after the move
SELECT log_mode, force_logging, flashback_on, supplemental_log_data_min FROM v$database;
SELECT dest_id, target, status, destination FROM v$archive_dest WHERE status <> 'INACTIVE';
PROMPT The recovery area must have room for the redo of the move
SELECT name, space_limit, space_used, space_reclaimable FROM v$recovery_file_dest;
SELECT inst_id, instance_name, host_name, version, status FROM gv$instance ORDER BY inst_id;
SELECT name, value FROM v$parameter WHERE name IN ('cluster_database', 'compatible', 'spfile', 'db_create_file_dest',
  'memory_target', 'sga_target', 'sga_max_size', 'db_cache_size', 'db_block_size') ORDER BY name;
SELECT name, type, state, total_mb, usable_file_mb FROM v$asm_diskgroup ORDER BY name;
"""


_STANDBY = f"""\
{HEAD}\
{GUARDED}\
  SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
  IF l_count = 0 THEN
    verdict(TRUE, 'no standby is fed from here.');
  ELSE
    verdict(NULL, l_count || ' standby(s) are fed from here, and cannot be seen from here. On each: STANDBY_FILE_MANAGEMENT'
      || ' must be AUTO, and new files must find a place there: a disk group of the same name, DB_CREATE_FILE_DEST or'
      || ' DB_FILE_NAME_CONVERT. Else its recovery stops at the first new file.');
  END IF;
END;
/
"""


def precheck_file(lists: Sequence[Operation], request: PlanRequest) -> BundleFile:
    """Facts, a dry run of the moves, and PASS or FAIL for what can be weighed beforehand. Changes nothing."""
    checks = scripts_of(request).checks(lists, request)
    standby = _STANDBY if request.spec.logged else ""
    body = fill(
        _FACTS + kept_told(request) + standby + direct_io_checked(request) + checks + OUTCOME,
        KEPT=kept_for_later(request),
    )
    title = "looks only, changes nothing (SYSDBA)"
    root = request.spec.whole_instance
    return script("00_precheck.sql", title, body, request, expected=QUERIES_ONLY, root=root)
