-- piece: at_place
  FUNCTION free_at_place RETURN NUMBER IS
  BEGIN
    RETURN NULL;
  END;
  PROCEDURE check_room(p_bytes IN NUMBER, p_what IN VARCHAR2) IS
  BEGIN
    say('  note: SQL cannot see the room in ' || :s_flash_place || '; ' || p_what || ' needs ' || gib(p_bytes));
  END;
-- piece: connected
  SELECT MAX(username) INTO l_name FROM all_users WHERE username = 'RDSADMIN';
  stop_if(l_name IS NULL, 'this is not Amazon RDS for Oracle: user RDSADMIN is not here. Make the plan without --target rds.');
-- piece: facts
COLUMN value FORMAT A60
COLUMN banner FORMAT A90
SELECT banner FROM v$version;
PROMPT A replica receives every moved byte as redo
SELECT log_mode, force_logging, supplemental_log_data_min FROM v$database;
SELECT dest_id, target, status FROM v$archive_dest WHERE status <> 'INACTIVE';
SELECT instance_name, version, status FROM v$instance;
SELECT name, value FROM v$parameter WHERE name IN ('compatible', 'db_create_file_dest', 'db_flash_cache_size',
  'memory_target', 'sga_target', 'sga_max_size', 'db_cache_size', 'db_block_size') ORDER BY name;
-- piece: group_free
-- piece: mirrored
-- piece: mirrored_verdict
-- piece: place
  stop_if(NOT REGEXP_LIKE(NVL(:s_flash_place, '-'), '^/rdsdbdata[2-4]%%MAIN%%/db$'),
    'flash_place in settings.sql is not the place of an additional storage volume: /rdsdbdata2/db, 3 or 4.');
  :s_slash := '/';
  :s_flash_start := :s_flash_place || '/';
-- piece: second_place
-- piece: standby
    verdict(NULL, l_count || ' replica(s) are fed from here, and cannot be seen from here. Each must have the same additional'
      || ' storage volume, which RDS adds to it; look at them before new files come.');
-- piece: unseen
        || 'SQL cannot see that: 10_volume.sh shows how large the volume is.');
