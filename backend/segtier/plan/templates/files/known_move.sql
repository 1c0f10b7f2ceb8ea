  IF :s_mode = 'RUN' THEN
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || :s_step);
    say(gib(l_bytes) || ', now ' || l_name);
    run_ddl(%%MOVE%%);
  END IF;
