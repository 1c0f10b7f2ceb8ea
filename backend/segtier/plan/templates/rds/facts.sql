COLUMN value FORMAT A60
COLUMN banner FORMAT A90
SELECT banner FROM v$version;
PROMPT A replica receives every moved byte as redo
SELECT log_mode, force_logging, supplemental_log_data_min FROM v$database;
SELECT dest_id, target, status FROM v$archive_dest WHERE status <> 'INACTIVE';
SELECT instance_name, version, status FROM v$instance;
SELECT name, value FROM v$parameter WHERE name IN ('compatible', 'db_create_file_dest', 'db_flash_cache_size',
  'memory_target', 'sga_target', 'sga_max_size', 'db_cache_size', 'db_block_size') ORDER BY name;
