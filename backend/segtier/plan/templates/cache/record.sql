BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR p IN (SELECT n.name, MAX(s.value) AS value, MAX(s.isspecified) AS isspecified
              FROM v$parameter n LEFT JOIN v$spparameter s ON s.name = n.name AND s.isspecified = 'TRUE'
             WHERE n.name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size')
               AND NOT EXISTS (SELECT 1 FROM v$spparameter f WHERE f.name = 'db_flash_cache_file' AND f.isspecified = 'TRUE')
             GROUP BY n.name ORDER BY n.name) LOOP
%%ENTRY%%
  END LOOP;
END;
/
