  IF NVL(:s_flash_place, '%%EXAMPLE%%') = '%%EXAMPLE%%' THEN
    stop('nothing says where the SSD is. Write flash_place in settings.sql: +GROUP for a disk group, or a directory.');
  ELSIF NOT REGEXP_LIKE(:s_flash_place, '%%PLACES%%') THEN
    stop('flash_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  ELSIF :s_flash_place LIKE '/dev/%' AND NOT REGEXP_LIKE(:s_flash_place, '^/dev/segtier/[a-z][a-z0-9_]{0,29}$') THEN
    stop('flash_place in settings.sql is a name of the kernel, which may change: 10_os_setup.sh makes /dev/segtier/NAME.');
  END IF;
  IF NOT REGEXP_LIKE(:s_redo_second_place, '%%PLACES%%') THEN
    stop('redo_second_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  END IF;
  :s_slash := '%%SLASH%%';
  :s_flash_start := :s_flash_place || CASE WHEN :s_flash_place LIKE '+%' THEN '/' ELSE :s_slash END;
  :s_second_start := CASE WHEN :s_redo_second_place IS NOT NULL
    THEN :s_redo_second_place || CASE WHEN :s_redo_second_place LIKE '+%' THEN '/' ELSE :s_slash END END;
