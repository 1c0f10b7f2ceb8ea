    SELECT MIN(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
      FROM v$asm_diskgroup g
     WHERE EXISTS (SELECT 1 FROM dba_data_files f
                    WHERE f.tablespace_name = p_tablespace AND f.file_name LIKE '+' || g.name || '/%');
