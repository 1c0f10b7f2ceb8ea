"""00_precheck.sql: what the database is, and for segments every check and every statement, without running one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.moves.datafile import files_left
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.redo import LOOK
from segtier.plan.moves.segments import PROBLEMS, walk
from segtier.plan.quoting import location
from segtier.plan.sqlplus import header, script

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
PROMPT Now every check and every statement, without running any. Run this again after 30_tablespaces.sql
"""

_TOTAL = """\
BEGIN
  DBMS_OUTPUT.PUT_LINE('To move, with a tenth to spare: ' || ROUND(:s_need_bytes / 1073741824, 2)
    || ' GiB of %%USABLE%% GiB of flash.');
  IF :s_need_bytes > %%BYTES%% THEN
    raise_application_error(-20100, 'STOP: this does not fit on the flash. The segments have grown: make the plan again.');
  END IF;
END;
/
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

_SETTINGS = """\
BEGIN
  :s_allow_offline := 'NO';
  :s_lock_wait_s := 60;
  :s_unmirrored_ok := 'NO';
  :s_oracle_linux_checked := 'NO';
  :s_confirm_database := '';
END;
/
"""


def precheck_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """Facts for every option; a dry run of the moves for segments. Changes nothing."""
    bodies = {
        "redo": lambda: LOOK,
        "temp": lambda: _TEMP,
        "flash-cache": lambda: _FLASH,
        "all": lambda: files_left(location(request.targets.data_diskgroup)),
    }
    body = _FACTS + bodies.get(request.option, lambda: _dry_run(lists, request))()
    root = request.option in ("redo", "flash-cache")
    return script("00_precheck.sql", "looks only, changes nothing (SYSDBA)", body, request, root=root)


def _dry_run(lists: Sequence[MoveList], request: PlanRequest) -> str:
    usable = request.tier.usable_bytes
    total = _TOTAL.replace("%%USABLE%%", f"{usable / 1024**3:.0f}").replace("%%BYTES%%", str(usable))
    return _DRY + walk(lists, "CHECK") + total + PROBLEMS


def settings_file(request: PlanRequest) -> BundleFile:
    """`settings.sql`: what only the administrator may decide."""
    notes = (
        "-- This file is yours to edit. Each YES is a decision that you take.\n"
        "-- allow_offline: YES when an outage of the segments is agreed (where they cannot move online)\n"
        "-- lock_wait_s: how long a statement waits for a lock before it gives up\n"
        "-- unmirrored_ok: YES when the devices below the redo are mirrored by something ASM does not see\n"
        "-- oracle_linux_checked: YES when 10_os_setup.sh said Oracle Linux on every node\n"
        "-- confirm_database: the database name, only where the script asks for it\n"
    )
    return BundleFile(
        "settings.sql", header("settings.sql", "read by every script", request, mark="--") + notes + _SETTINGS
    )
