EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_start) = 1)
