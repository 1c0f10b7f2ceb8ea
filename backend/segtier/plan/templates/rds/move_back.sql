DECLARE
  l_count NUMBER;
  l_name VARCHAR2(600);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  SELECT MAX(file_name) INTO l_name FROM dba_data_files WHERE file_id = :s_step;
  IF l_name IS NULL THEN
    say('Data file ' || :s_step || ' is gone, nothing to move back.');
  ELSIF INSTR(l_name, '/' || :s_name || '/') = 1 THEN
    say('Data file ' || :s_step || ' is back already.');
  ELSE
    say('  moving data file ' || :s_step || ' back to ' || :s_name);
    rdsadmin.rdsadmin_util.move_datafile(p_data_file_id => :s_step, p_location => :s_name);
  END IF;
END;
/
