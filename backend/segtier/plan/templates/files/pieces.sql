-- piece: archivelog_gate
  SELECT log_mode INTO l_log_mode FROM v$database;
  IF l_log_mode <> 'ARCHIVELOG' THEN
    stop('RMAN copies of an open database need ARCHIVELOG mode; this is ' || l_log_mode);
  END IF;
-- piece: archivelog_verdict
  SELECT COUNT(*) INTO l_count FROM v$database WHERE log_mode = 'ARCHIVELOG';
  verdict(l_count = 1, 'RMAN copies of an open database need ARCHIVELOG mode.');
-- piece: known_move
  IF :s_mode = 'RUN' THEN
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || :s_step);
    say(gib(l_bytes) || ', now ' || l_name);
    run_ddl(%%MOVE%%);
  END IF;
-- piece: online_gate
  IF :s_is_ee <> 'YES' OR :s_release < 12.01 THEN
    stop('moving data files online needs 12.1 and Enterprise Edition. Use 41_copy_datafiles.sql if the bundle has it.');
  END IF;
-- piece: gate
  IF :s_is_ee <> 'YES' THEN
    stop('move_datafile needs Enterprise Edition. On Standard Edition 2 move the segments: segtier script --option segments.');
  END IF;
