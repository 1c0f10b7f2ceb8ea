"""80_verify.sql: one query per thing that must hold, with the expected answer beside it."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.cache_place import cache_size_bytes, flash_location, size_word
from segtier.plan.duration import QUERIES_ONLY
from segtier.plan.moves.datafile import FILES_LEFT
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.segments import PROBLEMS, walk
from segtier.plan.quoting import tablespace
from segtier.plan.sqlplus import fill, script

_INDEXES = """\
PROMPT Expected: no rows. Anything listed that was not UNUSABLE before must be rebuilt
SELECT owner, index_name AS name, status FROM dba_indexes WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || partition_name, status FROM dba_ind_partitions WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || subpartition_name, status FROM dba_ind_subpartitions WHERE status = 'UNUSABLE';
PROMPT Expected: no rows that were not there before
SELECT owner, object_type, object_name FROM dba_objects WHERE status = 'INVALID' ORDER BY owner, object_name;
PROMPT Expected: used_percent well below 100 for the flash tablespaces
SELECT tablespace_name, ROUND(used_percent, 1) AS used_percent FROM dba_tablespace_usage_metrics ORDER BY used_percent DESC;
PROMPT Expected: no file changed without redo since the move began
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_time > SYSDATE - 1;
"""

_WHERE_IO = """\
PROMPT After a busy hour: read time per request by tablespace, expected to be well under 1 ms for the flash ones
SELECT d.tablespace_name, SUM(f.singleblkrds) AS single_block_reads,
       ROUND(10 * SUM(f.singleblkrdtim) / NULLIF(SUM(f.singleblkrds), 0), 3) AS avg_ms
  FROM v$filestat f JOIN dba_data_files d ON d.file_id = f.file#
 GROUP BY d.tablespace_name ORDER BY 2 DESC;
"""

_REDO = """\
COLUMN member FORMAT A90
PROMPT Expected: every member at the flash, at least two groups per thread
SELECT l.thread#, l.group#, l.bytes, l.status, f.member FROM v$log l JOIN v$logfile f ON f.group# = l.group#
 ORDER BY l.thread#, l.group#;
PROMPT Expected: no rows
SELECT group#, status, member FROM v$logfile WHERE status IN ('INVALID', 'STALE', 'DELETED');
PROMPT After a busy hour: average log file sync and log file parallel write, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event IN ('log file sync', 'log file parallel write');
"""

_TEMP = """\
PROMPT Expected: %%TABLESPACE%%
SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
PROMPT Expected: files of %%TABLESPACE%% online and on flash
COLUMN file_name FORMAT A90
SELECT tablespace_name, file_name, bytes, status FROM dba_temp_files ORDER BY tablespace_name, file_name;
PROMPT Users that keep another temporary tablespace, expected: those you want
SELECT username, temporary_tablespace FROM dba_users WHERE temporary_tablespace <> '%%TABLESPACE%%' ORDER BY username;
PROMPT After a busy hour: average direct path read temp and write temp, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event LIKE 'direct path % temp';
"""

_FLASH = """\
PROMPT After the restart. Expected on every instance: %%FILE%% and %%SIZE%%
SELECT inst_id, name, display_value FROM gv$parameter
 WHERE name IN ('db_flash_cache_file', 'db_flash_cache_size') ORDER BY inst_id, name;
PROMPT After some hours: inserts grow, hits grow faster than inserts
SELECT inst_id, name, value FROM gv$sysstat
 WHERE name LIKE 'flash cache%' OR name IN ('physical read flash cache hits', 'physical reads cache') ORDER BY inst_id, name;
PROMPT Expected: skips by DBWR overloaded below a tenth of the inserts, free buffer waits not among the top events
SELECT inst_id, event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0)) AS avg_us FROM gv$system_event
 WHERE event LIKE 'db flash cache%' OR event IN ('db file sequential read',
       'write complete waits: flash cache', 'free buffer waits')
 ORDER BY inst_id, event;
"""

_FLASH_FILES = """\
PROMPT Expected: one row per file, enabled (view from 12.1 on)
SELECT * FROM v$flashfilestat;
"""


def verify_file(lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """The checks for the option of the request; ends with an error where a segment is not where it should be."""
    bodies = {
        "redo": lambda: _REDO,
        "temp": lambda: fill(_TEMP, TABLESPACE=tablespace(request.targets.temp_tablespace)),
        "flash-cache": lambda: _flash(request),
        "all": lambda: FILES_LEFT + _INDEXES + _WHERE_IO,
    }
    body = bodies.get(request.option, lambda: _INDEXES + _WHERE_IO + walk(lists, "VERIFY") + PROBLEMS)()
    root = request.option in ("redo", "flash-cache")
    title = "did it work? The expected answer stands above each query"
    return script("80_verify.sql", title, body, request, expected=QUERIES_ONLY, root=root)


def _flash(request: PlanRequest) -> str:
    text = fill(_FLASH, FILE=flash_location(request), SIZE=size_word(cache_size_bytes(request)))
    release = request.database.release or ""
    return text if release.startswith("11.") or not release else text + _FLASH_FILES
