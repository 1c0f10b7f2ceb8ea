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
