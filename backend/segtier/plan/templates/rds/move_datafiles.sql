PROMPT Now the moves, one file at a time. Watch them in v$session_longops (Online data file move)
DECLARE
  l_count NUMBER;
  l_volume VARCHAR2(30) := SUBSTR(:s_flash_place, 2, 10);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  FOR f IN (SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
              FROM %%OUTSIDE%%
             ORDER BY f.file_id) LOOP
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || f.file_id);
    say('  moving ' || gib(f.bytes) || ' of ' || q(f.tablespace_name) || ' to ' || l_volume || ', now ' || f.file_name);
    rdsadmin.rdsadmin_util.move_datafile(p_data_file_id => f.file_id, p_location => l_volume);
  END LOOP;
END;
/
