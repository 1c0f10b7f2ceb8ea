PROMPT Now the moves, one file at a time. Watch them in v$session_longops (Online data file move)
DECLARE
  l_count NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  FOR f IN (%%FILES%%
             ORDER BY f.file_id) LOOP
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || f.file_id);
    say(gib(f.bytes) || ' of ' || q(f.tablespace_name) || ', now ' || f.file_name);
    run_ddl(%%MOVE%%);
  END LOOP;
END;
/
