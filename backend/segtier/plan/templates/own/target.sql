-- piece: at_place
  FUNCTION free_at_place RETURN NUMBER IS
    l_free NUMBER;
  BEGIN
    SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_free
      FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
    RETURN l_free;
  END;
  PROCEDURE check_room(p_bytes IN NUMBER, p_what IN VARCHAR2) IS
    l_free NUMBER := free_at_place;
  BEGIN
    IF :s_flash_place NOT LIKE '+%' THEN
      say('  note: SQL cannot see the room in ' || :s_flash_place || '; ' || p_what || ' needs ' || gib(p_bytes));
    ELSIF l_free IS NULL THEN
      stop('disk group ' || SUBSTR(:s_flash_place, 2) || ' is not mounted here.%%MAKE_GROUP%%');
    ELSIF l_free < p_bytes THEN
      stop(:s_flash_place || ' has room for ' || gib(l_free) || ', ' || p_what || ' needs ' || gib(p_bytes));
    END IF;
  END;
-- piece: connected
  stop_if(SYS_CONTEXT('USERENV', 'ISDBA') <> 'TRUE', 'connect AS SYSDBA.');
-- piece: facts
COLUMN destination FORMAT A40
COLUMN host_name FORMAT A30
COLUMN value FORMAT A60
COLUMN banner FORMAT A90
SELECT banner FROM v$version;
PROMPT A standby (target STANDBY) receives what statements write as redo, not the move of a data file. NOARCHIVELOG: back up afterwards
SELECT log_mode, force_logging, flashback_on, supplemental_log_data_min FROM v$database;
SELECT dest_id, target, status, destination FROM v$archive_dest WHERE status <> 'INACTIVE';
PROMPT The recovery area must have room for the redo of the move
SELECT name, space_limit, space_used, space_reclaimable FROM v$recovery_file_dest;
SELECT inst_id, instance_name, host_name, version, status FROM gv$instance ORDER BY inst_id;
SELECT name, value FROM v$parameter WHERE name IN ('cluster_database', 'compatible', 'spfile', 'db_create_file_dest',
  'memory_target', 'sga_target', 'sga_max_size', 'db_cache_size', 'db_block_size') ORDER BY name;
SELECT name, type, state, total_mb, usable_file_mb FROM v$asm_diskgroup ORDER BY name;
-- piece: group_free
    SELECT MIN(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
      FROM v$asm_diskgroup g
     WHERE EXISTS (SELECT 1 FROM dba_data_files f
                    WHERE f.tablespace_name = p_tablespace AND f.file_name LIKE '+' || g.name || '/%');
-- piece: mirrored
  SELECT COUNT(*) INTO l_count FROM v$asm_diskgroup
   WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED') AND type <> 'EXTERN';
  stop_if(l_count = 0 AND NVL(:s_unmirrored_ok, 'NO') <> 'YES',
    'nothing says that ' || :s_flash_place || ' is mirrored: one device lost would be all of this lost. Set unmirrored_ok to'
    || ' YES in settings.sql if the devices below it are mirrored, or are RAID 5 or 6.');
-- piece: mirrored_verdict
  SELECT COUNT(*) INTO l_count FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
  SELECT COUNT(*) INTO l_largest FROM v$asm_diskgroup
   WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED') AND type <> 'EXTERN';
  verdict(CASE WHEN l_largest > 0 OR NVL(:s_unmirrored_ok, 'NO') = 'YES' THEN TRUE
      WHEN l_count > 0 OR :s_flash_place NOT LIKE '+%' THEN FALSE END,
    :s_flash_place || ' is mirrored: by its disk group, or below it, as unmirrored_ok in settings.sql says (RAID 5 or 6 as well).');
-- piece: place
  stop_if(NVL(:s_flash_place, '%%EXAMPLE%%') = '%%EXAMPLE%%',
    'nothing says where the files go. Write flash_place in settings.sql: +GROUP for a disk group, or a directory.');
  stop_if(NOT REGEXP_LIKE(:s_flash_place, '%%PLACES%%'),
    'flash_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  stop_if(:s_flash_place LIKE '/dev/%' AND NOT REGEXP_LIKE(:s_flash_place, '^/dev/segtier/[a-z][a-z0-9_]{0,29}$'),
    'flash_place in settings.sql is a name of the kernel, which may change: 10_os_setup.sh makes /dev/segtier/NAME.');
  :s_slash := '%%SLASH%%';
  :s_flash_start := :s_flash_place || CASE WHEN :s_flash_place LIKE '+%' THEN '/' ELSE :s_slash END;
-- piece: second_place
  stop_if(NOT REGEXP_LIKE(:s_redo_second_place, '%%PLACES%%'),
    'redo_second_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  :s_second_start := CASE WHEN :s_redo_second_place IS NOT NULL
    THEN :s_redo_second_place || CASE WHEN :s_redo_second_place LIKE '+%' THEN '/' ELSE :s_slash END END;
-- piece: standby
    verdict(NULL, l_count || ' standby(s) are fed from here, and cannot be seen from here. On each: STANDBY_FILE_MANAGEMENT'
      || ' must be AUTO, and new files must find a place there: a disk group of the same name, DB_CREATE_FILE_DEST or'
      || ' DB_FILE_NAME_CONVERT. Else its recovery stops at the first new file.');
-- piece: unseen
        || CASE WHEN :s_flash_place NOT LIKE '+%' THEN 'SQL cannot see that: 10_os_setup.sh looks.'
             ELSE 'The disk group is not mounted here yet: run this again after 20_asm_diskgroups.sql.' END);
