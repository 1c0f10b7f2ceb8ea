DECLARE
  l_count NUMBER;
  l_text VARCHAR2(4000);
  l_os VARCHAR2(200);
%%TALK%%
%%MEMORY%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT platform_name INTO l_os FROM v$database;
  IF l_os LIKE '%Linux%' AND NVL(:s_oracle_linux_checked, 'NO') <> 'YES' THEN
    stop('run 10_os_setup.sh on every node; when it says Oracle Linux, set oracle_linux_checked to YES in settings.sql.'
      || ' On another Linux the instance would not start (ORA-00439).');
  ELSIF l_os NOT LIKE '%Linux%' AND l_os NOT LIKE '%Solaris%' THEN
    stop('the flash cache runs on Oracle Linux and Solaris only; this is ' || l_os);
  END IF;
  IF :s_is_ee <> 'YES' THEN
    stop('the flash cache needs Enterprise Edition.');
  END IF;
  SELECT MAX(value) INTO l_text FROM v$option WHERE parameter = 'Server Flash Cache';
  IF l_text = 'FALSE' THEN
    stop('v$option says Server Flash Cache = FALSE. The instance would not start (ORA-00439).'
      || ' 11.2.0.3 on Oracle Linux 6 needs patch 12949806.');
  ELSIF l_text IS NULL THEN
    say('note: v$option does not list Server Flash Cache.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$cell;
  IF l_count > 0 THEN
    stop('Exadata storage cells are attached: they have a flash cache of their own.');
  END IF;
  SELECT MAX(value) INTO l_text FROM v$parameter WHERE name = 'spfile';
  IF l_text IS NULL THEN
    stop('the instance was not started from an spfile.');
  END IF;
%%SINGLE%%
  SELECT COUNT(*) INTO l_count FROM (
    SELECT name FROM gv$parameter
     WHERE name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size')
     GROUP BY name HAVING COUNT(DISTINCT value) > 1);
  IF l_count > 0 THEN
    stop('the instances differ in their memory parameters. Set them by hand, then the flash cache.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$spparameter
   WHERE isspecified = 'TRUE' AND sid <> '*'
     AND name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size',
                  'db_flash_cache_file', 'db_flash_cache_size');
  IF l_count > 0 THEN
    stop('the spfile sets one of these parameters for one instance only. Make them SID=* first.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$spparameter
   WHERE isspecified = 'TRUE' AND NOT REGEXP_LIKE(value, '^[0-9]+[KMGT]?$')
     AND name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size');
  IF l_count > 0 THEN
    stop('a memory parameter in the spfile is not a plain size.');
  END IF;
  IF raised_bytes > server_bytes THEN
    stop('SGA and PGA would take ' || gib(raised_bytes) || ', the smallest server has ' || gib(server_bytes) || ' of memory.');
  ELSIF host_must_hold IS NOT NULL AND NVL(:s_memory_checked, 'NO') <> 'YES' THEN
    stop(host_must_hold || ' Then set memory_checked to YES in settings.sql.');
  END IF;
%%LOCATION_CHECK%%
END;
/
