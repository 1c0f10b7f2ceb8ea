-- piece: looked_up
  SELECT NVL(SUM(l.bytes), 0), COUNT(*) INTO l_bytes, l_count FROM v$log l
   WHERE NOT EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_start) = 1);
-- piece: needed
  SELECT NVL(SUM(GREATEST(t.missing, 0) * t.bytes), 0) INTO l_need FROM (%%MISSING%%) t;
-- piece: outside
AND INSTR(f.member, :s_flash_start) <> 1
   AND (:s_second_start IS NULL OR INSTR(f.member, :s_second_start) <> 1)
-- piece: stays
EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_start) = 1)
