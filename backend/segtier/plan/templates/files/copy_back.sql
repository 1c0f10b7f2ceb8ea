DECLARE
  l_name VARCHAR2(600);
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  :s_handled := :s_handled + 1;
  SELECT MAX(file_name) INTO l_name FROM dba_data_files WHERE file_id = :s_step;
  -- The first place that was recorded counts: a second run may have recorded it once more.
  IF l_name <> :s_name AND DBMS_LOB.INSTR(:s_index_homes, ' ' || :s_step || ' ') = 0 THEN
    :s_index_homes := :s_index_homes || :s_step || ' ';
%%LINES%%
  END IF;
END;
/
