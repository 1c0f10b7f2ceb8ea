  SELECT COUNT(*) INTO l_count FROM v$asm_diskgroup
   WHERE name = '%%GROUP%%' AND state IN ('MOUNTED', 'CONNECTED')
     AND free_mb * 1048576 >= %%BYTES%% * (SELECT COUNT(*) FROM gv$instance);
  IF l_count = 0 THEN
    stop('disk group %%GROUP%% is not mounted here or too small for the cache of every instance.');
  END IF;
