  FOR t IN (%%MISSING%% ORDER BY l.thread#) LOOP
    FOR n IN 1 .. t.missing LOOP
      SELECT MAX(group#) + 1 INTO l_group FROM (SELECT group# FROM v$log UNION ALL SELECT group# FROM v$standby_log);
      l_blocks := TO_CHAR(t.blocksize);
      run_ddl(%%ADD%%);
    END LOOP;
  END LOOP;
