  SELECT NVL(SUM(l.bytes), 0), COUNT(*) INTO l_bytes, l_count FROM v$log l
   WHERE NOT EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_start) = 1);
