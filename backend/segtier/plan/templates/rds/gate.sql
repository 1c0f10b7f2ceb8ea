  IF :s_is_ee <> 'YES' THEN
    stop('move_datafile needs Enterprise Edition. On Standard Edition 2 move the segments: segtier script --option segments.');
  END IF;
