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
  ELSIF l_name = :s_name OR l_name LIKE :s_name || '/%' THEN
    say('Data file ' || :s_step || ' is back already.');
  ELSE
    run_ddl(%%MOVE%%);
  END IF;
END;
/
