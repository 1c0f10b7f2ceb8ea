AND INSTR(f.member, :s_flash_place || '/') <> 1
   AND (:s_redo_second_place IS NULL OR INSTR(f.member, :s_redo_second_place || '/') <> 1)
