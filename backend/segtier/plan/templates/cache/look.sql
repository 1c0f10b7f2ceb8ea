SELECT parameter, value FROM v$option WHERE parameter = 'Server Flash Cache';
SELECT sid, name, display_value FROM v$spparameter WHERE isspecified = 'TRUE' AND name IN ('db_flash_cache_file',
  'db_flash_cache_size', 'memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size') ORDER BY name, sid;
SELECT size_for_estimate, size_factor, estd_physical_read_factor
  FROM v$db_cache_advice WHERE name = 'DEFAULT' ORDER BY size_for_estimate;
DECLARE
  l_spfile VARCHAR2(600);
  l_pages VARCHAR2(30);
%%WEIGH%%
%%MEMORY%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  :s_flash_place := '%%FIRST%%';
  SELECT MAX(CASE value WHEN 'TRUE' THEN 1 ELSE 0 END) INTO l_count FROM v$option WHERE parameter = 'Server Flash Cache';
  verdict(l_count = 1, 'v$option lists Server Flash Cache as allowed on this server.');
  SELECT MAX(value) INTO l_spfile FROM v$parameter WHERE name = 'spfile';
  verdict(l_spfile IS NOT NULL, 'spfile: ' || NVL(l_spfile, 'none. Mend: CREATE SPFILE FROM MEMORY; then restart with it.'));
  verdict(raised_bytes <= server_bytes, 'SGA and PGA take ' || gib(raised_bytes) || ' with the list of cached blocks ('
    || gib(%%METADATA%%) || '), the smallest server has ' || gib(server_bytes) || ' of memory for all that runs on it.');
  SELECT UPPER(MAX(value)) INTO l_pages FROM v$parameter WHERE name = 'use_large_pages';
  IF host_must_hold IS NOT NULL THEN
    verdict(NVL(:s_memory_checked, 'NO') = 'YES', host_must_hold
      || CASE WHEN NVL(:s_memory_checked, 'NO') <> 'YES' THEN ' Then set memory_checked to YES in settings.sql.' END);
  ELSIF l_pages IS NOT NULL AND l_pages <> 'FALSE' AND bytes_of('memory_target') = 0 THEN
    verdict(NULL, 'with HugePages raise vm.nr_hugepages by ' || CEIL(%%METADATA%% / 2097152) || ' (pages of 2 MiB) before the restart.'
      || ' Look: grep Huge /proc/meminfo. Mend as root: sysctl -w vm.nr_hugepages=$(( $(sysctl -n vm.nr_hugepages) + '
      || CEIL(%%METADATA%% / 2097152) || ' )), and the same in /etc/sysctl.conf.');
  END IF;
%%ENCRYPTED%%
  SELECT COUNT(*) INTO l_count FROM gv$instance;
  IF l_count > 1 THEN
    verdict(NULL, 'support note 2120400.1: on two or more nodes of a cluster the flash cache may bring busy DBWR, CPU at 100 %'
      || ' and hangs. Try it first with the load of one instance, and have 90_rollback_flash_cache.sql ready.');
  END IF;
  l_bytes := l_count * %%BYTES%%;
%%ROOM_OF%%
  say('Total: ' || l_count || ' instance(s), ' || gib(l_bytes) || ' of cache. Expected: a restart.');
END;
/
