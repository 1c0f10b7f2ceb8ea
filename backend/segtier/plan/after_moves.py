"""Queries for after data has moved: what is UNUSABLE or INVALID, room, and how fast reads are by tablespace."""

BROKEN = """\
PROMPT Expected: no rows. Anything listed that was not UNUSABLE before must be rebuilt
SELECT owner, index_name AS name, status FROM dba_indexes WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || partition_name, status FROM dba_ind_partitions WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || subpartition_name, status FROM dba_ind_subpartitions WHERE status = 'UNUSABLE';
PROMPT Expected: no rows that were not there before
SELECT owner, object_type, object_name FROM dba_objects WHERE status = 'INVALID' ORDER BY owner, object_name;
"""
"""What may not be more after the moves than before; 00_precheck.sql shows it as well."""

INDEXES = f"""\
{BROKEN}\
PROMPT Expected: used_percent well below 100 for the flash tablespaces
SELECT tablespace_name, ROUND(used_percent, 1) AS used_percent FROM dba_tablespace_usage_metrics ORDER BY used_percent DESC;
PROMPT Expected: no file changed without redo since the move began
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_time > SYSDATE - 1;
"""

WHERE_IO = """\
PROMPT After a busy hour: read time per request by tablespace, expected to be well under 1 ms for the flash ones
SELECT d.tablespace_name, SUM(f.singleblkrds) AS single_block_reads,
       ROUND(10 * SUM(f.singleblkrdtim) / NULLIF(SUM(f.singleblkrds), 0), 3) AS avg_ms
  FROM v$filestat f JOIN dba_data_files d ON d.file_id = f.file#
 GROUP BY d.tablespace_name ORDER BY 2 DESC;
"""
