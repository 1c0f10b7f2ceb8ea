  IF :s_is_ee <> 'YES' OR :s_release < 12.01 THEN
    stop('moving data files online needs 12.1 and Enterprise Edition. Use 41_copy_datafiles.sql if the bundle has it.');
  END IF;
