BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR f IN (%%FILES%%
             ORDER BY f.file_id) LOOP
%%LINES%%
  END LOOP;
END;
/
