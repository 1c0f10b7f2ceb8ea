AND INSTR(f.member, :s_flash_start) <> 1
   AND (:s_second_start IS NULL OR INSTR(f.member, :s_second_start) <> 1)
