"""00_precheck.sql: what the database is, and for segments every check and every statement, without running one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.disk_group import existing_group
from segtier.plan.duration import QUERIES_ONLY
from segtier.plan.moves.datafile import FILES_LEFT
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.redo import LOOK
from segtier.plan.moves.segments import SEEN, walk
from segtier.plan.room import OUTCOME, kept_for_later, kept_told, names_checked, option_checked, totals_checked
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

_DRY = """\
PROMPT Now every check and every statement, without running any. Run this again after %%MAKING%%
"""

_TEMP = """\
SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
SELECT tablespace_name, file_name, bytes, autoextensible FROM dba_temp_files ORDER BY tablespace_name, file_name;
SELECT group_name, tablespace_name FROM dba_tablespace_groups ORDER BY group_name, tablespace_name;
SELECT temporary_tablespace, COUNT(*) AS users FROM dba_users GROUP BY temporary_tablespace ORDER BY 1;
"""

_FLASH = """\
SELECT parameter, value FROM v$option WHERE parameter = 'Server Flash Cache';
SELECT sid, name, display_value FROM v$spparameter WHERE isspecified = 'TRUE' AND name IN ('db_flash_cache_file',
  'db_flash_cache_size', 'memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size') ORDER BY name, sid;
SELECT size_for_estimate, size_factor, estd_physical_read_factor
  FROM v$db_cache_advice WHERE name = 'DEFAULT' ORDER BY size_for_estimate;
"""


def precheck_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """Facts, a dry run of the moves, and PASS or FAIL for what can be weighed beforehand. Changes nothing."""
    looks = {"redo": LOOK, "temp": _TEMP, "flash-cache": _FLASH, "all": FILES_LEFT}
    look = looks.get(request.option)
    checks = _dry_run(lists, request) if look is None else look + option_checked(request)
    body = fill(_FACTS + kept_told(request) + checks + OUTCOME, KEPT=kept_for_later(request))
    root = request.option in ("redo", "flash-cache")
    title = "looks only, changes nothing (SYSDBA)"
    return script("00_precheck.sql", title, body, request, expected=QUERIES_ONLY, root=root)


def _dry_run(lists: Sequence[MoveList], request: PlanRequest) -> str:
    making = "30" if existing_group(request) else "20 and after 30"
    return (
        fill(_DRY, MAKING=making)
        + names_checked(lists, request)
        + walk(lists, "CHECK")
        + SEEN
        + totals_checked(request)
    )
