  FUNCTION bytes_of(p_name IN VARCHAR2) RETURN NUMBER IS
    l_value NUMBER;
  BEGIN
    SELECT MAX(TO_NUMBER(value)) INTO l_value FROM v$parameter WHERE name = p_name;
    RETURN NVL(l_value, 0);
  END;
  FUNCTION raised_bytes RETURN NUMBER IS
  BEGIN
    RETURN %%METADATA%% + CASE WHEN bytes_of('memory_target') > 0 THEN bytes_of('memory_target')
      ELSE GREATEST(bytes_of('sga_target'), bytes_of('sga_max_size')) + bytes_of('pga_aggregate_target') END;
  END;
  FUNCTION server_bytes RETURN NUMBER IS
    l_bytes NUMBER;
  BEGIN
    SELECT MIN(value) INTO l_bytes FROM gv$osstat WHERE stat_name = 'PHYSICAL_MEMORY_BYTES';
    RETURN l_bytes;
  END;
  FUNCTION host_must_hold RETURN VARCHAR2 IS
    l_pages VARCHAR2(30);
    l_linux NUMBER;
    l_bytes NUMBER := GREATEST(bytes_of('memory_target') + %%METADATA%%, bytes_of('memory_max_target'));
  BEGIN
    SELECT COUNT(*) INTO l_linux FROM v$database WHERE platform_name LIKE '%Linux%';
    SELECT UPPER(MAX(value)) INTO l_pages FROM v$parameter WHERE name = 'use_large_pages';
    IF l_linux = 0 THEN
      RETURN NULL;
    ELSIF bytes_of('memory_target') > 0 THEN
      RETURN 'MEMORY_TARGET is set, so /dev/shm of every node must hold ' || l_bytes || ' bytes for this instance (ORA-00845)'
        || '. Look: df -h /dev/shm. Mend as root: mount -o remount,size=' || CEIL(l_bytes / 1048576) || 'M /dev/shm'
        || ', and the same size in /etc/fstab.';
    ELSIF l_pages = 'ONLY' THEN
      RETURN 'USE_LARGE_PAGES is ONLY, so the instance does not start without ' || CEIL(%%METADATA%% / 2097152) || ' more HugePages'
        || ' of 2 MiB. Look: grep Huge /proc/meminfo. Mend as root on every node: sysctl -w vm.nr_hugepages='
        || '$(( $(sysctl -n vm.nr_hugepages) + ' || CEIL(%%METADATA%% / 2097152) || ' )), and the same in /etc/sysctl.conf.';
    END IF;
    RETURN NULL;
  END;
